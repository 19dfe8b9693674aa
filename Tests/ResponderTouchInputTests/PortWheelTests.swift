import ResponderEventLoop
import TestSupport
import Testing

@testable import ResponderTouchInput

@Suite("Frames of the wheel at a touch port")
@MainActor
struct PortWheelTests {
    /// A port, and what it delivered in order: contacts as `began 3 at 12.0`, and the wheel as `wheel 5.0`, after the
    /// delta's vertical part.
    @MainActor
    private final class Scene {
        let harness: PortHarness
        var frames: [WheelFrame] = []
        var lines: [String] = []

        init(capacity: Int = 256) throws {
            harness = try PortHarness(capacity: capacity)
            harness.onFrame = { [unowned self] in lines += $1.contacts.map(\.text) }
            harness.onWheel = { [unowned self] in
                frames.append($0)
                lines.append("wheel \($0.delta.y)")
            }
        }

        func take() -> [String] {
            harness.serve()
            defer { lines = [] }
            return lines
        }
    }

    private func wheel(_ y: Double, time: Int64 = 0) -> WheelFrame {
        WheelFrame(time: .init(nanoseconds: time), location: .zero, delta: Point(0, y))
    }

    // Rules: L35, T42.
    @Test("Wheel frames arrive as they were sent, in their places among the frames of contacts")
    func order() throws {
        let scene = try Scene()
        let sender = scene.harness.makeSender()
        let frames = [
            WheelFrame(
                time: .init(nanoseconds: 9),
                location: Point(-1.5, 1e300),
                delta: Point(-0.25, 1e-300),
                isPrecise: true
            ),
            // Of one sender the order sent counts, whatever the times.
            WheelFrame(time: .init(nanoseconds: 3), location: Point(4, 5), delta: Point(1, -48)),
        ]
        sender.send(frames[0])
        sender.send(1, .began, 1)
        sender.send(1, .moved, 2)
        sender.send(frames[1])
        sender.send(1, .moved, 3)
        sender.send(wheel(0))
        sender.send(1, .ended, 4)
        #expect(
            scene.take() == [
                "wheel 1e-300", "began 1 at 1.0", "moved 1 at 2.0", "wheel -48.0", "moved 1 at 3.0", "wheel 0.0",
                "ended 1 at 4.0",
            ]
        )
        #expect(scene.frames == frames + [wheel(0)])
        #expect(scene.harness.statistics.frames == 7 && scene.harness.statistics.samples == 7)
        #expect(scene.harness.statistics.contacts == 1 && scene.harness.statistics.mostContactsDown == 1)
    }

    // Rules: L35, T42.
    @Test("Wheel frames of several senders are merged with all frames by their time")
    func merged() throws {
        let scene = try Scene()
        let (a, b, c) = (scene.harness.makeSender(), scene.harness.makeSender(), scene.harness.makeSender())
        for time: Int64 in [10, 30, 50] { a.send(1, time == 10 ? .began : .moved, Double(time), time: time) }
        for time: Int64 in [20, 30, 60] { b.send(wheel(Double(time), time: time)) }
        for time: Int64 in [15, 40] { c.send(wheel(Double(time), time: time)) }
        #expect(
            scene.take() == [
                "began 1 at 10.0", "wheel 15.0", "wheel 20.0", "moved 1 at 30.0", "wheel 30.0", "wheel 40.0",
                "moved 1 at 50.0", "wheel 60.0",
            ]
        )
        #expect(scene.harness.statistics.timesAhead == 8)
    }

    @Test("Wheel frames without a finite location and delta are dropped and counted")
    func invalid() throws {
        let scene = try Scene()
        let sender = scene.harness.makeSender()
        for bad in [Double.nan, .infinity, -.infinity, .signalingNaN] {
            for point in [Point(bad, 0), Point(0, bad)] {
                sender.send(WheelFrame(time: .zero, location: point, delta: .zero))
                sender.send(WheelFrame(time: .zero, location: .zero, delta: point))
            }
        }
        sender.send(wheel(.greatestFiniteMagnitude))
        #expect(scene.take() == ["wheel \(Double.greatestFiniteMagnitude)"])
        #expect(scene.harness.statistics.invalidLocations == 16)
        #expect(scene.harness.statistics.droppedWheelFrames == 0)
    }

    // Rules: T20, T42.
    @Test("Wheel frames that find no room are dropped and counted, and take no end its place")
    func overflow() throws {
        let scene = try Scene(capacity: 256)
        let sender = scene.harness.makeSender()
        sender.send(1, .began, 0)
        for y in 0..<1000 { sender.send(wheel(Double(y))) }
        sender.send(1, .moved, 1)
        sender.send(1, .ended, 2)
        // One place is the began's, and one is kept for the end.
        let arrived = (0..<254).map { "wheel \(Double($0))" }
        #expect(scene.take() == ["began 1 at 0.0"] + arrived + ["moved 1 at 1.0", "ended 1 at 2.0"])
        #expect(scene.harness.statistics.droppedWheelFrames == 1000 - 254)
        #expect(scene.harness.statistics.droppedBegans == 0)
        // What was received makes room.
        for _ in 0..<20 {
            for y in 0..<256 { sender.send(wheel(Double(y))) }
            #expect(scene.take().count == 256)
        }
        #expect(scene.harness.statistics.droppedWheelFrames == 1000 - 254)
    }

    @Test(
        "Wheel frames of a sender that is gone arrive, and neither are contacts nor cancel any",
        arguments: [0, 63, 64]
    )
    func lostSender(identifier: Int) throws {
        let scene = try Scene()
        var sender: TouchPort.Sender? = scene.harness.makeSender()
        sender?.send(identifier, .began, 1)
        sender?.send(wheel(1))
        sender?.send(wheel(2))
        sender = nil
        #expect(
            scene.take() == ["began \(identifier) at 1.0", "wheel 1.0", "wheel 2.0", "cancelled \(identifier) at 1.0"]
        )
        sender = scene.harness.makeSender()
        sender?.send(wheel(3))
        sender = nil
        #expect(scene.take() == ["wheel 3.0"])
    }

    @Test("Wheel frames are dropped by a port that does not ask for them, and by one that is invalid")
    func unwanted() throws {
        let loop = try MainRunLoop(clock: VirtualClock())
        var contacts: [String] = []
        let port = TouchPort(loop: loop) { contacts += $0.contacts.map(\.text) }
        let sender = port.makeSender()
        sender.send(wheel(1))
        sender.send(1, .began, 1)
        serveTurns(loop)
        #expect(contacts == ["began 1 at 1.0"] && port.statistics.frames == 2)
        port.invalidate()
        sender.send(wheel(2))
        serveTurns(loop)
        #expect(contacts == ["began 1 at 1.0", "cancelled 1 at 1.0"])
    }
}
