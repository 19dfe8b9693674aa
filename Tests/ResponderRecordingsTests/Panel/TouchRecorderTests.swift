import ResponderEventLoop
import ResponderRecordings
import ResponderTouchInput
import TestSupport
import Testing

@Suite("A touch recorder")
struct TouchRecorderTests {
    private static let size = Size(344, 352)

    private func frame(_ milliseconds: Int, _ contacts: TouchContact...) -> TouchFrame {
        TouchFrame(time: .zero.advanced(by: .milliseconds(milliseconds)), contacts: contacts)
    }

    /// The frames as a screen of the same size would get them from the recording, written and read back.
    private func replayed(_ frames: [TouchFrame]) throws -> [TouchFrame] {
        var recorder = TouchRecorder(size: Self.size)
        for frame in frames { recorder.record(frame) }
        let recording = try EvdevRecording(recorder.recording.text)
        #expect(recording == recorder.recording)
        let (decoded, statistics) = try recording.decoded(size: try #require(recording.recordedScreen))
        #expect(statistics.malformedEvents == 0)
        #expect(statistics.clampedValues == 0)
        // A decoder divides and multiplies, so its points may be off by a rounding.
        return decoded.map { frame in
            var frame = frame
            for index in frame.contacts.indices {
                let place = frame.contacts[index].location
                let whole = Point(place.x.rounded(), place.y.rounded())
                #expect(place.distance(to: whole) < 1e-9)
                frame.contacts[index].location = whole
            }
            return frame
        }
    }

    @Test("A touch recorder makes a recording that decodes to the frames it was given")
    func sameFrames() throws {
        let frames = [
            frame(0, TouchContact(0, .began, at: Point(20, 24)), TouchContact(1, .began, at: Point(324, 328))),
            frame(8, TouchContact(0, .moved, at: Point(28, 24)), TouchContact(1, .moved, at: Point(316, 328))),
            frame(16, TouchContact(0, .ended, at: Point(28, 40)), TouchContact(1, .ended, at: Point(316, 312))),
            frame(40, TouchContact(2, .began, at: Point(28, 40))),
            frame(48, TouchContact(2, .cancelled, at: Point(28, 40))),
            frame(56, TouchContact(3, .began, at: Point(343, 351)), TouchContact(3, .ended, at: Point(343, 351))),
        ]
        #expect(try replayed(frames) == frames)
    }

    @Test("A touch recorder leaves out hovering contacts, and begins with the first frame that has others")
    func hovering() throws {
        let frames = [
            frame(0, .hovering(9, .began, at: Point(1, 1))),
            frame(8, .hovering(9, .moved, at: Point(2, 2))),
            frame(16, TouchContact(0, .began, at: Point(20, 24)), .hovering(9, .moved, at: Point(3, 3))),
            frame(24, .hovering(9, .ended, at: Point(3, 3)), .hovering(9, .began, at: Point(3, 3))),
            frame(32, TouchContact(9, .moved, at: Point(4, 4)), TouchContact(0, .ended, at: Point(20, 24))),
            frame(40, TouchContact(9, .ended, at: Point(4, 4))),
        ]
        #expect(
            try replayed(frames) == [
                frame(0, TouchContact(0, .began, at: Point(20, 24))),
                frame(16, TouchContact(0, .ended, at: Point(20, 24))),
            ]
        )
    }

    @Test(
        "A touch recorder gives the same frames for any fingers that come, move and go",
        arguments: [1, 2, 3, 4] as [UInt64]
    )
    func anyFingers(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var down: [Int: Point] = [:]
        var frames: [TouchFrame] = []
        var next = 0
        for time in 0..<400 {
            var contacts: [TouchContact] = []
            for (identifier, place) in down.sorted(by: { $0.key < $1.key })
            where Int.random(in: 0..<8, using: &random) == 0 {
                let phase: TouchContact.Phase = Bool.random(using: &random) ? .ended : .cancelled
                contacts.append(TouchContact(identifier, phase, at: place))
                down[identifier] = nil
            }
            if contacts.isEmpty && down.count < 5 {
                let place = Point(Double.random(in: 0..<344, using: &random).rounded(.down), 7)
                contacts.append(TouchContact(next, .began, at: place))
                down[next] = place
                next += 1
            }
            if !contacts.isEmpty {
                frames.append(TouchFrame(time: .zero.advanced(by: .milliseconds(time)), contacts: contacts))
            }
        }
        let last = try #require(frames.last)
        let cancelled = down.sorted { $0.key < $1.key }.map { TouchContact($0.key, .cancelled, at: $0.value) }
        if !cancelled.isEmpty { frames.append(TouchFrame(time: last.time, contacts: cancelled)) }
        let decoded = try replayed(frames)
        // The slots' order is the recording's own, so a frame's contacts are compared as a set.
        #expect(decoded.map(\.time.nanoseconds).count == frames.count, "seed \(seed)")
        for (ours, theirs) in zip(frames, decoded) {
            let origin = frames[0].time.duration(to: ours.time)
            #expect(.zero.advanced(by: origin) == theirs.time, "seed \(seed)")
            #expect(Set(ours.contacts) == Set(theirs.contacts), "seed \(seed)")
        }
    }

    @Test("A touch recorder keeps places on the screen, and passes over contacts that never began")
    func limits() throws {
        let frames = try replayed([
            frame(0, TouchContact(7, .moved, at: Point(5, 5))),
            frame(8, TouchContact(1, .began, at: Point(-10, 1e9))),
            frame(16, TouchContact(1, .moved, at: Point(.nan, 3))),
            frame(24, TouchContact(1, .ended, at: Point(12.75, 3.5))),
        ])
        #expect(frames.flatMap(\.contacts).map(\.phase) == [.began, .ended])
        #expect(frames.flatMap(\.contacts).map(\.location) == [Point(0, 351), Point(12, 3)])
        #expect(EvdevRecording.sample.recordedScreen == nil)
    }
}
