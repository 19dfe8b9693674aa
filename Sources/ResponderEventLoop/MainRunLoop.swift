internal import CResponderEventLoop

/// The loop of the main actor: it waits in libevent, and serves what has become ready turn by turn.
///
/// Everything that comes from outside is a source of it: ports, timers, signalled sources, file descriptors, blocks
/// posted from any thread, and the main actor's own jobs. One turn serves them in a fixed order (`Turn.swift`), runs the
/// update pass, and sleeps only when there is nothing left to do. The same turn runs under the system's clock and under
/// a ``VirtualClock``.
///
/// A process may have any number of loops, one running at a time or one inside another; an application owns one. All
/// of it belongs to the main actor but for ``post(_:)``, ``wakeUp()`` and ``stop()``, which any thread may call.
@MainActor
public final class MainRunLoop {
    /// The loop behind the C face.
    nonisolated(unsafe) let face: OpaquePointer
    /// What changes at every turn, in raw memory: a property of a class costs an exclusivity check at each access.
    nonisolated(unsafe) let state: UnsafeMutablePointer<State>
    let time: any LoopTime
    let posts = PostQueue()
    let stopRequest = StopRequest()
    let signals: SignalStack
    let mainQueue = MainQueueService()

    /// The right to wake this loop, for those who hand it work from other threads.
    public nonisolated let wakeSignal: WakeSignal

    var inputs: [any InputSource] = []
    private var userSources: [ObjectIdentifier: UserSource] = [:]
    private var descriptorSources: [ObjectIdentifier: DescriptorSource] = [:]
    var updateHandlers: [UpdateHandler] = []

    struct State: ~Copyable {
        var timers = TimerQueue()
        /// The sources that were taken off the stack of signalled ones and not yet performed, oldest first.
        var signalled: UnsafeMutablePointer<UserSource.Link>?
        var lastSignalled: UnsafeMutablePointer<UserSource.Link>?
        var signalledCount = 0
        var needsUpdate = false
        /// How many runs are under way, one inside another.
        var depth = 0
        /// Whether an awaited run is suspended until something is ready: then other main-actor code may run and change
        /// what it waits for.
        var isSuspended = false
        /// libevent's own descriptor, once it was found.
        var pollableDescriptor: CInt = -1
        /// Storage that the steps use again turn by turn.
        var sparePosts: [PostQueue.Post] = []
        var spareDue: [TimerQueue.Due] = []
    }

    /// A loop on the system's clock.
    ///
    /// - Throws: ``Error/cannotCreate(errno:)`` when the system has no file descriptors or memory left.
    public convenience init() throws(MainRunLoop.Error) {
        try self.init(time: SystemTime())
    }

    /// A loop on a virtual clock, for tests and simulations: it never sleeps, and moves the clock from deadline to
    /// deadline.
    ///
    /// - Throws: ``Error/cannotCreate(errno:)`` when the system has no file descriptors or memory left.
    public convenience init(clock: VirtualClock) throws(MainRunLoop.Error) {
        try self.init(time: VirtualTime(clock: clock))
    }

    private init(time: any LoopTime) throws(MainRunLoop.Error) {
        let wakeSignal = try WakeSignal()
        guard let face = rel_loop_create(wakeSignal.descriptor) else {
            throw MainRunLoop.Error.cannotCreate(errno: currentErrno())
        }
        self.face = face
        self.time = time
        self.wakeSignal = wakeSignal
        signals = SignalStack(wakeSignal: wakeSignal)
        state = .allocate(capacity: 1)
        state.initialize(to: State())
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
        rel_loop_destroy(face)
    }

    /// The present instant of the loop's clock.
    public var now: Instant { time.now }
}

// MARK: - Work from any thread

extension MainRunLoop {
    /// Has `work` run on the main actor in the next turn, after the blocks that were posted before it (rule L13).
    ///
    /// Safe on any thread; wakes the loop. What a posted block posts waits for the next turn, so work that posts itself
    /// again never starves input. One short lock; allocates when `work` captures something.
    public nonisolated func post(_ work: @escaping @MainActor () -> Void) {
        posts.append(work)
        wakeSignal.wake()
    }

    /// Has the loop look for work once more instead of sleeping.
    ///
    /// Safe on any thread; any number of calls before the next turn cause one turn (rule L14).
    public nonisolated func wakeUp() {
        stopRequest.requestTurn()
        wakeSignal.wake()
    }

    /// Ends the innermost run when the turn in progress is complete; ignored when the loop does not run (rule L15).
    ///
    /// Safe on any thread.
    public nonisolated func stop() {
        stopRequest.requestStop()
        wakeSignal.wake()
    }

    /// Ends every run, the nested ones and those around them, each when its turn in progress is complete: what the end
    /// of an application does (rule L17).
    ///
    /// Ignored when the loop does not run. Safe on any thread.
    package nonisolated func stopAllRuns() {
        stopRequest.requestStopOfAll()
        wakeSignal.wake()
    }
}

// MARK: - Sources

extension MainRunLoop {
    /// Adds a timer that fires at `deadline`, and then, when `interval` is given, at each multiple of it.
    ///
    /// A deadline in the past fires in the next turn. A repeating timer keeps its phase, and drops the ticks it missed
    /// while the loop was busy (rule L25). O(log n); one allocation, and one more when `perform` captures something.
    @discardableResult
    public func addTimer(
        at deadline: Instant,
        every interval: Duration? = nil,
        perform: @escaping @MainActor (Timer) -> Void
    ) -> Timer {
        let timer = Timer(loop: self, deadline: deadline, interval: interval, perform: perform)
        timer.slot = state.pointee.timers.register(timer)
        arm(timer, at: deadline)
        return timer
    }

    /// Adds a timer that fires `delay` from now, and then, when `interval` is given, at each multiple of it; otherwise
    /// as ``addTimer(at:every:perform:)``.
    @discardableResult
    public func addTimer(
        after delay: Duration,
        every interval: Duration? = nil,
        perform: @escaping @MainActor (Timer) -> Void
    ) -> Timer {
        addTimer(at: now.advanced(by: delay), every: interval, perform: perform)
    }

    /// Adds a source that any thread may signal, and that then performs once on the main actor (rule L11).
    public func addUserSource(perform: @escaping @MainActor () -> Void) -> UserSource {
        let source = UserSource(signals: signals, perform: perform) { [weak self] source in
            self?.userSources[ObjectIdentifier(source)] = nil
        }
        userSources[ObjectIdentifier(source)] = source
        return source
    }

    /// Watches a file descriptor: `perform` is called in each turn in which it is ready for what was asked.
    ///
    /// The descriptor stays the caller's; cancel the source before closing it.
    ///
    /// - Throws: ``Error/cannotWatch(descriptor:errno:)`` for a descriptor that is closed or a regular file.
    public func addDescriptorSource(
        _ descriptor: Int32,
        for readiness: DescriptorSource.Readiness,
        perform: @escaping @MainActor (DescriptorSource.Readiness) -> Void
    ) throws(MainRunLoop.Error) -> DescriptorSource {
        let source = try DescriptorSource(loop: self, descriptor: descriptor, readiness: readiness, perform: perform)
        descriptorSources[ObjectIdentifier(source)] = source
        return source
    }

    /// Adds a function to the update pass.
    ///
    /// It is called once in each turn in which ``setNeedsUpdate()`` was called.
    public func addUpdateHandler(order: Int = 0, perform: @escaping @MainActor () -> Void) -> UpdateHandler {
        let handler = UpdateHandler(loop: self, order: order, perform: perform)
        let index = updateHandlers.firstIndex { $0.order > order } ?? updateHandlers.endIndex
        updateHandlers.insert(handler, at: index)
        wakeIfSuspended()
        return handler
    }

    /// Asks for an update pass before the loop sleeps.
    ///
    /// Any number of calls in a turn cause one pass; a call from inside the pass causes one in the next turn, which
    /// does not wait.
    public func setNeedsUpdate() {
        state.pointee.needsUpdate = true
        wakeIfSuspended()
    }

    /// Adds a port: what step 4 of the turn serves.
    package func addInput(_ input: any InputSource) {
        inputs.append(input)
        wakeIfSuspended()
    }

    /// Takes a port out again.
    package func removeInput(_ input: any InputSource) {
        inputs.removeAll { $0 === input }
    }

    /// Whether any descriptor is watched for somebody.
    var watchesDescriptors: Bool { !descriptorSources.isEmpty }

    func forget(_ source: DescriptorSource) {
        descriptorSources[ObjectIdentifier(source)] = nil
    }

    func forget(_ handler: UpdateHandler) {
        updateHandlers.removeAll { $0 === handler }
    }

    func arm(_ timer: Timer, at deadline: Instant) {
        state.pointee.timers.arm(timer.slot, at: deadline.nanoseconds)
        wakeIfSuspended()
    }

    func release(_ slot: TimerQueue.Slot) {
        state.pointee.timers.remove(slot)?.release()
    }

    /// Has an awaited run that is suspended look again: what it waits for has changed on the main actor itself.
    private func wakeIfSuspended() {
        if state.pointee.isSuspended { wakeSignal.wake() }
    }
}
