import ResponderEventLoop
import ResponderTouchInput
import TestSupport
import Testing

@MainActor
@Suite("A touch port's frames of presses and of the wheel, under several threads,")
struct PortFrameThreadTests {
    // Rules: R29, L35.
    @Test(
        "Frames of presses through one sender or several have one began and one end each, from several threads",
        arguments: [true, false]
    )
    func presses(oneSender: Bool) throws {
        let harness = try PortHarness(capacity: 1 << 14)
        var presses: [PressFrame] = []
        harness.onPress = { presses.append($0) }
        let (one, threads) = (harness.makeSender(), Threads())
        for thread in 0..<UInt16(4) {
            let sender = oneSender ? one : harness.makeSender()
            let frames = (0..<500).flatMap { life in
                let key = thread * 10 + UInt16(life % 10)
                return [PressFrame.Phase.began, .changed, .ended].map {
                    PressFrame(time: .zero, usage: .keyboard(key), phase: $0, characters: "k")
                }
            }
            threads.start { for frame in frames { sender.send(frame) } }
        }
        threads.join()
        harness.loop.runUntilIdle()
        for key in 0..<UInt16(40) {
            let phases = presses.filter { $0.usage == .keyboard(key) }.map(\.phase)
            #expect(phases == (0..<50).flatMap { _ in [.began, .changed, .ended] })
        }
    }

    @Test("Frames of the wheel through one sender all arrive whole, those of a thread in order")
    func wheel() throws {
        let harness = try PortHarness(capacity: 1 << 14)
        var frames: [WheelFrame] = []
        harness.onWheel = { frames.append($0) }
        let sender = harness.makeSender()
        let (threads, count) = (Threads(), 2000)
        for thread in 0..<3 {
            threads.start {
                for index in 0..<count {
                    let number = Double(thread * count + index)
                    sender.send(
                        WheelFrame(
                            time: .init(nanoseconds: Int64(number)),
                            location: Point(number, -number),
                            delta: Point(-number, number),
                            isPrecise: index % 2 == 0
                        )
                    )
                    if index % 10 == 0 { sender.send(thread, .began, number) }
                    if index % 10 == 5 { sender.send(thread, .ended, number) }
                }
            }
        }
        while frames.count < 3000 { harness.serve() }
        threads.join()
        harness.serve()
        #expect(frames.count == 3 * count && harness.statistics.droppedWheelFrames == 0)
        for thread in 0..<3 {
            let own = frames.filter { Int($0.delta.y) / count == thread }
            #expect(own.map(\.delta.y) == (0..<count).map { Double(thread * count + $0) })
        }
        for frame in frames {
            let number = frame.delta.y
            #expect(frame.delta.x == -number && frame.location == Point(number, -number))
            #expect(frame.isPrecise == (Int(number) % 2 == 0) && frame.time.nanoseconds == Int64(number))
        }
    }
}
