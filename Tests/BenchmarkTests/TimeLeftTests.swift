import Testing

@testable import responder_bench

@MainActor
@Suite("The time that a run still takes")
struct TimeLeftTests {
    @Test("The time left of one workload is that of its rounds so far, for each that is left")
    func one() throws {
        var left = TimeLeft(rounds: [11])
        for round in 0...4 { left.begin(workload: 0, at: 100 + Double(round) * 2) }
        #expect(left.seconds == 14)
        #expect(left.part == 4.0 / 11)
    }

    @Test("A workload that has not begun is expected to take as long as one that has")
    func others() {
        var left = TimeLeft(rounds: [4, 100, 7])
        // Four rounds of a second each, and ten of a hundredth of it.
        var now = 0.0
        for _ in 0..<4 {
            left.begin(workload: 0, at: now)
            now += 1
        }
        for _ in 0..<10 {
            left.begin(workload: 1, at: now)
            now += 0.01
        }
        left.begin(workload: 1, at: now)
        // 90 rounds are left of the second, and the third is expected to take half of 4 and 1 seconds.
        let seconds = left.seconds ?? 0
        #expect(abs(seconds - (90 * 0.01 + 2.5)) < 1e-9)
    }

    @Test("There is no time left before enough of the run is over")
    func early() {
        var left = TimeLeft(rounds: [1_000, 1_000])
        #expect(left.seconds == nil)
        // A part that is large enough in rounds, but not in seconds.
        for round in 0..<100 { left.begin(workload: 0, at: Double(round) * 0.001) }
        #expect(left.seconds == nil)
        var slow = TimeLeft(rounds: [1_000])
        for round in 0...19 { slow.begin(workload: 0, at: Double(round)) }
        #expect(slow.seconds == nil)
        slow.begin(workload: 0, at: 20)
        #expect(slow.seconds == 980)
    }

    @Test("A round of a workload that was not announced changes nothing")
    func unknown() {
        var left = TimeLeft(rounds: [])
        left.begin(workload: 0, at: 0)
        #expect(left.seconds == nil && left.part == 0)
    }

    @Test(
        "The time left is told as exactly as an estimate is",
        arguments: [
            (0.0, "some seconds left"), (9.9, "some seconds left"), (10, "10 s left"), (44, "40 s left"),
            (59, "60 s left"), (60, "a minute left"), (89, "a minute left"), (91, "2 minutes left"),
            (1_000, "17 minutes left"),
        ]
    )
    func words(seconds: Double, words: String) {
        #expect(TimeLeft.words(seconds) == words)
    }

    @Test(
        "The line of progress has the part that is over, the time left and the workload, by the clock that it is given"
    )
    func line() {
        var now = 0.0
        var lines: [String] = []
        let progress = Progress([("a/b", 10), ("a/c", 10)], now: { now }, write: { lines.append($0) })
        for _ in 0..<4 {
            progress.step("a/b")
            now += 2
        }
        progress.step("a/b")
        progress.clear()
        let start = "\r\u{1B}[K"
        #expect(lines[0] == start + "[0 %] a/b")
        // Six rounds of this workload, and ten of the other.
        #expect(lines[4] == start + "[20 %, 30 s left] a/b")
        #expect(lines[5] == start)
    }
}
