extension Window {
    /// In front of which others a window lies: a number, the higher the further in front.
    public struct Level: RawRepresentable, Hashable, Comparable, Sendable {
        /// The number.
        public let rawValue: Double

        /// The level of an app's usual windows: 0.
        public static let normal = Level(rawValue: 0)
        /// The level of a status bar: 1000.
        public static let statusBar = Level(rawValue: 1000)
        /// The level of alerts: 2000.
        public static let alert = Level(rawValue: 2000)

        /// The level of that number.
        ///
        /// - Precondition: `rawValue` is not NaN, which has no place in any order.
        public init(rawValue: Double) {
            // Not a precondition, which loses its message in release.
            if rawValue.isNaN { fatalError("a window's level cannot be NaN; give it a number, such as 0 for normal") }
            self.rawValue = rawValue
        }

        /// The level of that number, as for one a step above another: `Level(Level.normal.rawValue + 1)`.
        ///
        /// - Precondition: `rawValue` is not NaN.
        public init(_ rawValue: Double) {
            self.init(rawValue: rawValue)
        }

        /// Whether `lhs` lies behind `rhs`.
        public static func < (lhs: Level, rhs: Level) -> Bool {
            lhs.rawValue < rhs.rawValue
        }
    }
}
