import Testing

/// Each test has a process of its own: in a test's process, and in an exit test's, other code serves the main queue.
@Suite("Where a blocking run may be called")
struct BlockingRunTests {
    @Test(
        "A blocking run where it would hold up main-actor jobs ends the process with a message that names the remedy",
        arguments: [
            ("task", "from inside a task"),
            ("main-queue-block", "from inside a block of the main queue"),
            ("async-main", "from inside a task"),
            ("async-main-handler", "from inside a task"),
            ("async-main-other", "from inside a task"),
            ("async-main-detached", "from inside a task"),
            ("turn-task", "from inside a task"),
            ("foreign-drain", "from inside a block of the main queue"),
            ("thread", "off the main actor"),
            ("async-main-block", "where the process's first thread serves the main queue itself"),
        ]
    )
    func refused(place: String, reason: String) async throws {
        let ending = try await Fixture.run("BlockingRunFixture", [place])
        #expect(ending.endedBySignal)
        #expect(ending.errors.contains("MainRunLoop.run() was called \(reason)"), "it said: \(ending.errors)")
        #expect(ending.errors.contains("await loop.run("), "it said: \(ending.errors)")
    }

    @Test(
        "A nested run inside a handler, and an awaited run in an async main, go on",
        arguments: [
            ("handler", "nested runs went on\n"), ("turn-handler", "nested runs went on\n"),
            ("async-main-remedy", "awaited: timedOut\n"), ("becomes-common", "main-actor jobs went on\n"),
        ]
    )
    func allowed(place: String, output: String) async throws {
        let ending = try await Fixture.run("BlockingRunFixture", [place])
        #expect(ending.status == 0, "it said: \(ending.errors)")
        #expect(ending.output == output)
    }

    @Test("A loop with few file descriptors left is refused with its message, or its run goes on", arguments: 0...7)
    func fewDescriptors(count: Int) async throws {
        let ending = try await Fixture.run("BlockingRunFixture", ["descriptors", "\(count)"])
        #expect(ending.status == 0, "it said: \(ending.errors)")
        let refusal =
            "cannot make a run loop: Too many open files (errno 24); a loop needs five file descriptors, and the "
            + "first loop of a process needs six (see `ulimit -n`)\n"
        #expect(ending.output == (count < 6 ? refusal : "ran: timedOut\n"))
    }

    @Test("An awaited run of a loop inside one of its turns ends the process with its message")
    func awaitedInsideATurn() async throws {
        let ending = try await Fixture.run("BlockingRunFixture", ["turn-await"])
        #expect(ending.endedBySignal)
        #expect(ending.errors.contains("`await loop.run(…)` was called while"), "it said: \(ending.errors)")
    }
}
