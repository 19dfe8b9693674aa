extension MainRunLoop {
    /// The mode of a run decides what the run serves: only the timers, sources, posts and observers in that mode.
    ///
    /// A mode is a name; two modes with the same name are the same mode, in all loops of the process. While a finger is
    /// tracked (``MainRunLoop/beginTracking()``), a run of the default mode serves only work in ``tracking``, and stays
    /// responsive.
    ///
    /// ``ModeSet/common`` is not a mode but a set of modes, and cannot be run (rule L3).
    public struct Mode: Hashable, Sendable {
        /// The mode's bit in masks of modes.
        let bit: UInt64

        /// The mode of an application that waits for events.
        public static let `default` = Mode(bit: 1 << 0)
        /// The mode while a finger is tracked, as in scrolling.
        public static let tracking = Mode(bit: 1 << 1)

        private init(bit: UInt64) {
            self.bit = bit
        }

        /// The mode with the given name.
        ///
        /// Safe on any thread.
        ///
        /// - Precondition: A process has at most 60 modes: a mode is meant for a kind of activity, not for each object.
        /// - Complexity: O(number of modes), with a short lock; allocates only for a name that is new.
        public init(_ name: String) {
            self.init(bit: 1 << UInt64(ModeNames.shared.index(of: name)))
        }

        /// The mode's name: `default`, `tracking`, or the name that it was made with.
        public var name: String { ModeNames.shared.name(at: bit.trailingZeroBitCount) }
    }
}

extension MainRunLoop.Mode: CustomStringConvertible {
    /// The mode's name.
    public var description: String { name }
}

/// The names of the process's modes, by their bits' numbers.
///
/// It is Sendable because `names` is touched under the lock alone.
private final class ModeNames: Sendable {
    static let shared = ModeNames()
    /// The other four bits of a mask stand for sets of modes.
    static let most = 60

    nonisolated(unsafe) private var names = ["default", "tracking"]
    private let lock = Lock()

    func index(of name: String) -> Int {
        lock.locked {
            if let index = names.firstIndex(of: name) { return index }
            guard names.count < Self.most else {
                fatalError(
                    "the mode \"\(name)\" is one too many: a process can have at most \(Self.most) run loop modes"
                )
            }
            names.append(name)
            return names.count - 1
        }
    }

    func name(at index: Int) -> String {
        lock.locked { names[index] }
    }
}

extension MainRunLoop {
    /// The order in which sources that are ready together are served.
    ///
    /// Each priority has a step of its own in a turn, so none starves another: a source of lower priority is served
    /// later in the turn, not in a later turn.
    public enum Priority: UInt8, Hashable, Sendable, Comparable, CaseIterable {
        /// For input from the user: served before the ports and before timers.
        case input
        /// Everything else.
        case `default`
        /// For work that can wait: served last.
        case idle

        /// Whether `lhs` is served before `rhs`.
        ///
        /// - Complexity: O(1); no allocation.
        public static func < (lhs: Priority, rhs: Priority) -> Bool { lhs.rawValue < rhs.rawValue }
    }
}
