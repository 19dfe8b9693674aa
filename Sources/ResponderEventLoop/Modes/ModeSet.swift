extension MainRunLoop {
    /// The modes in which a timer, a source, a post or an observer is served.
    ///
    /// A set is written as a list, `[.default, myMode]`, or as ``common``.
    ///
    /// - Complexity: O(1) without allocation, for each member that does not say otherwise.
    public struct ModeSet: Hashable, Sendable, ExpressibleByArrayLiteral {
        /// The modes' bits, and the bit of ``common``.
        @usableFromInline let mask: UInt64

        /// Stands for all modes that a loop counts as common, including those that become common later (rule L21).
        ///
        /// At first these are ``Mode/default`` and ``Mode/tracking``; ``MainRunLoop/addCommonMode(_:)`` adds another.
        /// This set is the default in the loop's functions, so work waits while a finger is tracked only if its author
        /// asked for that.
        @inlinable
        public static var common: ModeSet { ModeSet(mask: commonBit) }
        /// The default mode alone: work in this set waits while a finger is tracked
        /// (``MainRunLoop/beginTracking()``).
        public static var `default`: ModeSet { [.default] }
        /// The tracking mode alone.
        public static var tracking: ModeSet { [.tracking] }

        /// Stands for all common modes while the application is active; at other times work in this set pauses.
        ///
        /// A timer that comes due in a pause fires once afterwards, and a source that is signalled keeps its place. So
        /// an application need not stop such work when it resigns active, nor start it again. A loop without an
        /// application counts as active.
        public static var whileActive: ModeSet { ModeSet(mask: 1 << 62) }
        /// Stands for all common modes while the application is in the foreground, active or not; in the background
        /// work in this set pauses, as in ``whileActive``.
        public static var whileInForeground: ModeSet { ModeSet(mask: 1 << 61) }

        /// Stands for all common modes, and for every mode while the application is suspended.
        ///
        /// For sources that may resume or end the application. Nothing else is served while the application is
        /// suspended.
        package static var evenWhileSuspended: ModeSet { ModeSet(mask: commonBit | suspendedBit) }

        /// Stands for every mode.
        package static var everyMode: ModeSet { ModeSet(mask: .max) }

        @inlinable static var commonBit: UInt64 { 1 << 63 }
        /// The bit of the sources that are served while the application is suspended.
        static var suspendedBit: UInt64 { 1 << 60 }
        static var presenceBits: UInt64 { whileActive.mask | whileInForeground.mask }

        @inlinable
        init(mask: UInt64) {
            self.mask = mask
        }

        /// The set of the given modes; work in the empty set is never served.
        ///
        /// - Complexity: Linear in the modes; allocates nothing but the literal's array.
        public init(arrayLiteral modes: Mode...) {
            self.init(mask: modes.reduce(0) { $0 | $1.bit })
        }

        /// The modes of both sets.
        public func union(_ other: ModeSet) -> ModeSet { ModeSet(mask: mask | other.mask) }

        /// Whether the set lists the mode; ``common`` lists none.
        public func contains(_ mode: Mode) -> Bool { mask & mode.bit != 0 }
    }
}
