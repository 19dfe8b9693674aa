extension Window {
    /// The level of a window: windows with a higher number lie further in front.
    ///
    /// - Complexity: O(1) without allocation, for each member that does not say otherwise.
    public struct Level: RawRepresentable, Hashable, Comparable, Sendable {
        /// The number.
        public let rawValue: Double

        /// The level of an app's usual windows: 0.
        public static let normal = Level(rawValue: 0)
        /// The level of a status bar: 1000.
        public static let statusBar = Level(rawValue: 1000)
        /// The level of alerts: 2000.
        public static let alert = Level(rawValue: 2000)
        /// The level of the keyboard on the screen and of other input views: 3000.
        ///
        /// They are in front of the key window whatever its level is.
        public static let keyboard = Level(rawValue: 3000)

        /// The level of that number.
        ///
        /// - Precondition: `rawValue` is not NaN, which has no place in any order.
        public init(rawValue: Double) {
            // `fatalError`, since a failed precondition prints no message in a release build.
            if rawValue.isNaN { fatalError("a window's level cannot be NaN; give it a number, such as 0 for normal") }
            self.rawValue = rawValue
        }

        /// The level of that number, such as `Level(Level.normal.rawValue + 1)` for a step above another level.
        ///
        /// - Precondition: `rawValue` is not NaN.
        public init(_ rawValue: Double) {
            self.init(rawValue: rawValue)
        }

        /// Whether windows of the level `lhs` lie behind those of `rhs`.
        public static func < (lhs: Level, rhs: Level) -> Bool {
            lhs.rawValue < rhs.rawValue
        }
    }
}
