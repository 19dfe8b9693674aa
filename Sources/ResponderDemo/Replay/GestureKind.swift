import ResponderKit

/// The gestures whose recognisers may run in a replay.
package enum GestureKind: String, CaseIterable, Sendable {
    case tap
    case doubleTap = "double-tap"
    case longPress = "long-press"
    case pan
    case swipe
    case pinch
    case rotation
    case edge

    /// A recogniser of the gesture with its defaults, except that a swipe may go in any direction, and that a pan from
    /// an edge may come from any.
    @MainActor
    func makeRecognizer() -> GestureRecognizer {
        let recognizer: GestureRecognizer
        switch self {
        case .tap: recognizer = TapGestureRecognizer()
        case .doubleTap:
            let doubleTap = TapGestureRecognizer()
            doubleTap.numberOfTapsRequired = 2
            recognizer = doubleTap
        case .longPress: recognizer = LongPressGestureRecognizer()
        case .pan: recognizer = PanGestureRecognizer()
        case .swipe:
            let swipe = SwipeGestureRecognizer()
            swipe.direction = [.right, .left, .up, .down]
            recognizer = swipe
        case .pinch: recognizer = PinchGestureRecognizer()
        case .rotation: recognizer = RotationGestureRecognizer()
        case .edge:
            let edge = ScreenEdgePanGestureRecognizer()
            edge.edges = .all
            recognizer = edge
        }
        recognizer.name = rawValue
        return recognizer
    }

    /// The gestures in a text: a plural.
    var plural: String {
        switch self {
        case .tap: "taps"
        case .doubleTap: "double taps"
        case .longPress: "long presses"
        case .pan: "pans"
        case .swipe: "swipes"
        case .pinch: "pinches"
        case .rotation: "rotations"
        case .edge: "pans from an edge"
        }
    }

    /// Whether the gesture is recognised in one moment.
    var isDiscrete: Bool { self == .tap || self == .doubleTap || self == .swipe }
}
