internal import CResponderEventLoop

/// The loop of the main actor: it waits in libevent, and serves the work that has become ready, turn by turn.
///
/// Everything from outside reaches the loop as a source: ports, timers, signalled sources, file descriptors, blocks
/// posted from any thread, and the main actor's own jobs. One turn serves them in a fixed order (`Turn.swift`), runs
/// the update pass, and sleeps only when there is nothing left to do. The same turn runs under the system's clock and
/// under a ``VirtualClock``.
///
/// A process may have any number of loops, one running at a time or one inside another; an application owns one. A loop
/// belongs to the main actor; only ``post(in:name:_:)``, ``wakeUp()`` and ``stop()`` may be called on any thread.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
@MainActor
public final class MainRunLoop {
    /// The C loop's handle.
    nonisolated(unsafe) let handle: OpaquePointer
    /// The values that change in every turn, in raw memory: a property of a class costs an exclusivity check at each
    /// access.
    nonisolated(unsafe) let state: UnsafeMutablePointer<State>
    /// The loop's timers, which end with the loop.
    nonisolated(unsafe) let timers: UnsafeMutablePointer<TimerQueue>
    let time: LoopTime
    /// Whether time passes while a run waits: not under virtual time.
    let sleeps: Bool
    /// Whether a blocking run occupies its thread, and serves the main queue: not under virtual time.
    let blocks: Bool
    /// The readiness that the C loop has recorded.
    nonisolated(unsafe) let pending: UnsafePointer<rel_pending>
    /// The thread on which the loop's code runs.
    let thread = LoopThread()
    let posts: PostQueue
    let stopRequest = StopRequest()
    let inbox: SignalInbox
    let mainQueue = MainQueueService()
    /// The mailboxes of the tasks that iterate over this loop's sources.
    let mailboxes = LoopMailboxes()

    /// Wakes this loop, for code that sends it work from other threads.
    public nonisolated let wakeSignal: WakeSignal

    struct State: ~Copyable {
        // The properties that every turn reads stand together, so that they take few cache lines.

        /// The modes and mode sets that the innermost run serves, as bits.
        var activeModes = Mode.default.bit | ModeSet.commonBit | ModeSet.presenceBits
        /// All activities that any observer observes.
        var observedActivities: Activity = []
        var needsUpdate = false
        /// Whether the update pass is held back, since the application is in the background.
        var holdsUpdates = false
        /// Whether the turn under way makes no further callback.
        var isCutShort = false
        /// Whether the innermost run serves the main queue: a blocking run in a common mode does.
        var servesMainQueue = false
        /// Whether main-actor jobs run during the innermost run, in its turns or between them.
        var servesMainActor = false
        /// The priorities, as bits, whose next step serves the sources that libevent found ready before the signalled
        /// ones.
        var recordedFirst: UInt8 = 0
        /// The sources that were signalled and not yet performed, by priority.
        let signalled = SourceQueue.makeForAllPriorities()
        var signalledCount = 0
        var inputs = InputList()
        var updateHandlers: [UpdateHandler] = []
        /// Not nil while a ledger is kept or a function is to be called at stalls.
        var watcher: UnsafeMutablePointer<TurnWatcher>?
        var waitingPosts = WaitingPosts()
        var deferred = DeferredLists()

        // The properties that few turns read.

        let timers: UnsafeMutablePointer<TimerQueue>
        /// The mode that the innermost run was given; see ``MainRunLoop/servedMode(for:)``.
        var mode = Mode.default
        /// How many calls of ``MainRunLoop/beginTracking()`` were not ended.
        var trackings = 0
        /// Which of the sets ``ModeSet/whileActive`` and ``ModeSet/whileInForeground`` are not paused, as bits.
        var presence = ModeSet.presenceBits
        /// Whether the application that the loop serves is suspended.
        var isApplicationSuspended = false
        var commonModes = Mode.default.bit | Mode.tracking.bit
        /// How many sources each mode has.
        var population = ModePopulation()
        var observers: [Observer] = []
        /// The clock that is read when a turn begins, if there is one; the loop's time keeps it.
        var turnClock: Unmanaged<TurnClock>?
        var userSources: [ObjectIdentifier: UserSource] = [:]
        var watches: [ObjectIdentifier: Watch] = [:]
        /// Called with the name of each source that waits for a descriptor, before the source is called, except those
        /// of input priority; nil usually.
        var onDescriptorSource: (@MainActor (String) -> Void)?
        /// From where the loop's code is called, if it is from outside: see ``MainRunLoop/origin``.
        var origin = Origin.outside
        /// The process whose loop this is: see ``MainRunLoop/reinitialize()``.
        var process = rel_process()
        /// Counts how often signalled sources were taken into their queues.
        var signalStamp: UInt64 = 0
        /// The depth of the run that alone is cut short; 0 where those around it are, too.
        var cutDepth = 0
        /// How many runs are under way, one inside another.
        var depth = 0
        /// Whether an awaited run is suspended until something is ready; meanwhile other main-actor code may run, and
        /// change the work that the run waits for.
        ///
        /// The timer queue stores this flag, since arming a timer reads the flag, and reaches only the queue.
        var isSuspended: Bool {
            get { timers.pointee.isSuspended }
            nonmutating set { timers.pointee.isSuspended = newValue }
        }
        /// Whether a host waits, or will wait, on this loop's descriptor, so that a change on the main actor must make
        /// the descriptor readable.
        ///
        /// The timer queue stores this flag too.
        var isBetweenTurns: Bool {
            get { timers.pointee.isBetweenTurns }
            nonmutating set { timers.pointee.isBetweenTurns = newValue }
        }
        /// Whether a host makes the turns of this loop; stays true from the first such turn on.
        var isEmbedded = false
        /// Whether the last turn of a host left nothing to do, so that the next turn notifies observers of
        /// ``Activity/afterWaiting``.
        var isIdleBetweenTurns = false
        /// The instant since which an embedded loop has had nothing to do; kept only while there is a watcher.
        var idleSince: Instant?
        /// Whether the innermost run serves the main queue as soon as its mode is a common one.
        var offersMainQueue = false
        /// The descriptor on which a host or Dispatch waits for this loop; -1 until it is made.
        var waitDescriptor: CInt = -1
        /// Shuffles sources that are ready together; nil unless the loop has a virtual clock and a seed.
        var shuffler: Shuffler?
        /// An empty list whose memory the post step reuses in each turn.
        var sparePosts = PostList()
        /// How long a blocking run looks for work before it sleeps, in nanoseconds: see ``MainRunLoop/busyWait``.
        var busyWait: Int64 = 0
        /// A loop of another library that waits in this one's stead.
        var otherLoop: (any OtherLoop)?
        /// Has it wait until a deadline; false if nothing has waited.
        var otherWait: (@MainActor (Instant?) -> Bool)?
        /// Whether a blocking run waits in libevent at once: without a busy wait, and without another loop.
        var waitIsPlain = true
    }

    /// A loop on the system's clock.
    ///
    /// - Throws: ``Error/cannotCreate(errno:)`` when the system has no file descriptors or memory left.
    /// - Complexity: O(1). Opens five file descriptors, and the first loop of a process one more; allocates the loop
    ///   with libevent's event base.
    public convenience init() throws(MainRunLoop.Error) {
        try self.init(time: .system)
    }

    /// A loop on a virtual clock, for tests and simulations: it never sleeps, and moves the clock from deadline to
    /// deadline.
    ///
    /// - Parameters:
    ///   - clock: The clock that the loop moves.
    ///   - seed: Determines the order of sources that are ready together and have equal priorities and order values;
    ///     running with several seeds finds code that relies on one order. Nil for the order in which the sources
    ///     became ready. Timers, posts and the ports' samples are never shuffled, since their order is promised.
    /// - Throws: ``Error/cannotCreate(errno:)`` when the system has no file descriptors or memory left.
    /// - Complexity: O(1). Opens five file descriptors; allocates the loop with libevent's event base.
    public convenience init(clock: VirtualClock, shufflingReadySourcesBy seed: UInt64? = nil) throws(MainRunLoop.Error)
    {
        try self.init(time: .virtual(clock))
        state.pointee.shuffler = seed.map { Shuffler(seed: $0) }
    }

    init(time: LoopTime) throws(MainRunLoop.Error) {
        let wakeSignal = try WakeSignal()
        guard let handle = rel_loop_create(wakeSignal.descriptor) else {
            throw MainRunLoop.Error.cannotCreate(errno: currentErrno())
        }
        // Prepared here, since libdispatch would end the process in the first run if it found no descriptor then; and
        // prepared last, since libdispatch keeps its descriptor even if making the loop fails.
        if time.blocks, !rel_main_queue_prepare() {
            let error = currentErrno()
            rel_loop_destroy(handle)
            throw MainRunLoop.Error.cannotCreate(errno: error)
        }
        self.handle = handle
        pending = rel_loop_pending(handle)
        self.time = time
        sleeps = time.sleeps
        blocks = time.blocks
        self.wakeSignal = wakeSignal
        posts = PostQueue(thread: thread)
        inbox = SignalInbox(thread: thread, wakeSignal: wakeSignal)
        timers = .allocate(capacity: 1)
        timers.initialize(to: TimerQueue(at: timers, wakeSignal: wakeSignal))
        state = .allocate(capacity: 1)
        state.initialize(to: State(timers: timers))
    }

    deinit {
        mailboxes.endAll()
        // Before the descriptor is closed on which it waits.
        state.pointee.otherWait = nil
        state.pointee.otherLoop = nil
        // Before any closure is released: the release may run code in which another loop takes a signal of this loop.
        rel_loop_destroy(handle)
        posts.end()
        state.pointee.signalled.deallocate()
        state.pointee.sparePosts.free()
        state.pointee.watcher?.pointee.monitor?.end()
        state.pointee.watcher?.deinitialize(count: 1)
        state.pointee.watcher?.deallocate()
        let sources = state.pointee.userSources
        LoopRemains(thread: thread, inbox: inbox, posts: posts, sources: sources, timers: timers).tearDown()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// The present instant of the loop's clock.
    public var now: Instant { time.now }
}

// MARK: - Work from any thread

extension MainRunLoop {
    /// Runs `work` on the main actor in the next turn, after the blocks that were posted before it (rule L13).
    ///
    /// Safe on any thread; wakes the loop. A block that a posted block posts waits for the next turn, so work that
    /// posts itself again never starves input. A run in a mode that is not in `modes` leaves the block in its place.
    /// Not safe in a handler of `sigaction`: use a ``SignalSource`` to wait for a signal of the system.
    ///
    /// - Complexity: Amortised O(1), with one short lock; without the lock on the loop's own thread, if no post of
    ///   another thread waits. At most one system call. Allocates when `work` captures something, and when the list of
    ///   posts grows.
    public nonisolated func post(
        in modes: ModeSet = .common,
        name: StaticString = #function,
        _ work: consuming @escaping @MainActor () -> Void
    ) {
        posts.append(PostList.Post(work: work, modes: modes.mask, name: CallbackName(name)))
        wakeSignal.wakeAfterExchange()
    }

    /// Posts to this loop without keeping it alive.
    package nonisolated var poster: LoopPoster { LoopPoster(posts: posts, wakeSignal: wakeSignal) }

    /// Makes the loop look for work once more instead of sleeping.
    ///
    /// Safe on any thread; any number of calls before the next turn cause one turn (rule L14).
    ///
    /// - Complexity: O(1), with at most one system call; no allocation, no lock.
    public nonisolated func wakeUp() {
        stopRequest.requestTurn()
        wakeSignal.wake()
    }

    /// Ends the innermost run when the turn in progress is complete; ignored when the loop does not run (rule L15).
    ///
    /// Safe on any thread.
    ///
    /// - Complexity: O(1), with at most one system call; no allocation, no lock.
    public nonisolated func stop() {
        stopRequest.requestStop()
        wakeSignal.wake()
    }

    /// Ends every run, the nested ones and those around them, each when its turn in progress is complete: the end of an
    /// application calls this (rule L17).
    ///
    /// Ignored when the loop does not run. Safe on any thread.
    package nonisolated func stopAllRuns() {
        stopRequest.requestStopOfAll()
        wakeSignal.wake()
    }
}
