internal import CResponderEventLoop

/// What libevent watches for a source, and what is called when it was found ready.
@MainActor
final class Watch {
    /// What is called: see `SourceBody`.
    @MainActor
    fileprivate final class Body {
        let perform: @MainActor (MainRunLoop.DescriptorSource.Readiness) -> Void
        let name: CallbackName
        /// It stays until this was let go.
        unowned(unsafe) let watch: Watch

        init(
            watch: Watch,
            name: CallbackName,
            perform: @escaping @MainActor (MainRunLoop.DescriptorSource.Readiness) -> Void
        ) {
            self.watch = watch
            self.name = name
            self.perform = perform
        }
    }

    nonisolated(unsafe) private let handle: OpaquePointer
    /// In the memory of the handle.
    ///
    /// Its body is a `Body`, nil once it was let go.
    nonisolated(unsafe) private let call: UnsafeMutablePointer<rel_call>
    private weak var loop: MainRunLoop?
    private let modes: MainRunLoop.ModeSet

    /// Watches what `makeHandle` makes; nil, with errno set, where that is nil.
    ///
    /// - Parameter perform: What is called, with what was found; for a signal the bits say how often it came.
    init?(
        loop: MainRunLoop,
        name: CallbackName,
        modes: MainRunLoop.ModeSet,
        perform: @escaping @MainActor (MainRunLoop.DescriptorSource.Readiness) -> Void,
        makeHandle: () -> OpaquePointer?
    ) {
        guard let handle = makeHandle() else { return nil }
        self.handle = handle
        self.loop = loop
        self.modes = modes
        call = rel_watch_call(handle)
        call.pointee.body = Unmanaged.passRetained(Body(watch: self, name: name, perform: perform)).toOpaque()
        // The second word of a closure says where its context is.
        call.pointee.fetched = unsafeBitCast(perform, to: (UnsafeRawPointer?, UnsafeRawPointer?).self).1
        loop.keep(self, in: modes)
    }

    deinit {
        // Still there where the loop went, and has ended the watch.
        call.body?.release()
        rel_watch_free(handle)
    }

    /// Whether it was not ended, and its loop is there.
    var isUnderWay: Bool { !call.hasEnded && loop != nil }

    /// Ends the watch, and lets go of what it calls.
    func cancel() {
        // A loop that is gone has ended its watches.
        // It must not go meanwhile, as where another thread lets go of it just now.
        guard let loop, !call.hasEnded else { return }
        defer { withExtendedLifetime(loop) {} }
        rel_watch_end(handle)
        settle()
    }

    /// Lets go of what a watch that was ended has, and of the watch, when no call is under way.
    @inline(never)
    fileprivate func settle() {
        guard call.pointee.calls == 0 else { return }
        let body = call.body
        call.pointee.body = nil
        // What goes with the closure may run code that comes back here, and even a run that lets go of the watch.
        withExtendedLifetime(self) {
            loop?.forget(self, in: modes)
            body?.release()
        }
    }
}

/// A watch's call, as the loop takes it.
@MainActor
extension UnsafeMutablePointer<rel_call> {
    nonisolated fileprivate var body: Unmanaged<Watch.Body>? { pointee.body.map { Unmanaged.fromOpaque($0) } }

    @inline(__always)
    fileprivate var hasEnded: Bool { pointee.standing & UInt8(REL_ENDED) != 0 }

    /// What the ledger calls it.
    var name: CallbackName { body?.borrow { $0.name } ?? CallbackName("watch") }

    /// Calls with what was found.
    ///
    /// Neither the watch nor what it calls is retained: both stay until the last call has returned.
    @inline(__always)
    func perform(_ value: Int32) {
        guard let body else { return }
        pointee.calls &+= 1
        body.borrow { $0.perform(MainRunLoop.DescriptorSource.Readiness(rawValue: value)) }
        pointee.calls &-= 1
        if hasEnded { body.borrow { $0.watch }.settle() }
    }
}
