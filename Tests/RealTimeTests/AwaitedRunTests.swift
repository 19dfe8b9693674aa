import Foundation
import ResponderEventLoop
import Testing

/// Bounds are generous: a run that is not woken would only end at its limit, three hours on.
///
/// A lower bound would not do. Each step of a run waits until the main actor has served the tests queued before, which
/// take minutes, and many minutes under a sanitizer.
@Suite("Awaited runs on the system's clock", .serialized)
@MainActor
struct AwaitedRunTests {
    let loop: MainRunLoop
    let limit = MainRunLoop.Instant.now.advanced(by: .seconds(3 * 3600))

    init() throws {
        loop = try MainRunLoop()
    }

    @Test("A post from another thread wakes an awaited run")
    func post() async {
        let loop = loop
        onThread {
            loop.post { loop.stop() }
        }
        #expect(await loop.run(until: limit) == .stopped)
    }

    @Test("`stop` from another thread wakes an awaited run")
    func stop() async {
        let loop = loop
        // From inside the run: a request that comes before it is ignored.
        loop.post {
            onThread {
                loop.stop()
            }
        }
        #expect(await loop.run(until: limit) == .stopped)
    }

    @Test("A task that ends tracking wakes an awaited run for what has waited")
    func tracking() async {
        // Rules: L22.
        let loop = loop
        loop.beginTracking()
        loop.post(in: .default) { loop.stop() }
        Task { @MainActor in
            try? await Task.sleep(for: .milliseconds(20))
            loop.endTracking()
        }
        #expect(await loop.run(until: limit) == .stopped)
    }

    @Test("A source signalled by another thread wakes an awaited run")
    func source() async {
        let source = loop.addUserSource {}
        onThread {
            source.signal()
        }
        #expect(await loop.run(until: limit, returnAfterSource: true) == .handledSource)
        source.cancel()
    }

    @Test("A timer wakes an awaited run, not before its deadline")
    func timer() async {
        let loop = loop
        let deadline = loop.now.advanced(by: .milliseconds(20))
        loop.addTimer(at: deadline) { _ in
            #expect(loop.now >= deadline)
            loop.stop()
        }
        #expect(await loop.run(until: limit) == .stopped)
    }

    @Test("An awaited run of a mode that a task empties while the run is suspended ends", arguments: [true, false])
    func emptied(lastIsDescriptor: Bool) async throws {
        // Rules: L2.
        let (loop, own, pipe) = (loop, MainRunLoop.Mode("emptied while suspended"), Pipe())
        let source = loop.addUserSource(in: [own]) {}
        let descriptor = try loop.addDescriptorSource(pipe.fileHandleForReading.fileDescriptor, for: .read, in: [own]) {
            _ in
        }
        loop.addUserSource(in: [own]) {}.cancel()
        Task { @MainActor in
            try? await Task.sleep(for: .milliseconds(20))
            lastIsDescriptor ? source.cancel() : descriptor.cancel()
            try? await Task.sleep(for: .milliseconds(20))
            lastIsDescriptor ? descriptor.cancel() : source.cancel()
        }
        // Main-actor jobs go on in common modes alone, as for a run that blocks.
        #expect(await loop.run(mode: own, until: limit) == .finished)
    }

    @Test(
        "An awaited run of a mode ends if a task ends the mode's last timer while the run is suspended",
        arguments: [true, false]
    )
    func emptiedOfTimers(isCancelled: Bool) async {
        // Rules: L2.
        let (loop, own) = (loop, MainRunLoop.Mode("emptied of timers while suspended"))
        let timer = loop.addTimer(after: .seconds(1000), in: [own]) { _ in }
        Task { @MainActor in
            try? await Task.sleep(for: .milliseconds(20))
            isCancelled ? timer.cancel() : timer.fire()
        }
        #expect(await loop.run(mode: own, until: limit) == .finished)
    }

    @Test("An awaited run of a mode that a task makes common while the run is suspended serves what is common")
    func becomesCommon() async {
        // Rules: L21.
        let (loop, own) = (loop, MainRunLoop.Mode("becomes common while suspended"))
        let source = loop.addUserSource(in: [own]) {}
        loop.post { loop.stop() }
        Task { @MainActor in
            try? await Task.sleep(for: .milliseconds(20))
            loop.addCommonMode(own)
        }
        #expect(await loop.run(mode: own, until: limit) == .stopped)
        source.cancel()
    }

    @Test("A timer that another task adds while an awaited run is suspended wakes the run")
    func timerFromTask() async {
        let loop = loop
        Task { @MainActor in
            try? await Task.sleep(for: .milliseconds(20))
            loop.addTimer(after: .milliseconds(5)) { _ in loop.stop() }
        }
        #expect(await loop.run(until: limit) == .stopped)
    }

    @Test("An update pass that another task asks for while an awaited run is suspended comes")
    func updateFromTask() async {
        let loop = loop
        _ = loop.addUpdateHandler { [unowned loop] in loop.stop() }
        Task { @MainActor in
            try? await Task.sleep(for: .milliseconds(20))
            loop.setNeedsUpdate()
        }
        #expect(await loop.run(until: limit) == .stopped)
    }

    @Test("Main-actor jobs go on also while an observer finds something to do before each wait")
    func observerThatQueues() async {
        let (loop, rounds) = (loop, Rounds())
        loop.addObserver(of: .beforeWaiting) { [unowned loop] _ in
            rounds.count += 1
            // A run that never gives up the main actor would get here for ever.
            if rounds.count < 100_000 { loop.post {} } else { loop.stop() }
        }
        Task { @MainActor in loop.stop() }
        #expect(await loop.run(until: limit) == .stopped)
        #expect(rounds.count < 100_000)
    }

    @Test("A descriptor that becomes ready wakes an awaited run")
    func descriptor() async throws {
        let pipe = Pipe()
        let reader = pipe.fileHandleForReading
        let source = try loop.addDescriptorSource(reader.fileDescriptor, for: .read) { _ in _ = reader.availableData }
        onThread {
            pipe.fileHandleForWriting.write(Data([1]))
        }
        #expect(await loop.run(until: limit, returnAfterSource: true) == .handledSource)
        source.cancel()
    }

    @Test("The limit wakes an awaited run, which returns no earlier")
    func ownLimit() async {
        // Rules: L16.
        let near = loop.now.advanced(by: .milliseconds(20))
        #expect(await loop.run(until: near) == .timedOut)
        #expect(loop.now >= near)
    }

    @Test("The cancellation of its task wakes an awaited run, also when the cancellation came before the run")
    func cancellation() async {
        let (loop, limit) = (loop, limit)
        let running = Task { @MainActor in await loop.run(until: limit) }
        try? await Task.sleep(for: .milliseconds(20))
        running.cancel()
        #expect(await running.value == .stopped)
        let cancelled = Task { @MainActor in
            withUnsafeCurrentTask { $0?.cancel() }
            return await loop.run(until: limit)
        }
        #expect(await cancelled.value == .stopped)
    }

    @Test("Main-actor jobs go on between an awaited run's turns, also while a source keeps itself signalled")
    func jobs() async {
        let loop = loop
        var again: MainRunLoop.UserSource?
        again = loop.addUserSource { again?.signal() }
        again?.signal()
        Task { @MainActor in
            try? await Task.sleep(for: .milliseconds(5))
            loop.stop()
        }
        #expect(await loop.run(until: limit) == .stopped)
        again?.cancel()
    }
}

@MainActor
private final class Rounds {
    var count = 0
}
