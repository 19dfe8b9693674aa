extension MainRunLoop {
    /// A moment of a run that observers are told of.
    public struct Activity: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt8

        /// The activities with these bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// A run begins: before its first turn.
        public static let entry = Activity(rawValue: 1 << 0)
        /// A turn begins: every one, though nothing may be due.
        public static let beforeTimers = Activity(rawValue: 1 << 1)
        /// Just after it.
        public static let beforeSources = Activity(rawValue: 1 << 2)
        /// The loop has nothing left to do and is about to wait.
        ///
        /// What an observer queues or marks is done instead.
        public static let beforeWaiting = Activity(rawValue: 1 << 3)
        /// The loop has waited.
        public static let afterWaiting = Activity(rawValue: 1 << 4)
        /// A run is over: after its last turn.
        public static let exit = Activity(rawValue: 1 << 5)
        /// All of these.
        public static let all = Activity(rawValue: 0x3F)
    }

    /// Something that is told of a run's activities.
    ///
    /// Observers are called in ascending order of their order values, equal ones in the order in which they were added; one
    /// that is being called is not called again by a run nested in it (rule L10). An observer does not keep a run alive. It
    /// stays with its loop until ``cancel()``, or, when it does not repeat, until it was called; also when nobody else holds
    /// it.
    @MainActor
    public final class Observer {
        /// What it is told of.
        public let activities: Activity
        /// Its place among the others.
        public let order: Int
        /// The modes of the runs that it is told of.
        public let modes: ModeSet
        let name: CallbackName
        private let repeats: Bool
        private weak var loop: MainRunLoop?
        private var isFiring = false
        /// Nil once the observer was cancelled.
        private var perform: (@MainActor (Activity) -> Void)?

        init(
            loop: MainRunLoop,
            name: CallbackName,
            activities: Activity,
            order: Int,
            repeats: Bool,
            modes: ModeSet,
            perform: @escaping @MainActor (Activity) -> Void
        ) {
            self.loop = loop
            self.name = name
            self.activities = activities
            self.order = order
            self.repeats = repeats
            self.modes = modes
            self.perform = perform
        }

        /// Has the observer told no more, also of what is being told just now.
        ///
        /// Its closure is let go. Idempotent, and legal anywhere, also inside itself.
        public func cancel() {
            let dropped = perform
            perform = nil
            if dropped != nil { loop?.forget(self) }
            withExtendedLifetime(dropped) {}
        }

        func tell(_ activity: Activity) {
            guard !isFiring, let perform else { return }
            // Before the call, in which a nested run may come round.
            if !repeats { cancel() }
            isFiring = true
            defer { isFiring = false }
            perform(activity)
        }
    }
}
