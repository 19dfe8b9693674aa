internal import ResponderCore

/// How fast a scroll view slows down after a drag. (`UIScrollView.DecelerationRate`)
public struct DecelerationRate: Hashable, Sendable {
    /// The part of the velocity that is left after a millisecond; more than 0, and less than 1.
    public let rawValue: Double

    /// 0.998, UIKit's: after a second 13.5 % of the velocity are left.
    public static let normal = DecelerationRate(rawValue: 0.998)
    /// 0.99, UIKit's: after a tenth of a second 36.6 % of the velocity are left.
    public static let fast = DecelerationRate(rawValue: 0.99)

    /// The rate at which `rawValue` of the velocity is left after a millisecond.
    ///
    /// - Precondition: The value is more than 0, and less than 1.
    /// - Complexity: O(1); no allocation.
    public init(rawValue: Double) {
        guard rawValue > 0, rawValue < 1 else {
            fatalError("a deceleration rate lies between 0 and 1, and is not \(rawValue)")
        }
        self.rawValue = rawValue
    }
}
