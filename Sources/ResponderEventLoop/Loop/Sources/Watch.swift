internal import CResponderEventLoop
internal import ResponderSupport

/// A descriptor or signal that the C loop watches for a source, and the closure to call when it is ready.
@MainActor
final class Watch {
    /// The closure that is called, in a constant: see `SourceBody`.
    @MainActor
    fileprivate final class Body {
        let perform: @MainActor (MainRunLoop.DescriptorSource.Readiness) -> Void
        let name: CallbackName
        /// The watch outlives its body.
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
    /// The call of the watch, in the memory of the handle.
    ///
    /// Its `body` is a retained `Body`; nil after the release.
    nonisolated(unsafe) private let call: UnsafeMutablePointer<rel_call>
    private weak var loop: MainRunLoop?
    private let modes: MainRunLoop.ModeSet
    /// Whether nothing is watched at present.
    private(set) var isPaused = false
    /// Whether the watch keeps no run alive.
    private(set) var keepsNoRunAlive = false

    /// Watches with the handle that `makeHandle` returns; fails, with errno set, if `makeHandle` returns nil.
    ///
    /// - Parameter perform: Called with the descriptor's readiness; for a signal, its raw value is how often the signal
    ///   came.
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
        // The second word of a closure is the address of its context.
        call.pointee.fetched = unsafeBitCast(perform, to: (UnsafeRawPointer?, UnsafeRawPointer?).self).1
        loop.keep(self, in: modes)
    }

    deinit {
        // Not nil if the loop ended the watch at its own end.
        call.body?.release()
        rel_watch_free(handle)
    }

    /// Whether the watch has not ended, and its loop still exists.
    var isUnderWay: Bool { !call.hasEnded && loop != nil }

    /// Whether the watch keeps a run alive, unless it pauses.
    var keepsRunAlive: Bool {
        get { !keepsNoRunAlive }
        set {
            guard keepsNoRunAlive == newValue, let loop, !call.hasEnded else { return }
            if !isPaused {
                loop.state.pointee.population.remove(modes.mask, isWeak: keepsNoRunAlive)
                loop.state.pointee.population.add(modes.mask, isWeak: !keepsNoRunAlive)
            }
            keepsNoRunAlive = !newValue
            loop.wakeIfSuspended()
        }
    }

    /// Stops watching, until ``resume(_:events:)``; a watch that pauses keeps no run alive.
    func pause() {
        guard let loop, !call.hasEnded, !isPaused else { return }
        rel_watch_pause(handle)
        loop.state.pointee.population.remove(modes.mask, isWeak: keepsNoRunAlive)
        isPaused = true
        loop.wakeIfSuspended()
    }

    /// Watches the descriptor again; false, with errno set, if that fails.
    func resume(_ descriptor: Int32, events: Int32) -> Bool {
        guard let loop, !call.hasEnded, isPaused else { return true }
        guard rel_watch_resume(handle, descriptor, events) else { return false }
        isPaused = false
        loop.state.pointee.population.add(modes.mask, isWeak: keepsNoRunAlive)
        loop.wakeIfSuspended()
        return true
    }

    /// Ends the watch, and releases its closure.
    func cancel() {
        // A loop that is gone has ended its watches. Retained here, since another thread may release the loop
        // meanwhile.
        guard let loop, !call.hasEnded else { return }
        defer { withExtendedLifetime(loop) {} }
        rel_watch_end(handle)
        endIfUnused()
    }

    /// Releases the closure of a watch that has ended, and removes the watch from the loop, unless a call is under way.
    @inline(never)
    fileprivate func endIfUnused() {
        guard call.pointee.calls == 0 else { return }
        let body = call.body
        call.pointee.body = nil
        // Releasing the closure may run code that calls this watch, and even a run that releases it.
        withExtendedLifetime(self) {
            loop?.forget(self, in: modes)
            body?.release()
        }
    }
}

extension MainRunLoop {
    func keep(_ watch: Watch, in modes: ModeSet) {
        state.pointee.watches[ObjectIdentifier(watch)] = watch
        state.pointee.population.add(modes.mask)
    }

    func forget(_ watch: Watch, in modes: ModeSet) {
        if !watch.isPaused { state.pointee.population.remove(modes.mask, isWeak: watch.keepsNoRunAlive) }
        state.pointee.watches[ObjectIdentifier(watch)] = nil
        wakeIfSuspended()
    }
}

/// The call of a watch, as the loop takes it from the C loop.
@MainActor
extension UnsafeMutablePointer<rel_call> {
    nonisolated fileprivate var body: Unmanaged<Watch.Body>? { pointee.body.map { Unmanaged.fromOpaque($0) } }

    @inline(__always)
    fileprivate var hasEnded: Bool { pointee.standing & UInt8(REL_ENDED) != 0 }

    /// The watch's name in the ledger.
    var name: CallbackName { body?.borrow { $0.name } ?? CallbackName("watch") }

    /// Calls the closure with the readiness, or the signal's count, that was recorded.
    ///
    /// Neither the watch nor the body is retained: both stay until the last call has returned.
    @inline(__always)
    func invoke(_ value: Int32) {
        guard let body else { return }
        pointee.calls &+= 1
        body.borrow { $0.perform(MainRunLoop.DescriptorSource.Readiness(rawValue: value)) }
        pointee.calls &-= 1
        if hasEnded { body.borrow { $0.watch }.endIfUnused() }
    }
}
