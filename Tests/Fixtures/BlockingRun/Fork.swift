// What a child that fork(2) made may do with its copy of a loop, and that the parent's loop goes on whatever the child
// does.
import Foundation
import ResponderEventLoop

@_silgen_name("fork") private func forkProcess() -> Int32

extension Program {
    /// What the child does.
    enum ChildAct: String {
        case drop = "fork-drop"
        case cancel = "fork-cancel"
        case run = "fork-run"
        case turn = "fork-turn"
        case reinitialize = "fork-reinitialize"
        /// Returns into the run that the parent forked in.
        case goOn = "fork-go-on"
        /// Makes its copy its own, and gets a signal before and after.
        case signal = "fork-signal"
        /// Goes on so with a loop of its own.
        case reinitializeAndGoOn = "fork-reinitialize-and-go-on"
    }

    static func fork(_ act: ChildAct) throws {
        // A parent that hangs ends here.
        alarm(300)
        var loop: MainRunLoop? = try MainRunLoop()
        var parent: MainRunLoop {
            guard let loop else { exit(2) }
            return loop
        }
        var pipeEnds: [Int32] = [-1, -1]
        guard pipe(&pipeEnds) == 0 else { exit(2) }
        let (reader, writer) = (pipeEnds[0], pipeEnds[1])
        var readable = 0
        let source = try parent.addDescriptorSource(reader, for: .read) { _ in
            var byte: UInt8 = 0
            readable += read(reader, &byte, 1)
        }
        unblockSignals()
        var signals = 0
        let signalSource = act == .signal ? try parent.addSignalSource(SIGUSR1) { signals += $0 } : nil
        // A source that tells hang-ups apart has an epoll set of its own, which tells an edge once.
        var sockets: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0 else { exit(2) }
        var edges = 0
        let edgeSource = try parent.addDescriptorSource(sockets[0], for: [.read, .hangUp], trigger: .edge) { _ in
            edges += 1
        }
        // The wait of this run is over: all descriptors are in the epoll set, and the timer is set.
        parent.run(until: parent.now.advanced(by: .milliseconds(1)))
        parent.addTimer(after: .milliseconds(50)) { _ in }

        switch act {
        case .goOn, .reinitializeAndGoOn:
            var child: Int32 = -1
            parent.post {
                child = forkProcess()
                guard child == 0, act == .reinitializeAndGoOn else { return }
                do { try parent.reinitialize() } catch { _exit(4) }
                parent.addTimer(after: .milliseconds(1)) { _ in _exit(0) }
            }
            parent.run(until: parent.now.advanced(by: .milliseconds(2)))
            if child == 0 {
                parent.run()
                _exit(5)
            }
            report(child)
        default:
            let child = forkProcess()
            if child == 0 {
                switch act {
                case .cancel:
                    source.cancel()
                    _ = try? parent.addDescriptorSource(writer, for: .write) { _ in }
                case .run: parent.run(until: parent.now.advanced(by: .milliseconds(1)))
                case .turn: parent.turn()
                case .reinitialize:
                    runOwn(parent)
                    write(sockets[1], "x", 1)
                    waitUntil(parent) { edges > 0 }
                case .signal: takeSignals(parent) { signals }
                default: break
                }
                weak let dropped = loop
                loop = nil
                // The thread that stopped the loop may still be about to release it.
                for _ in 0..<60_000 where dropped != nil { usleep(1000) }
                _exit(dropped == nil ? 0 : 8)
            }
            report(child)
            // The child's loop has not taken the edge from this one.
            if act == .reinitialize { waitUntil(parent) { edges > 0 } }
        }
        goOn(parent, writer) { readable }
        source.cancel()
        edgeSource.cancel()
        signalSource?.cancel()
    }

    /// The child's loop serves the child.
    private static func runOwn(_ loop: MainRunLoop) {
        do { try loop.reinitialize() } catch { _exit(4) }
        var timers = 0
        loop.addTimer(after: .milliseconds(1), every: .milliseconds(1)) { timer in
            timers += 1
            if timers == 5 { timer.cancel() }
        }
        while timers < 5 { loop.run(until: loop.now.advanced(by: .milliseconds(20))) }
        Thread.detachNewThread {
            usleep(2000)
            loop.post { loop.stop() }
        }
        guard loop.run() == .stopped else { _exit(5) }
        loop.addTimer(after: .seconds(3600)) { _ in }
        loop.run(until: loop.now.advanced(by: .milliseconds(1)))
    }

    /// The child's loop is told of the signal that came before it was the child's, and of the next one.
    private static func takeSignals(_ loop: MainRunLoop, _ signals: () -> Int) {
        raise(SIGUSR1)
        do { try loop.reinitialize() } catch { _exit(4) }
        // A bound against hanging, no more.
        loop.addTimer(after: .seconds(60)) { _ in _exit(3) }
        for expected in 1...2 {
            while signals() < expected { loop.run(returnAfterSource: true) }
            raise(SIGUSR1)
        }
    }

    /// Runs the loop until something is true; ends the process if that takes a minute.
    private static func waitUntil(_ loop: MainRunLoop, _ isTrue: () -> Bool) {
        let bound = loop.addTimer(after: .seconds(60)) { _ in _exit(9) }
        while !isTrue() { loop.run(returnAfterSource: true) }
        bound.cancel()
    }

    private static func report(_ child: Int32) {
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 && errno == EINTR {}
        print("child \(status & 0x7F == 0 ? "exits with \(status >> 8)" : "is ended by a signal")")
    }

    /// The parent's timers, descriptors and posts from threads wake it, however long it has waited.
    private static func goOn(_ loop: MainRunLoop, _ writer: Int32, _ readable: @escaping () -> Int) {
        for _ in 0..<5 {
            var fired = false
            loop.addTimer(after: .milliseconds(2)) { _ in
                fired = true
                loop.stop()
            }
            guard loop.run() == .stopped, fired else { exit(6) }
            let before = readable()
            loop.addTimer(after: .milliseconds(2)) { _ in write(writer, "x", 1) }
            while readable() == before { loop.run(returnAfterSource: true) }
            Thread.detachNewThread {
                usleep(2000)
                // A stop before the run would be ignored.
                loop.post { loop.stop() }
            }
            guard loop.run() == .stopped else { exit(7) }
        }
        print("the parent goes on")
    }
}
