internal import ResponderTouchInput

/// A recogniser of a finger that comes in from an edge of the screen.
///
/// The finger must come down within ``edgeWidth`` points of one of the ``edges``, and first move at least as far
/// inwards as along the edge; otherwise the recogniser fails. The edges are those of the window, which as a rule fills
/// the screen, and they turn with the interface. By default one finger is allowed at most.
///
/// A subclass that overrides the touch methods or ``reset()`` calls super. (`UIScreenEdgePanGestureRecognizer`)
open class ScreenEdgePanGestureRecognizer: PanGestureRecognizer {
    /// The edges from which a finger may come; none at first, so that nothing is recognised before they are set.
    public final var edges: RectEdge = []

    /// How far from an edge a finger may come down, in points of the window; 24 at first.
    ///
    /// - Precondition: The width is finite, and more than 0.
    public final var edgeWidth = 24.0 {
        didSet {
            if !edgeWidth.isFinite || edgeWidth <= 0 {
                fatalError("\(displayName) cannot have edges of \(edgeWidth) points")
            }
        }
    }

    /// The edges at which the fingers came down.
    private final var reached: RectEdge = []

    /// A recogniser in no view, of at most one finger.
    ///
    /// - Complexity: O(1); allocates the object and its state.
    public override init() {
        super.init()
        maximumNumberOfTouches = 1
    }

    /// Follows a finger at one of the edges; fails when a finger comes down elsewhere before the gesture has begun.
    ///
    /// - Complexity: O(touches of the recogniser); no allocation.
    open override func touchesBegan(_ touches: TouchSet, with event: Event) {
        if !pan.pointee.hasPassed {
            for touch in touches {
                let near = edges.intersection(edges(near: touch.location(in: nil)))
                guard !near.isEmpty else {
                    state = .failed
                    return
                }
                reached.formUnion(near)
            }
        }
        super.touchesBegan(touches, with: event)
    }

    /// Forgets the fingers: translation and velocity are zero.
    ///
    /// - Complexity: O(1); no allocation.
    open override func reset() {
        reached = []
        super.reset()
    }

    /// Begins when the fingers have gone inwards at least as far as along the edge.
    override func start(after path: Point) -> DragStart {
        var inwards = -Double.infinity
        if reached.contains(.top) { inwards = max(inwards, path.y) }
        if reached.contains(.left) { inwards = max(inwards, path.x) }
        if reached.contains(.bottom) { inwards = max(inwards, -path.y) }
        if reached.contains(.right) { inwards = max(inwards, -path.x) }
        return inwards >= max(abs(path.x), abs(path.y)) ? super.start(after: path) : .fails
    }

    private func edges(near place: Point) -> RectEdge {
        guard let bounds = viewReference?.window?.bounds else { return [] }
        var near: RectEdge = []
        if place.y - bounds.minY < edgeWidth { near.insert(.top) }
        if place.x - bounds.minX < edgeWidth { near.insert(.left) }
        if bounds.maxY - place.y <= edgeWidth { near.insert(.bottom) }
        if bounds.maxX - place.x <= edgeWidth { near.insert(.right) }
        return near
    }
}

/// Edges of a rectangle. (`UIRectEdge`)
public struct RectEdge: OptionSet, Hashable, Sendable {
    /// The edges as bits.
    public let rawValue: UInt8

    /// A set of edges from bits.
    ///
    /// - Complexity: O(1); no allocation.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The upper edge.
    public static let top = RectEdge(rawValue: 1 << 0)
    /// The left edge.
    public static let left = RectEdge(rawValue: 1 << 1)
    /// The lower edge.
    public static let bottom = RectEdge(rawValue: 1 << 2)
    /// The right edge.
    public static let right = RectEdge(rawValue: 1 << 3)
    /// All four edges.
    public static let all: RectEdge = [.top, .left, .bottom, .right]
}
