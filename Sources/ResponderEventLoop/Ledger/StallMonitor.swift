internal import CResponderEventLoop
internal import Glibc
internal import Synchronization

extension MainRunLoop {
    /// A turn that takes too long, as another thread sees it while the turn still hangs.
    package struct Stall: Sendable, Hashable {
        /// The kind of the callback under way: the step of the turn; nil between two callbacks.
        package let kind: CallbackKind?
        /// The name under which the callback was registered; nil between two callbacks.
        package let name: String?
        /// Since when the turn lasts, on the monotonic clock.
        package let start: Instant
        /// How long the turn has lasted so far.
        package let duration: Duration
    }
}

/// Watches from a thread of its own whether the turns of a loop end in time: a loop that hangs notices nothing.
///
/// The thread blocks on a timer, which the loop sets when it begins to work and stops before it waits. So the thread
/// wakes only where a turn is late, then each time when the turn has lasted twice as long, and where many turns follow
/// each other without a wait, once in the limit. The loop publishes in single words where it is.
///
/// The members but `run` and `report` are called by the loop's thread.
final class StallMonitor: Sendable {
    /// A callback in one word: the number of its kind above the address of its name.
    struct Place {
        fileprivate let word: UInt

        /// Between two callbacks.
        static var none: Place { Place(word: 0) }

        fileprivate init(word: UInt) {
            self.word = word
        }

        /// An address in user space has 56 bits at most, also on machines with five levels of pages.
        init(_ kind: MainRunLoop.CallbackKind, _ name: CallbackName) {
            word = UInt(kind.number) << 56 | name.start & (1 << 56 - 1)
        }

        fileprivate var kind: MainRunLoop.CallbackKind? { MainRunLoop.CallbackKind(number: UInt8(word >> 56)) }
        fileprivate var name: CallbackName { CallbackName(start: word & (1 << 56 - 1)) }
    }

    private let limit: Int64
    private let report: @Sendable (MainRunLoop.Stall) -> Void
    private let alarm: CInt
    /// Since when the turn lasts, in nanoseconds; 0 while there is none.
    private let start = Atomic<Int64>(0)
    private let place = Atomic<UInt>(0)
    /// Whether the timer is set for the limit of a turn: otherwise the next turn sets it.
    private let isArmed = Atomic<Bool>(false)
    private let hasEnded = Atomic<Bool>(false)
    /// A child that fork(2) makes has no such thread, and must not set the timer that it shares with its parent.
    private let process = rel_process()

    /// Starts the thread; nil where the system has no descriptor or thread left.
    init?(limit: Int64, report: @escaping @Sendable (MainRunLoop.Stall) -> Void) {
        self.limit = limit
        self.report = report
        alarm = rel_alarm_create()
        guard alarm >= 0, startThread() else { return nil }
    }

    deinit {
        if alarm >= 0 { rel_close(alarm) }
    }

    /// Ends the thread, which keeps this object until then.
    func end() {
        hasEnded.store(true, ordering: .sequentiallyConsistent)
        setAlarm(1)
    }

    /// A turn begins, or goes on after a wait.
    func beginTurn() {
        let now = MainRunLoop.Instant.now.nanoseconds
        start.store(now, ordering: .sequentiallyConsistent)
        guard !isArmed.load(ordering: .sequentiallyConsistent) else { return }
        isArmed.store(true, ordering: .sequentiallyConsistent)
        setAlarm(deadline(from: now))
    }

    /// The loop waits from now on, or its turns are over.
    func endTurn() {
        start.store(0, ordering: .sequentiallyConsistent)
        isArmed.store(false, ordering: .sequentiallyConsistent)
        setAlarm(0)
    }

    /// A callback begins; returns the one around it.
    func enter(_ place: Place) -> Place { Place(word: self.place.exchange(place.word, ordering: .relaxed)) }

    /// A callback has returned to the one around it.
    func leave(to outer: Place) { place.store(outer.word, ordering: .relaxed) }

    private func setAlarm(_ deadline: Int64) {
        if rel_process() == process { rel_alarm_set(alarm, deadline) }
    }

    private func deadline(from start: Int64) -> Int64 {
        let (deadline, overflow) = start.addingReportingOverflow(limit)
        return overflow ? .max : deadline
    }

    // MARK: The thread

    private func startThread() -> Bool {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        let error = pthread_create(
            &thread,
            nil,
            { context in
                guard let context else { return nil }
                Unmanaged<StallMonitor>.fromOpaque(context).takeRetainedValue().run()
                return nil
            },
            context.toOpaque()
        )
        guard error == 0 else {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private func run() {
        // Before the wait as well: an end sets the timer, and this thread may have set it since.
        while !hasEnded.load(ordering: .sequentiallyConsistent), rel_alarm_wait(alarm),
            !hasEnded.load(ordering: .sequentiallyConsistent)
        {
            let turn = start.load(ordering: .sequentiallyConsistent)
            // The loop waits, and sets the timer when it goes on.
            if turn == 0 { continue }
            let now = MainRunLoop.Instant.now.nanoseconds
            guard now >= deadline(from: turn) else {
                setAlarm(deadline(from: turn))
                continue
            }
            let place = Place(word: place.load(ordering: .relaxed))
            report(
                MainRunLoop.Stall(
                    kind: place.kind,
                    name: place.kind == nil ? nil : place.name.text,
                    start: MainRunLoop.Instant(nanoseconds: turn),
                    duration: .nanoseconds(now - turn)
                )
            )
            setAlarm(now + (now - turn))
            isArmed.store(false, ordering: .sequentiallyConsistent)
            // The next turn may have begun before it could see that it has to set the timer.
            let next = start.load(ordering: .sequentiallyConsistent)
            if next != turn, next != 0 { setAlarm(deadline(from: next)) }
        }
    }
}

extension MainRunLoop.CallbackKind {
    /// A number above 0.
    fileprivate var number: UInt8 {
        switch self {
        case .post: 1
        case .input: 2
        case .timer: 3
        case .userSource: 4
        case .watch: 5
        case .mainQueue: 6
        case .notification: 7
        case .updateHandler: 8
        case .observer: 9
        }
    }

    fileprivate init?(number: UInt8) {
        guard let kind = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = kind
    }
}
