internal import CResponderFoundation
internal import Foundation
internal import ResponderEventLoop

/// Foundation's `RunLoop.main` as the loop that waits in a run's stead.
///
/// CoreFoundation notes a wake-up, such as the one of a socket's thread, only while its loop waits: nobody can watch
/// for it from outside. So its loop has to do the waiting, on a descriptor that is readable when this package's loop
/// has something to do.
@MainActor
final class FoundationLoop: OtherLoop {
    /// CoreFoundation's source of the descriptor, which is safe on any thread.
    private nonisolated(unsafe) let source: UnsafeMutableRawPointer
    private unowned let loop: MainRunLoop
    private var observer: MainRunLoop.Observer?
    /// Whether Foundation's loop has served its work since the last turn began.
    private var hasServed = false

    /// Returns nil if there is no memory left.
    init?(in loop: MainRunLoop, waitingFor descriptor: Int32) {
        guard let source = rfd_source_add(descriptor) else { return nil }
        self.source = source
        self.loop = loop
        // A loop that always has something to do never waits.
        observer = loop.addObserver(of: .beforeTimers, name: "RunLoop.main") { [weak self] _ in self?.serveInTurn() }
    }

    deinit {
        rfd_source_remove(source)
    }

    func end() {
        observer?.cancel()
    }

    func wait(for descriptor: Int32) -> Bool {
        hasServed = true
        while !rfd_is_readable(descriptor) {
            // Returns after each source, and at once if another thread's loop is meant.
            guard RunLoop.main.run(mode: .default, before: .distantFuture) else { return false }
        }
        return true
    }

    private func serveInTurn() {
        if !hasServed, loop.servesOtherLoop {
            _ = loop.callOtherLoop { RunLoop.main.run(mode: .default, before: .distantPast) }
        }
        hasServed = false
    }
}
