import ResponderEventLoop
import ResponderTouchInput
import Testing

@testable import Fuzzers

@Suite("What fuzzers check with")
struct CheckerTests {
    @Test(
        "A contact that comes twice, moves or ends without having come, or is off the screen is seen",
        arguments: [
            [(0, .began, 1), (0, .began, 1)], [(0, .began, 1), (0, .ended, 1), (0, .began, 1)], [(0, .moved, 1)],
            [(0, .began, 1), (0, .ended, 1), (0, .moved, 1)], [(0, .began, 1), (0, .cancelled, 1), (0, .ended, 1)],
            [(0, .began, 100)], [(0, .began, -0.5)], [(0, .began, .nan)],
        ] as [[(Int, TouchContact.Phase, Double)]]
    )
    func contacts(samples: [(Int, TouchContact.Phase, Double)]) {
        var stories = ContactStories(size: Size(100, 100))
        #expect(throws: Violation.self) {
            for (identifier, phase, x) in samples {
                try stories.enter(TouchFrame(time: .zero, contacts: [TouchContact(identifier, phase, at: Point(x, 1))]))
            }
        }
    }

    @Test("The plain reading of a stream finds frames, bad ones, and how the stream ends")
    func stream() {
        let good: [UInt8] = [12, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 97, 7]
        var bad = good
        bad[4] = 2
        let stream = FrameStream(good + bad + good + [9, 0])
        #expect(stream.frames == [.init(name: [97], payload: [7]), .init(name: [97], payload: [7])])
        #expect(stream.bad == [.init(number: 2, offset: 16)])
        #expect(stream.end == .cutOff(2))
        #expect(FrameStream(good + [9, 0, 0, 0]).end == .broken)
        #expect(FrameStream(good).end == .clean)
    }
}
