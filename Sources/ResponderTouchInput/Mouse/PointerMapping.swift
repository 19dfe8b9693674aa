/// How the motion of a mouse becomes motion of the pointer on the screen.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
public struct PointerMapping: Hashable, Sendable {
    /// Where the pointer may be, in points of the screen; it begins in the middle.
    public var region: Rect
    /// How many points the pointer moves for one unit of the mouse, at least 0.01 and at most 100; usual mice send 400
    /// to 1,600 units per inch.
    public var speed: Double
    /// By how many points a notch of the wheel moves the content: three lines of 16 points.
    public var pointsPerNotch: Double

    /// A mapping of the pointer to `region`.
    public init(region: Rect, speed: Double = 1, pointsPerNotch: Double = 48) {
        self.region = region
        self.speed = speed
        self.pointsPerNotch = pointsPerNotch
    }

    /// A mapping of the pointer to a screen of `size` points.
    public init(size: Size, speed: Double = 1) {
        self.init(region: Rect(origin: .zero, size: size), speed: speed)
    }

    /// The speeds that a mapping may have.
    static var speeds: ClosedRange<Double> { EvdevDecoder.Error.pointerSpeeds }

    /// Throws what is wrong with the mapping.
    func check() throws(EvdevDecoder.Error) {
        let edges = [region.minX, region.minY, region.maxX, region.maxY]
        guard edges.allSatisfy(\.isFinite) else { throw .region(region) }
        guard region.size.width > 0, region.size.height > 0 else { throw .size(region.size) }
        guard Self.speeds ~= speed else { throw .speed(speed) }
        guard pointsPerNotch.isFinite else { throw .speed(pointsPerNotch) }
    }

    /// The point of the region that is nearest to `point`, but never on its right or lower edge.
    func clamp(_ point: Point) -> Point {
        Point(
            min(max(point.x, region.minX), max(region.maxX.nextDown, region.minX)),
            min(max(point.y, region.minY), max(region.maxY.nextDown, region.minY))
        )
    }
}
