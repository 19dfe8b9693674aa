import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing
import TransformGesture

@MainActor
@Suite("The transform recogniser over recordings of real hands", .enabled(if: TouchData.isExpected, TouchData.absence))
struct RealTransformTests {
    /// The numbers of the four recognisers after a frame.
    private struct Numbers {
        var way = Point.zero
        var scale = 1.0
        var rotation = 0.0
    }

    @Test("A transform agrees with pan, pinch and rotation for two fingers, and begins and ends with its fingers")
    func agreement() throws {
        var (compared, largest) = (0, 0.0)
        for hand in try RecordedHand.all() {
            let bench = try RecognizerBench()
            let gesture = TransformGestureRecognizer()
            gesture.delegate = bench
            var states: [GestureRecognizer.State] = []
            gesture.addAction { states.append($0.state) }
            bench.view.addGestureRecognizer(gesture)
            var start: (own: Numbers, others: Numbers)?
            var fingers: Set<Int> = []
            bench.play(hand.frames) { frame in
                let (began, ended) = (frame.contacts.filter { $0.phase == .began }, frame.contacts.filter(\.isOver))
                fingers.formUnion(began.map(\.identifier))
                fingers.subtract(ended.map(\.identifier))
                if !began.isEmpty || !ended.isEmpty { start = nil }
                let isUnderWay = [gesture, bench.pan, bench.pinch, bench.rotation].allSatisfy {
                    ($0.state == .began || $0.state == .changed) && $0.numberOfTouches == 2
                }
                guard fingers.count == 2, isUnderWay else { return }
                let own = Numbers(way: gesture.translation(in: nil), scale: gesture.scale, rotation: gesture.rotation)
                let others = Numbers(
                    way: bench.pan.translation(in: nil),
                    scale: bench.pinch.scale,
                    rotation: bench.rotation.rotation
                )
                guard let start else { return start = (own, others) }
                let way = (own.way - start.own.way).distance(to: others.way - start.others.way)
                let scale = abs(own.scale / start.own.scale - others.scale / start.others.scale)
                let angle = abs(own.rotation - start.own.rotation - others.rotation + start.others.rotation)
                largest = max(largest, way, scale, angle)
                compared += 1
            }
            #expect(gesture.state == .possible && gesture.numberOfTouches == 0, "\(hand.name)")
            #expect(states.count { $0 == .began } == states.count { $0 == .ended || $0 == .cancelled }, "\(hand.name)")
        }
        #expect(compared == 1670 && largest < 1e-11)
    }
}

extension TouchContact {
    fileprivate var isOver: Bool { phase == .ended || phase == .cancelled }
}
