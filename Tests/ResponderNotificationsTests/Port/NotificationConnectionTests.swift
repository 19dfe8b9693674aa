import Glibc
import ResponderEventLoop
import ResponderNotifications
import TestSupport
import Testing

@MainActor
@Suite("Frames from a descriptor")
struct NotificationConnectionTests {
    /// A port with a connection, and the other end of it.
    @MainActor
    final class Scene {
        let port: PortScene
        let sockets = SocketPair()
        private(set) var connection: NotificationConnection?

        init(capacity: Int = NotificationPort.defaultCapacity) throws {
            port = try PortScene(capacity: capacity)
            connection = try port.port.read(from: sockets.near) { [log = port.log] error in
                log.write("end \(error.map { "\($0)" } ?? "")")
            }
        }

        var log: Log { port.log }

        func write(_ bytes: [UInt8]) {
            sockets.write(bytes)
            port.loop.runPresent()
        }
    }

    @Test("Frames arrive in order, in whatever portions they come, and the end is told when all have")
    func portions() throws {
        let scene = try Scene()
        let bytes = try [1, 2, 3].flatMap { try scene.port.frame($0).bytes }
        for byte in bytes { scene.write([byte]) }
        #expect(scene.log.take() == ["battery 1", "battery 2", "battery 3"])
        scene.sockets.write(bytes)
        scene.sockets.hangUp()
        scene.port.loop.runPresent()
        #expect(scene.log.take() == ["battery 1", "battery 2", "battery 3", "end "])
        #expect(scene.connection?.isOpen == false)
    }

    @Test("A frame that is bad in itself is told with its number and its place, and the next one follows")
    func badFrame() throws {
        let scene = try Scene()
        var bad = try scene.port.frame(2).bytes
        bad[4] = 9
        scene.write(try scene.port.frame(1).bytes + bad + scene.port.frame(3).bytes)
        #expect(
            scene.log.take() == [
                "error: frame 2, which begins at byte 22: byte 4: the version is 9, and only 1 is known here",
                "battery 1",
                "battery 3",
            ]
        )
    }

    @Test("A connection ends where a length cannot be right, and what came before arrives")
    func broken() throws {
        let scene = try Scene()
        scene.write(try scene.port.frame(1).bytes + [255, 255, 255, 255] + scene.port.frame(2).bytes)
        let message =
            "frame 2, which begins at byte 22: byte 0: the length is 4294967295, and no frame is longer than 65536; "
            + "split the data into several frames, or use another channel"
        #expect(scene.log.take() == ["error: \(message)", "end \(message)", "battery 1"])
        scene.write(try scene.port.frame(3).bytes)
        #expect(scene.log.take() == [])
    }

    @Test("A connection that ends in a frame says how much of the frame came")
    func cutOff() throws {
        let scene = try Scene()
        scene.sockets.write(try scene.port.frame(1).bytes.dropLast())
        scene.sockets.hangUp()
        scene.port.loop.runPresent()
        let message =
            "the connection ended within a frame, after 21 bytes of it; "
            + "the sender must send the whole frame before it closes"
        #expect(scene.log.take() == ["error: \(message)", "end \(message)"])
    }

    @Test("More frames than the port has room for all arrive in order, while the rest waits in the descriptor")
    func heldUp() throws {
        let scene = try Scene(capacity: 4)
        let sent = (0..<2_000).map { UInt8(truncatingIfNeeded: $0) }
        let bytes = try sent.flatMap { try scene.port.frame($0).bytes }
        var rest = bytes[...]
        while !rest.isEmpty {
            rest = rest.dropFirst(scene.sockets.write(rest))
            scene.port.loop.runPresent()
        }
        #expect(scene.log.take() == sent.map { "battery \($0)" })
        #expect(scene.port.port.statistics.refused == 0)
    }

    @Test("A cancelled connection reads nothing more, tells no end, and lets the port go")
    func cancelled() throws {
        let scene = try Scene()
        scene.sockets.write(try scene.port.frame(1).bytes)
        scene.connection?.cancel()
        scene.connection?.cancel()
        scene.port.loop.runPresent()
        #expect(scene.log.take() == [])
        #expect(scene.connection?.isOpen == false)
    }

    @Test("A connection cancelled in the middle of what it has read delivers what was taken in, and no more")
    func cancelledWhileHeldUp() throws {
        let scene = try Scene(capacity: 2)
        scene.sockets.write(try [1, 2, 3, 4].flatMap { try scene.port.frame($0).bytes })
        scene.port.port.handle(Battery.self) { [log = scene.log, connection = scene.connection] in
            log.write("battery \($0.percent)")
            connection?.cancel()
        }
        scene.port.loop.runPresent()
        #expect(scene.log.take() == ["battery 1", "battery 2", "battery 3", "battery 4"])
    }

    @Test("A descriptor that cannot be watched is refused, and so is any by a port that is no more")
    func refused() throws {
        let scene = try PortScene()
        #expect(throws: MainRunLoop.Error.self) { try scene.port.read(from: -1) }
        scene.port.invalidate()
        let sockets = SocketPair()
        #expect(throws: MainRunLoop.Error.cannotWatch(descriptor: sockets.near, errno: ECANCELED)) {
            try scene.port.read(from: sockets.near)
        }
    }

    @Test("A frame that is not completed in time ends its connection, but silence between frames does not")
    func stalled() throws {
        let scene = try Scene()
        scene.port.port.limits.frameCompletion = .seconds(10)
        let bytes = try scene.port.frame(1).bytes
        scene.write(bytes)
        #expect(scene.log.take() == ["battery 1"])
        scene.port.loop.run(until: .ms(100_000))
        for (number, byte) in bytes.prefix(9).enumerated() {
            scene.write([byte])
            scene.port.loop.run(until: .ms(100_000 + Int64(number + 1) * 1_000))
        }
        #expect(scene.log.take() == [])
        #expect(scene.connection?.isOpen == true)
        scene.port.loop.run(until: .ms(110_000))
        let message =
            "the connection was ended within a frame: only 9 bytes of it came within 10.0 seconds; "
            + "send the whole frame at once, or raise limits.frameCompletion"
        #expect(scene.log.take() == ["error: \(message)", "end \(message)"])
        #expect(scene.connection?.isOpen == false)
        #expect(scene.port.loop.nextDeadline == nil)
    }

    @Test("A frame that is complete in time leaves its connection open, and the next frame has its own time")
    func completed() throws {
        let scene = try Scene()
        scene.port.port.limits.frameCompletion = .seconds(10)
        let bytes = try scene.port.frame(1).bytes
        for half in 0..<6 {
            // From the middle of a frame to that of the next.
            scene.write(half == 0 ? Array(bytes.prefix(8)) : bytes.suffix(bytes.count - 8) + bytes.prefix(8))
            scene.port.loop.run(until: .ms(Int64(half + 1) * 9_000))
        }
        #expect(scene.log.take() == Array(repeating: "battery 1", count: 5))
        #expect(scene.connection?.isOpen == true)
        scene.write(bytes.suffix(bytes.count - 8))
        #expect(scene.port.loop.nextDeadline == nil)
    }

    @Test("A frame arrives whose rest lies in the descriptor when its time is over, since the loop was late")
    func loopWasBusy() throws {
        let scene = try Scene()
        scene.port.port.limits.frameCompletion = .seconds(10)
        let bytes = try NotificationFrame(name: "Battery", payload: Array(repeating: 1, count: 60_000)).bytes
        scene.write(Array(bytes.prefix(8)))
        scene.sockets.write(bytes.dropFirst(8))
        scene.port.clock.advance(to: .ms(20_000))
        scene.port.loop.runPresent()
        #expect(
            scene.log.take() == [
                "error: the payload of \"Battery\" cannot be decoded: "
                    + "it has 60000 bytes, and must have one, the percentage"
            ]
        )
        #expect(scene.connection?.isOpen == true)
    }

    @Test("More connections than the limit are refused and told, and a connection that ends makes room")
    func tooMany() throws {
        let scene = try PortScene()
        scene.port.limits.connections = 2
        let sockets = (0..<3).map { _ in SocketPair() }
        let first = try scene.port.read(from: sockets[0].near)
        try scene.port.read(from: sockets[1].near)
        #expect(throws: MainRunLoop.Error.cannotWatch(descriptor: sockets[2].near, errno: EUSERS)) {
            try scene.port.read(from: sockets[2].near)
        }
        #expect(
            scene.log.take() == [
                "error: a connection was refused: 2 are open; cancel those that are not needed, or raise "
                    + "limits.connections"
            ]
        )
        first.cancel()
        try scene.port.read(from: sockets[2].near)
        sockets[2].write(try scene.frame(7).bytes)
        scene.loop.runPresent()
        #expect(scene.log.take() == ["battery 7"])
    }

    @Test("Random bytes on one connection harm no other, and all good frames arrive", arguments: 0..<20)
    func fuzz(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scene = try PortScene(capacity: 8)
        let sockets = (0..<3).map { _ in SocketPair() }
        for pair in sockets { try scene.port.read(from: pair.near) }
        var expected: [UInt8] = []
        for _ in 0..<200 {
            let pair = sockets[Int.random(in: 0..<2, using: &random)]
            let percent = UInt8.random(in: 0...255, using: &random)
            let bytes = try scene.frame(percent).bytes
            expected.append(percent)
            let cut = Int.random(in: 0...bytes.count, using: &random)
            pair.write(bytes[..<cut])
            if Bool.random(using: &random) {
                // The third one's stream is noise.
                sockets[2].write((0..<30).map { _ in UInt8.random(in: 0...255, using: &random) })
            }
            scene.loop.runPresent()
            pair.write(bytes[cut...])
            if Bool.random(using: &random) { scene.loop.runPresent() }
        }
        scene.loop.runPresent()
        let arrived = scene.log.take().filter { $0.hasPrefix("battery") }
        #expect(arrived.sorted() == expected.map { "battery \($0)" }.sorted(), "seed \(seed)")
    }

    @Test("A connection goes with its port, invalidated or not, and with the loop")
    func lifetimes() throws {
        let sockets = SocketPair()
        var scene: PortScene? = try PortScene()
        weak let first = try scene?.port.read(from: sockets.near)
        #expect(first?.isOpen == true)
        scene?.port.invalidate()
        #expect(first == nil)
        scene = try PortScene()
        weak let second = try scene?.port.read(from: sockets.near)
        sockets.write([1])
        scene?.loop.runPresent()
        #expect(second?.isOpen == true)
        scene = nil
        #expect(second == nil)
    }
}
