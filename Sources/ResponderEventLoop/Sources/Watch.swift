internal import CResponderEventLoop

/// What libevent watches for a source, and what is called when it was found ready.
@MainActor
final class Watch {
    /// What a call needs, in raw memory, on a cache line of its own: what was recorded as ready names it.
    struct State {
        let watch: Unmanaged<Watch>
        /// Nil once the watch was ended.
        var handle: OpaquePointer?
        /// Nil once it was let go.
        fileprivate var body: Unmanaged<Body>?
        /// How many calls of it are under way, one inside another.
        var performing: Int32 = 0
    }

    /// What is called: see `SourceBody`.
    @MainActor
    fileprivate final class Body {
        let perform: @MainActor (MainRunLoop.DescriptorSource.Readiness) -> Void

        init(_ perform: @escaping @MainActor (MainRunLoop.DescriptorSource.Readiness) -> Void) {
            self.perform = perform
        }
    }

    nonisolated(unsafe) private let state: UnsafeMutablePointer<State>
    private weak var loop: MainRunLoop?
    private let modes: MainRunLoop.ModeSet
    let name: CallbackName

    /// Watches with what `makeHandle` returns for the context it is given; nil, with errno set, where that is nil.
    ///
    /// - Parameter perform: What is called, with what was found; for a signal the bits say how often it came.
    init?(
        loop: MainRunLoop,
        name: CallbackName,
        modes: MainRunLoop.ModeSet,
        perform: @escaping @MainActor (MainRunLoop.DescriptorSource.Readiness) -> Void,
        makeHandle: (_ context: UnsafeMutableRawPointer) -> OpaquePointer?
    ) {
        self.loop = loop
        self.modes = modes
        self.name = name
        state = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 64).bindMemory(to: State.self, capacity: 1)
        state.initialize(to: State(watch: .passUnretained(self), body: .passRetained(Body(perform))))
        guard let handle = makeHandle(state) else { return nil }
        state.pointee.handle = handle
        loop.keep(self, in: modes)
    }

    deinit {
        state.pointee.body?.release()
        UnsafeMutableRawPointer(state).deallocate()
    }

    /// Whether it was not ended, and its loop is there.
    var isUnderWay: Bool { state.pointee.handle != nil && loop != nil }

    /// What the loop calls with what was found.
    ///
    /// Neither the watch nor what it calls is retained: both stay until the last call has returned.
    @inline(__always)
    static func becameReady(_ state: UnsafeMutablePointer<State>, _ value: Int32) {
        state.pointee.performing &+= 1
        state.pointee.body?.borrow { $0.perform(MainRunLoop.DescriptorSource.Readiness(rawValue: value)) }
        state.pointee.performing &-= 1
        if state.pointee.handle == nil { state.pointee.watch.borrow { $0.settle() } }
    }

    /// Ends the watch, and lets go of what it calls.
    func cancel() {
        // A loop that is gone has taken its watches along.
        // It must not go meanwhile, as where another thread lets go of it just now.
        guard let handle = state.pointee.handle, let loop else { return }
        defer { withExtendedLifetime(loop) {} }
        state.pointee.handle = nil
        rel_watch_destroy(handle)
        settle()
    }

    /// Lets go of what a watch that was ended has, and of the watch, when no call is under way.
    @inline(never)
    private func settle() {
        guard state.pointee.performing == 0 else { return }
        let body = state.pointee.body
        state.pointee.body = nil
        // What goes with the closure may run code that comes back here.
        body?.release()
        loop?.forget(self, in: modes)
    }
}
