/// Colors that blend into one another along a line.
///
/// Between two stops each part of a color, and its opacity, changes evenly, without regard to the others.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
public struct Gradient: Hashable, Sendable {
    /// A color at a place of the line.
    public struct Stop: Hashable, Sendable {
        /// The color.
        public var color: Color
        /// The place: 0 is the beginning of the line, 1 its end.
        public let location: Double

        /// A color at a place, which is clamped to the range from 0 to 1; NaN is taken for 0.
        ///
        /// - Complexity: O(1); no allocation.
        public init(_ color: Color, at location: Double) {
            self.color = color
            self.location = location > 0 ? min(location, 1) : 0
        }
    }

    /// The colors, by their places; never empty.
    ///
    /// Of several at one place the first holds before it, the last behind it.
    public let stops: [Stop]

    /// Colors at places of the line, in any order.
    ///
    /// - Parameter stops: The colors; none makes a gradient of ``Color/clear`` alone.
    /// - Complexity: O(n log n) for n stops; allocates their array.
    public init(stops: [Stop]) {
        // The sort is stable.
        self.stops = stops.isEmpty ? [Stop(.clear, at: 0)] : stops.sorted { $0.location < $1.location }
    }

    /// Colors at even distances, from the beginning of the line to its end.
    ///
    /// - Parameter colors: The colors; none makes a gradient of ``Color/clear`` alone.
    /// - Complexity: Linear in the colors; allocates an array.
    public init(colors: [Color]) {
        let last = Double(max(colors.count - 1, 1))
        self.init(stops: colors.enumerated().map { Stop($1, at: Double($0) / last) })
    }

    /// The color at a place of the line; beyond its ends that of the nearest stop.
    ///
    /// - Complexity: Linear in the stops; no allocation.
    public func color(at location: Double) -> Color {
        // Every comparison with NaN is false.
        guard let index = stops.firstIndex(where: { $0.location > location }) else {
            return stops[stops.count - 1].color
        }
        let (former, next) = (stops[max(index - 1, 0)], stops[index])
        let distance = next.location - former.location
        guard distance > 0, location > former.location else { return former.color }
        return former.color.blended(with: next.color, part: (location - former.location) / distance)
    }
}

extension Color {
    /// The color at a part of the way to another one: 0 is this one, 1 the other.
    ///
    /// Each part, and the opacity, changes evenly.
    public func blended(with other: Color, part: Double) -> Color {
        func mix(_ own: Double, _ others: Double) -> Double { own + (others - own) * part }
        return Color(
            red: mix(red, other.red),
            green: mix(green, other.green),
            blue: mix(blue, other.blue),
            alpha: mix(alpha, other.alpha)
        )
    }
}
