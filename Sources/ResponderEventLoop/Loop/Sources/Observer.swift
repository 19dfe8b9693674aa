extension MainRunLoop {
    /// A moment of a run at which observers are called.
    public struct Activity: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt8

        /// The activities with these bits.
        ///
        /// - Complexity: O(1); no allocation.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// A run begins: before its first turn.
        public static let entry = Activity(rawValue: 1 << 0)
        /// A turn begins, even one in which nothing is due.
        public static let beforeTimers = Activity(rawValue: 1 << 1)
        /// A turn is about to serve posts, ports and sources: just after ``beforeTimers``.
        public static let beforeSources = Activity(rawValue: 1 << 2)
        /// The loop has nothing left to do and is about to wait.
        ///
        /// If an observer queues or marks something, the loop serves that work instead of waiting.
        public static let beforeWaiting = Activity(rawValue: 1 << 3)
        /// The loop has waited.
        public static let afterWaiting = Activity(rawValue: 1 << 4)
        /// A run is over: after its last turn.
        public static let exit = Activity(rawValue: 1 << 5)
        /// A turn begins, for the clock that stands still during turns: before ``beforeTimers``.
        static let turnClock = Activity(rawValue: 1 << 7)
        /// All activities.
        public static let all = Activity(rawValue: 0x3F)
    }

    /// A callback at activities of a run.
    ///
    /// Observers are called in ascending order of their order values, and observers with equal values in the order in
    /// which they were added. An observer that is being called is not called again by a run nested in that call (rule
    /// L10). An observer does not keep a run going. The loop keeps an observer until ``cancel()``, or until it has been
    /// called if it does not repeat.
    @MainActor
    public final class Observer {
        /// The activities at which the observer is called.
        public let activities: Activity
        /// The observer's place among the others: lower values are called first.
        public let order: Int
        /// The modes of the runs that are observed.
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

        /// Ends the observer: it is not called again, not even for the activity whose observers are being called.
        ///
        /// Releases the closure. Idempotent, and legal anywhere, even inside the observer's own call.
        ///
        /// - Complexity: O(number of observers); allocates a copy of their list while observers are being called,
        ///   otherwise nothing.
        public func cancel() {
            let dropped = perform
            perform = nil
            if dropped != nil { loop?.forget(self) }
            withExtendedLifetime(dropped) {}
        }

        func notify(of activity: Activity) {
            guard !isFiring, let perform else { return }
            // Before the call, in which a nested run may reach the same activity.
            if !repeats { cancel() }
            isFiring = true
            defer { isFiring = false }
            perform(activity)
        }
    }

    func forget(_ observer: Observer) {
        state.pointee.observers.removeAll { $0 === observer }
        let clock = state.pointee.observedActivities.intersection(.turnClock)
        state.pointee.observedActivities = state.pointee.observers.reduce(into: clock) { $0.formUnion($1.activities) }
    }
}
