/// How a line along a path looks.
public struct StrokeStyle: Hashable, Sendable {
    /// How an open line ends.
    public enum Cap: Hashable, Sendable, CaseIterable {
        /// At the end of the path.
        case butt
        /// With half a circle around the end of the path.
        case round
        /// Half the line's width beyond the end of the path.
        case square
    }

    /// How two parts of a line meet.
    public enum Join: Hashable, Sendable, CaseIterable {
        /// In a point; cut off where that would be longer than ``StrokeStyle/miterLimit`` allows.
        case miter
        /// In a part of a circle.
        case round
        /// Cut off.
        case bevel
    }

    /// The line's width in points, one half of it on each side of the path.
    public var width: Double
    /// How the line ends.
    public var cap: Cap
    /// How the parts of the line meet.
    public var join: Join
    /// The lengths in points of a dash, of the gap behind it, of the next dash, and so on, over and over; empty for a
    /// line without gaps.
    public var dash: [Double]
    /// How far into the dashes the line begins, in points.
    public var dashPhase: Double
    /// How long the point may be in which two parts meet, as a multiple of the width: 10 at first, as UIKit has it.
    public var miterLimit: Double

    /// A style with these values.
    ///
    /// - Complexity: O(1); no allocation of its own.
    public init(
        width: Double = 1,
        cap: Cap = .butt,
        join: Join = .miter,
        dash: [Double] = [],
        dashPhase: Double = 0,
        miterLimit: Double = 10
    ) {
        self.width = width
        self.cap = cap
        self.join = join
        self.dash = dash
        self.dashPhase = dashPhase
        self.miterLimit = miterLimit
    }
}
