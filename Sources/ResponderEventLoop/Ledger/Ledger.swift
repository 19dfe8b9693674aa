extension MainRunLoop {
    /// What the turns of a loop did, and how long it took: see ``MainRunLoop/startLedger()``.
    ///
    /// Times are on the loop's clock: under virtual time a callback takes no time unless it moves the clock.
    public struct Ledger: Sendable, Hashable {
        /// When the account was begun.
        public let start: Instant
        /// How many turns there were.
        public internal(set) var turns = 0
        /// How long the loop waited for something to do.
        public internal(set) var timeAsleep = Duration.zero
        /// How many callbacks were made, by their kind.
        public internal(set) var served: [CallbackKind: Int] = [:]
        /// The longest time by which a timer fired after its deadline, or a port's oldest sample was served after its
        /// timestamp: the latency that a user feels.
        public internal(set) var longestDelay = Duration.zero
        /// The callback that took longest.
        public internal(set) var slowest: Callback?
    }

    /// A kind of callback that a turn makes.
    public enum CallbackKind: String, Sendable, Hashable, CaseIterable {
        /// A block that was posted.
        case post
        /// The samples of a port: the samples that are served in one go count as one callback.
        case input
        /// A timer that was due.
        case timer
        /// A source that was signalled.
        case userSource
        /// A descriptor that is ready, or a signal that was delivered.
        case watch
        /// All blocks of the main queue and jobs of the main actor that were waiting, as one callback.
        case mainQueue
        /// A notification that was queued.
        case notification
        /// A handler of the update pass.
        case updateHandler
        /// An observer of the run.
        case observer
    }

    /// A callback that a turn made.
    public struct Callback: Sendable, Hashable, CustomStringConvertible {
        /// What was called.
        public let kind: CallbackKind
        /// The name under which the callback was registered: by default the function that registered it.
        public let name: String
        /// When it was called.
        public let start: Instant
        /// How long the callback took, including everything that it called, such as nested runs.
        public let duration: Duration

        /// The callback in words, such as `timer "refresh()" at 12.000250 s took 0.031 seconds`.
        public var description: String { "\(kind.rawValue) \"\(name)\" at \(start) took \(duration)" }
    }
}

/// The name of a callback in one word: the address of a literal, which lives as long as the process.
@frozen @usableFromInline
struct CallbackName {
    @usableFromInline let start: UInt

    /// - Precondition: The name is a literal of more than one character: the literal of a single one has no address.
    @inlinable @inline(__always)
    init(_ name: StaticString) {
        start = name.hasPointerRepresentation ? UInt(bitPattern: name.utf8Start) : 0
    }

    init(start: UInt) {
        self.start = start
    }

    var text: String {
        guard let pointer = UnsafePointer<CChar>(bitPattern: start) else { return "?" }
        return String(cString: pointer)
    }
}
