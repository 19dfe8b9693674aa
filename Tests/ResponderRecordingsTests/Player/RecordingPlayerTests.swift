import ResponderEventLoop
import ResponderRecordings
import ResponderTouchInput
import Testing

@MainActor
@Suite("A recording player")
struct RecordingPlayerTests {
    private let loop: MainRunLoop
    private let frames: [TouchFrame]

    init() throws {
        loop = try MainRunLoop(clock: VirtualClock(startingAt: MainRunLoop.Instant(nanoseconds: 5_000_000_000)))
        frames = try EvdevRecording.sample.decoded(size: Size(1024, 768)).frames
    }

    /// The instants at which frames arrive, and the times they carry, in milliseconds after the start.
    private func play(_ pace: RecordingPlayer.Pace, for duration: Duration) -> (arrived: [Int64], carried: [Int64]) {
        var (arrived, carried): ([Int64], [Int64]) = ([], [])
        let start = loop.now
        func milliseconds(_ time: MainRunLoop.Instant) -> Int64 { (time.nanoseconds - start.nanoseconds) / 1_000_000 }
        let loop = loop
        let port = TouchPort(loop: loop) { [unowned loop] frame in
            arrived.append(milliseconds(loop.now))
            carried.append(milliseconds(frame.time))
        }
        let player = RecordingPlayer(frames, to: port.makeSender(), on: loop, pace: pace)
        var completions = 0
        player.play {
            completions += 1
            #expect(arrived.count == frames.count)
        }
        loop.run(until: start.advanced(by: duration))
        #expect(completions == 1)
        return (arrived, carried)
    }

    private var recorded: [Int64] {
        frames.map { ($0.time.nanoseconds - frames[0].time.nanoseconds) / 1_000_000 }
    }

    @Test("A recording player sends each frame at its recorded time")
    func recordedPace() {
        let (arrived, carried) = play(.speed(1), for: .seconds(3))
        #expect(arrived == recorded)
        #expect(carried == recorded)
    }

    @Test("A recording player at twice the speed sends frames in half the time, and stamps them accordingly")
    func doubleSpeed() {
        let (arrived, carried) = play(.speed(2), for: .seconds(3))
        #expect(arrived == recorded.map { $0 / 2 })
        #expect(carried == arrived)
    }

    @Test("A recording player at the least speed sends the first frame, and the rest at the end of time")
    func slowest() {
        var count = 0
        let port = TouchPort(loop: loop) { _ in count += 1 }
        let player = RecordingPlayer(frames, to: port.makeSender(), on: loop, pace: .speed(.leastNonzeroMagnitude))
        player.play { Issue.record("the recording cannot have ended") }
        loop.run(until: loop.now.advanced(by: .seconds(1_000_000)))
        #expect(count == 1)
        player.cancel()
    }

    @Test("A recording player sends all frames at once as fast as possible, with their recorded times")
    func fullSpeed() {
        let (arrived, carried) = play(.asFastAsPossible, for: .zero)
        #expect(arrived.allSatisfy { $0 == 0 })
        #expect(carried == recorded)
    }

    @Test("A recording player that is cancelled sends nothing more and does not complete")
    func cancel() {
        var count = 0
        let port = TouchPort(loop: loop) { _ in count += 1 }
        let player = RecordingPlayer(frames, to: port.makeSender(), on: loop, pace: .speed(1))
        player.play { Issue.record("a cancelled player completed") }
        loop.run(until: loop.now.advanced(by: .milliseconds(300)))
        let before = count
        #expect(before > 0)
        player.cancel()
        loop.run(until: loop.now.advanced(by: .seconds(5)))
        #expect(count == before)
    }

    @Test("A recording player asks for a frame only when the one before it has been sent", arguments: [false, true])
    func lazily(isFast: Bool) {
        var (asked, arrived) = (0, 0)
        let port = TouchPort(loop: loop) { _ in arrived += 1 }
        let many = (0..<100_000).lazy.map { number in
            asked += 1
            let contact = TouchContact(1, number == 0 ? .began : .moved, at: Point(Double(number % 100), 1))
            return TouchFrame(time: .init(nanoseconds: Int64(number) * 8_000_000), contacts: [contact])
        }
        let player = RecordingPlayer(
            many,
            to: port.makeSender(),
            on: loop,
            pace: isFast ? .asFastAsPossible : .speed(1)
        )
        player.play { Issue.record("the recording cannot have ended") }
        // A second of the recording, or the frames of two turns.
        if isFast { loop.post { player.cancel() } } else { loop.run(until: loop.now.advanced(by: .seconds(1))) }
        loop.run(until: loop.now)
        #expect(asked > 100 && asked < 4000, "\(asked)")
        player.cancel()
    }

    @Test("A recording player of no frames completes at once")
    func empty() {
        let port = TouchPort(loop: loop) { _ in }
        var completions = 0
        RecordingPlayer([], to: port.makeSender(), on: loop, pace: .speed(1)).play { completions += 1 }
        loop.run(until: loop.now)
        #expect(completions == 0, "nobody holds the player")
        let player = RecordingPlayer([], to: port.makeSender(), on: loop, pace: .speed(1))
        player.play { completions += 1 }
        loop.run(until: loop.now)
        #expect(completions == 1)
    }
}
