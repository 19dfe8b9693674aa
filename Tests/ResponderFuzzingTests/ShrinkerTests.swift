import Testing

@testable import ResponderFuzzing

@Suite("How the fuzzer makes a failing run smaller")
struct ShrinkerTests {
    private static func step(_ text: String) throws -> StepValue { try #require(StepValue(text)) }

    @Test("Of many steps, those are left without which the run does not fail, in simple numbers")
    func steps() throws {
        var steps = try (0..<60).map { try Self.step(#"{"tap": [\#($0), 333]}"#) }
        steps[17] = try Self.step(#"{"drag": {"from": [101, 202], "by": [3, 4], "for": "340ms"}}"#)
        steps[40] = try Self.step(#"{"device": ["home", "lock"]}"#)
        // A tap as good as a drag, and the second line alone.
        func fails(_ candidate: Shrinker.Candidate) -> Bool {
            let texts = candidate.steps.map(\.text)
            guard let first = texts.firstIndex(where: { $0.contains("drag") || $0.contains("[100, 200]") }),
                let second = texts.lastIndex(where: { $0.contains("lock") })
            else { return false }
            return first < second
        }
        var shrinker = Shrinker(budget: 10_000, time: .seconds(60), fails: fails)
        let smallest = shrinker.smallest(Shrinker.Candidate(app: "form", steps: steps))
        #expect(
            smallest.steps.map(\.text) == [
                #"{"tap": [100, 200]}"#, #"{"device": ["lock"]}"#,
            ]
        )
        #expect(shrinker.tries < 200)
    }

    @Test("Parts of a random app without which the run fails too are left out, also where steps name the app")
    func parts() throws {
        let name = AppName(seed: 5, parts: [.lists, .fields, .tabs, .timers])
        let steps = [try Self.step(#"{"device": "kill \#(name.text)"}"#)]
        func fails(_ candidate: Shrinker.Candidate) -> Bool {
            guard let name = AppName(candidate.app) else { return false }
            return name.parts.contains(.fields) && candidate.steps.map(\.text) == [#"{"device": "kill \#(name.text)"}"#]
        }
        var shrinker = Shrinker(budget: 1000, time: .seconds(60), fails: fails)
        let smallest = shrinker.smallest(Shrinker.Candidate(app: name.text, steps: steps))
        #expect(smallest.app == "fuzz-5-f")
        #expect(smallest.steps.map(\.text) == [#"{"device": "kill fuzz-5-f"}"#])
    }

    @Test("No more candidates are tried than the budget has")
    func budget() throws {
        let steps = try (0..<100).map { try Self.step(#"{"tap": [\#($0), 1]}"#) }
        var count = 0
        var shrinker = Shrinker(budget: 25, time: .seconds(60)) { _ in
            count += 1
            return false
        }
        _ = shrinker.smallest(Shrinker.Candidate(app: "form", steps: steps))
        #expect(count == 25)
        #expect(shrinker.tries == 25)
    }

    @Test(
        "Simpler steps come to an end",
        arguments: [
            #"{"fingers": [["pause", {"down": [123, 45]}, {"by": [17, 33], "for": "480ms"}], [{"down": [1, 2]}]]}"#,
            #"{"longPress": [311, 17]}"#, #"{"swipe": {"direction": "up", "over": [200, 333]}}"#,
            #"{"device": ["unlock", "launch a"]}"#, #"{"wait": "1200ms"}"#,
        ]
    )
    func end(_ text: String) throws {
        var step = try Self.step(text)
        var rounds = 0
        while let simpler = step.simplerSteps.last {
            step = simpler
            rounds += 1
            try #require(rounds < 50)
        }
    }

    @Test("A step is the same after it was written and read")
    func text() throws {
        let texts = [
            #"{"fingers": [[{"down": [294, 175.5]}, {"by": [8, -28], "for": "340ms"}, "up"], ["pause"]]}"#,
            #"{"hover": false}"#, #"{"type": "a \"b\""}"#,
        ]
        for text in texts { #expect(try Self.step(text).text == text) }
        #expect(StepValue("{") == nil)
    }
}
