import ResponderKit

/// A port that gets frames one by one, as from a panel: each frame has a turn, in a run that would sleep after it.
@MainActor
final class GuardFrames {
    private let loop: MainRunLoop
    private let sender: TouchPort.Sender
    nonisolated(unsafe) private let received = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    init() throws {
        loop = try MainRunLoop(clock: VirtualClock())
        received.initialize(to: 0)
        sender = TouchPort(loop: loop) { [received] port, _ in
            while let frame = port.nextFrame() { received.pointee += frame.count }
            return true
        }.makeSender()
    }

    deinit {
        received.deallocate()
    }

    func turns(_ count: Int) -> GuardWorkload.Counts {
        sender.send(TouchContact(1, .began, at: Point(2, 2)), at: .zero)
        // The first turns make everything that is made only once.
        takeTurns(100)
        received.pointee = 0
        guardMeasured { takeTurns(count) }
        return (count, received.pointee)
    }

    private func takeTurns(_ count: Int) {
        for _ in 0..<count {
            sender.send(TouchContact(1, .moved, at: Point(3, 2)), at: .zero)
            loop.run()
        }
    }
}

/// An application with a display link, in virtual time.
@MainActor
final class GuardDisplayLink {
    private static let framesPerSecond = 1_000

    private let tree: BenchTree
    nonisolated(unsafe) private let called = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    init() throws {
        called.initialize(to: 0)
        tree = try BenchTree(flat: 0)
        tree.application.addDisplayLink(framesPerSecond: Self.framesPerSecond) { [called] _ in called.pointee &+= 1 }
    }

    deinit { called.deallocate() }

    func frames(_ count: Int) -> GuardWorkload.Counts {
        // The first frames make everything that is made only once.
        take(100)
        called.pointee = 0
        guardMeasured { take(count) }
        return (count, called.pointee)
    }

    private func take(_ count: Int) {
        tree.application.runLoop.advance(by: .seconds(1) * count / Self.framesPerSecond)
    }
}
