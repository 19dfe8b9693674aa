extension MainRunLoop {
    /// The modes that something is served in: a timer, a source, a post, an observer.
    ///
    /// Written as a list, `[.default, myMode]`, or as ``common``.
    public struct ModeSet: Hashable, Sendable, ExpressibleByArrayLiteral {
        /// The modes' bits, and that of common.
        @usableFromInline let mask: UInt64

        /// Stands for all modes that a loop counts as common: now, and when a mode joins them later (rule L21).
        ///
        /// At first these are ``Mode/default`` and ``Mode/tracking``; ``MainRunLoop/addCommonMode(_:)`` adds another. What
        /// does not say otherwise is in this set: what waits while a finger is tracked, it should wait by intent.
        @inlinable
        public static var common: ModeSet { ModeSet(mask: commonBit) }
        /// The default mode alone: what waits while a finger is tracked.
        public static var `default`: ModeSet { [.default] }
        /// The tracking mode alone.
        public static var tracking: ModeSet { [.tracking] }

        /// Stands for all common modes while the application is active; at other times what is in this set pauses.
        ///
        /// A timer that comes due meanwhile fires afterwards, once, and a source that is signalled keeps its place: so what
        /// an application would stop by hand when it resigns, and start again, goes on by itself. A loop without an
        /// application counts as active.
        public static var whileActive: ModeSet { ModeSet(mask: 1 << 62) }
        /// Stands for all common modes while the application is in the foreground, active or not; in the background what is
        /// in this set pauses, as in ``whileActive``.
        public static var whileInForeground: ModeSet { ModeSet(mask: 1 << 61) }

        /// Stands for all common modes, and for every mode while the application is suspended, when nothing else is
        /// served: for what may resume or end the application.
        package static var evenWhileSuspended: ModeSet { ModeSet(mask: commonBit | suspendedBit) }

        @inlinable static var commonBit: UInt64 { 1 << 63 }
        /// All that is served while the application is suspended.
        static var suspendedBit: UInt64 { 1 << 60 }
        static var presenceBits: UInt64 { whileActive.mask | whileInForeground.mask }

        @inlinable
        init(mask: UInt64) {
            self.mask = mask
        }

        /// Those modes; what is in none is never served.
        public init(arrayLiteral modes: Mode...) {
            self.init(mask: modes.reduce(0) { $0 | $1.bit })
        }

        /// Both sets' modes.
        public func union(_ other: ModeSet) -> ModeSet { ModeSet(mask: mask | other.mask) }

        /// Whether the mode is named in the set; a common mode is not, by ``common``.
        public func contains(_ mode: Mode) -> Bool { mask & mode.bit != 0 }
    }
}
