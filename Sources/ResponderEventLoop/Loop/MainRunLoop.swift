internal import CResponderEventLoop

/// The loop of the main actor: it waits in libevent, and serves what has become ready turn by turn.
///
/// Everything that comes from outside is a source of it: ports, timers, signalled sources, file descriptors, blocks
/// posted from any thread, and the main actor's own jobs. One turn serves them in a fixed order (`Turn.swift`), runs the
/// update pass, and sleeps only when there is nothing left to do. The same turn runs under the system's clock and under
/// a ``VirtualClock``.
///
/// A process may have any number of loops, one running at a time or one inside another; an application owns one. All
/// of it belongs to the main actor but for ``post(in:name:_:)``, ``wakeUp()`` and ``stop()``, which any thread may call.
@MainActor
public final class MainRunLoop {
    /// The loop behind the C face.
    nonisolated(unsafe) let face: OpaquePointer
    /// What changes at every turn, in raw memory: a property of a class costs an exclusivity check at each access.
    nonisolated(unsafe) let state: UnsafeMutablePointer<State>
    /// Its timers, which end with it.
    nonisolated(unsafe) let timers: UnsafeMutablePointer<TimerQueue>
    let time: LoopTime
    /// Whether a run may give its thread to the kernel until something happens: not under virtual time.
    let sleeps: Bool
    /// What libevent found, behind the C face.
    nonisolated(unsafe) let news: UnsafePointer<rel_news>
    /// Which thread its code runs on.
    let thread = LoopThread()
    let posts: PostQueue
    let stopRequest = StopRequest()
    let inbox: SignalInbox
    let mainQueue = MainQueueService()
    /// What tasks that iterate over this loop's sources wait at.
    let mailboxes = LoopMailboxes()

    /// The right to wake this loop, for those who hand it work from other threads.
    public nonisolated let wakeSignal: WakeSignal

    struct State: ~Copyable {
        // What every turn looks at, close together: it is on few cache lines so.

        /// The modes that the innermost run serves: as bits, with that of common.
        var activeModes = Mode.default.bit | ModeSet.commonBit | ModeSet.presenceBits
        /// What any of the observers is told of.
        var observedActivities: Activity = []
        var needsUpdate = false
        /// Whether the update pass waits: while the application is in the background.
        var holdsUpdates = false
        /// Whether the turn under way calls nothing more.
        var isCutShort = false
        /// Whether the innermost run serves the main queue: where it blocks, and its mode is a common one.
        var servesMainQueue = false
        /// Whether main-actor jobs go on during the innermost run, served by it or between its turns.
        var servesMainActor = false
        /// The priorities, as bits, whose next step serves what libevent found ready before what was signalled.
        var recordedFirst: UInt8 = 0
        /// The sources that were signalled and not yet performed, by priority.
        let signalled = SourceQueue.makeForAllPriorities()
        var signalledCount = 0
        var inputs = InputList()
        var updateHandlers: [UpdateHandler] = []
        /// There while somebody keeps account of the turns, or waits for a stall.
        var watcher: UnsafeMutablePointer<TurnWatcher>?
        var waitingPosts = WaitingPosts()
        var deferred = DeferredLists()

        // And the rest.

        let timers: UnsafeMutablePointer<TimerQueue>
        /// The mode of the innermost run.
        var mode = Mode.default
        /// What the common modes serve besides: the sets that pause with the application, while they do not.
        var presence = ModeSet.presenceBits
        /// Whether the application that the loop serves is suspended.
        var isApplicationSuspended = false
        var commonModes = Mode.default.bit | Mode.tracking.bit
        /// How many sources there are by mode.
        var population = ModePopulation()
        var observers: [Observer] = []
        var userSources: [ObjectIdentifier: UserSource] = [:]
        var watches: [ObjectIdentifier: Watch] = [:]
        /// The process whose loop this is: see ``MainRunLoop/reinitialize()``.
        var process = rel_process()
        /// Counts what was taken into the queues of those that were signalled.
        var signalStamp: UInt64 = 0
        /// How many runs are under way, one inside another.
        var depth = 0
        /// Whether an awaited run is suspended until something is ready: then other main-actor code may run and change
        /// what it waits for.
        ///
        /// The timers keep it: what is armed by its handle alone must know.
        var isSuspended: Bool {
            get { timers.pointee.isSuspended }
            nonmutating set { timers.pointee.isSuspended = newValue }
        }
        /// Whether a host waits on this loop's descriptor, or will: what changes on the main actor itself must wake it.
        ///
        /// The timers keep that too.
        var isBetweenTurns: Bool {
            get { timers.pointee.isBetweenTurns }
            nonmutating set { timers.pointee.isBetweenTurns = newValue }
        }
        /// Whether a host makes the turns of this loop: since its first.
        var isEmbedded = false
        /// Whether observers were told that the loop is about to wait, and not yet that it has.
        var isIdleBetweenTurns = false
        /// Since when a host has made no turn of a loop with nothing to do, while somebody keeps account of it.
        var idleSince: Instant?
        /// Whether the innermost run would serve the main queue in a common mode, which its mode may become.
        var offersMainQueue = false
        /// The descriptor that others wait on, once it was made.
        var pollableDescriptor: CInt = -1
        /// What shuffles sources that are ready together, under virtual time with a seed.
        var shuffler: Shuffler?
        /// Storage that the steps use again turn by turn.
        var sparePosts = PostList()
    }

    /// A loop on the system's clock.
    ///
    /// - Throws: ``Error/cannotCreate(errno:)`` when the system has no file descriptors or memory left.
    public convenience init() throws(MainRunLoop.Error) {
        try self.init(time: .system)
    }

    /// A loop on a virtual clock, for tests and simulations: it never sleeps, and moves the clock from deadline to
    /// deadline.
    ///
    /// - Parameters:
    ///   - clock: The clock that the loop moves.
    ///   - seed: Where it is given, sources of equal priority and order that are ready together are served in an order that
    ///     it decides: another seed finds what relies on one order. Timers, posts and the ports' samples keep theirs, which
    ///     is promised.
    /// - Throws: ``Error/cannotCreate(errno:)`` when the system has no file descriptors or memory left.
    public convenience init(clock: VirtualClock, shufflingReadySourcesBy seed: UInt64? = nil) throws(MainRunLoop.Error)
    {
        try self.init(time: .virtual(clock))
        state.pointee.shuffler = seed.map { Shuffler(seed: $0) }
    }

    private init(time: LoopTime) throws(MainRunLoop.Error) {
        let wakeSignal = try WakeSignal()
        guard let face = rel_loop_create(wakeSignal.descriptor) else {
            throw MainRunLoop.Error.cannotCreate(errno: currentErrno())
        }
        // Here, since the first run would end the process where libdispatch finds no descriptor; and last, since
        // libdispatch keeps the descriptor where no loop comes about.
        if time.sleeps, !rel_main_queue_prepare() {
            let error = currentErrno()
            rel_loop_destroy(face)
            throw MainRunLoop.Error.cannotCreate(errno: error)
        }
        self.face = face
        news = rel_loop_news(face)
        self.time = time
        sleeps = time.sleeps
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
        // Before anything is let go: what goes with a closure may take a signal that this loop had.
        rel_loop_destroy(face)
        posts.end()
        state.pointee.signalled.deallocate()
        state.pointee.sparePosts.free()
        state.pointee.watcher?.deinitialize(count: 1)
        state.pointee.watcher?.deallocate()
        let sources = state.pointee.userSources
        LoopRemains(thread: thread, inbox: inbox, posts: posts, sources: sources, timers: timers).takeApart()
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// The present instant of the loop's clock.
    public var now: Instant { time.now }
}

// MARK: - Work from any thread

extension MainRunLoop {
    /// Has `work` run on the main actor in the next turn, after the blocks that were posted before it (rule L13).
    ///
    /// Safe on any thread; wakes the loop. What a posted block posts waits for the next turn, so work that posts itself
    /// again never starves input. A run of another mode than `modes` leaves it in its place. One short lock, and none on the
    /// loop's own thread where nothing of others waits; allocates when `work` captures something. Not for a handler of
    /// `sigaction`: what waits for a signal of the system is a ``SignalSource``.
    public nonisolated func post(
        in modes: ModeSet = .common,
        name: StaticString = #function,
        _ work: consuming @escaping @MainActor () -> Void
    ) {
        posts.append(PostList.Post(work: work, modes: modes.mask, name: CallbackName(name)))
        wakeSignal.wakeAfterExchange()
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
