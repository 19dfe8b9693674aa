import ResponderKit
import TestSupport
import Testing

/// Recordings of real panels, played to recognisers through a touch port, each frame at its instant.
@MainActor
@Suite("Recognisers over recordings of real hands", .enabled(if: TouchData.isExpected, TouchData.absence))
struct RealHandsTests {
    @Test("Recognisers find as many gestures in each real recording as a plain count by the rules")
    func table() throws {
        var (rows, plainRows): ([String: RecordedGestures], [String: RecordedGestures]) = ([:], [:])
        for hand in try RecordedHand.all() {
            rows[hand.name] = RecordedGestures(hand.notes)
            plainRows[hand.name] = RecordedGestures(PlainGestures(of: hand.frames).notes)
        }
        #expect(rows == RecordedGestures.table)
        #expect(plainRows == RecordedGestures.table)
    }

    @Test("Recognisers begin and end in the frames that the rules name, and each gesture that began ends once")
    func ends() throws {
        for hand in try RecordedHand.all() {
            #expect(hand.isAtRest, "\(hand.name)")
            let plain = PlainGestures(of: hand.frames).notes
            for kind in GestureKind.allCases {
                let notes = hand.notes.filter { $0.kind == kind && $0.state != .changed }
                #expect(notes.map(\.place) == plain.filter { $0.kind == kind }.map(\.place), "\(hand.name), \(kind)")
                let begins = notes.map { $0.state == .began }
                let isDiscrete = kind == .tap || kind == .swipe
                #expect(begins == notes.indices.map { !isDiscrete && $0.isMultiple(of: 2) }, "\(hand.name), \(kind)")
                #expect(begins.last != true, "\(hand.name), \(kind)")
            }
        }
    }

    @Test("Recognisers tell translation, scale and rotation as a plain computation does, at each action")
    func values() throws {
        var (compared, largest): ([GestureKind: Int], Double) = ([:], 0)
        for hand in try RecordedHand.all() {
            let plain = PlainGestures(of: hand.frames)
            for note in hand.notes where !note.values.isEmpty {
                let expected = try #require(plain.values[note.kind]?[note.frame], "\(hand.name), \(note)")
                for (value, other) in zip(note.values, expected) { largest = max(largest, abs(value - other)) }
                compared[note.kind, default: 0] += 1
            }
        }
        #expect(compared == [.pan: 14_549, .pinch: 5237, .rotation: 3188])
        // Translations have up to four digits before the point.
        #expect(largest < 1e-11)
    }

    @Test("Recognisers follow two dragging fingers, on phone and tablet, from where they began to where they lifted")
    func twoFingers() throws {
        var ways: [Double] = []
        for hand in try RecordedHand.all() where hand.name.hasSuffix("two-finger-drag.txt") {
            var (places, history): ([Int: Point], [[Point]]) = ([:], [])
            for frame in hand.frames {
                for contact in frame.contacts { places[contact.identifier] = contact.location }
                history.append(places.sorted { $0.key < $1.key }.map(\.value))
            }
            func fingers(_ kind: GestureKind, _ state: GestureRecognizer.State) throws -> ([Point], [Double]) {
                let note = try #require(hand.notes.first { $0.kind == kind && $0.state == state })
                return (history[note.frame], note.values)
            }
            let (atBegan, scaleAtBegan) = try fingers(.pinch, .began)
            let (atEnd, scale) = try fingers(.pinch, .ended)
            let expected = atEnd[0].distance(to: atEnd[1]) / atBegan[0].distance(to: atBegan[1])
            #expect(abs(scale[0] / scaleAtBegan[0] - expected) < 1e-12, "\(hand.name)")
            let (start, first) = try fingers(.pan, .began)
            let (end, translation) = try fingers(.pan, .ended)
            let way = (end[0] + end[1] - start[0] - start[1]) / 2
            let told = Point(translation[0] - first[0], translation[1] - first[1])
            #expect(way.distance(to: told) < 1e-9, "\(hand.name)")
            ways.append(way.x.rounded())
        }
        // Nearly the whole width of the screen, which is 1920 points.
        #expect(ways == [1867, 1841])
    }
}
