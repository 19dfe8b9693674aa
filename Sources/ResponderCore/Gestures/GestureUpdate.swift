public import ResponderTouchInput

/// The values of a recogniser when one of its actions was called: an element of ``GestureActionSource/updates``.
///
/// The values are from the moment of the action, even if the task reads them later, when the recogniser has changed or
/// was reset. Only a view that is passed to a method counts with its place at the time of the call.
public struct GestureUpdate<Recognizer: GestureRecognizer>: Sendable {
    /// The recogniser, as it is now; nil once it is gone.
    public private(set) weak var recognizer: Recognizer?
    /// The state that the recogniser had entered: began, changed, ended or cancelled.
    public let state: GestureRecognizer.State
    /// How many touches the recogniser had: see ``GestureRecognizer/numberOfTouches``.
    public let numberOfTouches: Int
    private let place: Point
    private let window: WeakWindow
    private let measures: GestureMeasures

    @MainActor
    init(_ recognizer: Recognizer) {
        self.recognizer = recognizer
        state = recognizer.state
        numberOfTouches = recognizer.numberOfTouches
        place = recognizer.location(in: nil)
        window = WeakWindow(recognizer.view?.window)
        measures = recognizer.measures
    }

    /// Where the gesture was: see ``GestureRecognizer/location(in:)``.
    ///
    /// - Parameter view: The view in whose coordinates the location is; nil stands for the window's.
    /// - Complexity: That of a conversion; no allocation.
    @MainActor
    public func location(in view: View?) -> Point {
        guard let view, let window = window.window else { return place }
        return view.convert(place, from: window)
    }
}

extension GestureUpdate where Recognizer: PanGestureRecognizer {
    /// How far the fingers had moved since the gesture began: see ``PanGestureRecognizer/translation(in:)``.
    ///
    /// - Complexity: Linear in the depth of `view`; no allocation.
    @MainActor
    public func translation(in view: View?) -> Point { distance(measures.first, in: view) }

    /// How fast the fingers moved, in points of `view` per second: see ``PanGestureRecognizer/velocity(in:)``.
    ///
    /// - Complexity: Linear in the depth of `view`; no allocation.
    @MainActor
    public func velocity(in view: View?) -> Point { distance(measures.second, in: view) }

    @MainActor
    private func distance(_ distance: Point, in view: View?) -> Point {
        guard let view else { return distance }
        return distance.applyingLinearPart(of: view.transform(from: window.window))
    }
}

extension GestureUpdate where Recognizer: PinchGestureRecognizer {
    /// How much wider the fingers had become since the gesture began: see ``PinchGestureRecognizer/scale``.
    public var scale: Double { measures.first.x }

    /// How fast the scale changed, per second: see ``PinchGestureRecognizer/velocity``.
    public var velocity: Double { measures.second.x }
}

extension GestureUpdate where Recognizer: RotationGestureRecognizer {
    /// How far the fingers had turned since the gesture began, in radians: see ``RotationGestureRecognizer/rotation``.
    public var rotation: Double { measures.first.x }

    /// How fast the fingers turned, in radians per second: see ``RotationGestureRecognizer/velocity``.
    public var velocity: Double { measures.second.x }
}

/// The measured values of recognisers of some classes, in the window's coordinates; zero in others.
struct GestureMeasures {
    var first = Point.zero
    var second = Point.zero
}

extension GestureRecognizer {
    fileprivate final var measures: GestureMeasures {
        switch self {
        case let pan as PanGestureRecognizer:
            GestureMeasures(first: pan.translation(in: nil), second: pan.velocity(in: nil))
        case let pinch as PinchGestureRecognizer:
            GestureMeasures(first: Point(pinch.scale, 0), second: Point(pinch.velocity, 0))
        case let rotation as RotationGestureRecognizer:
            GestureMeasures(first: Point(rotation.rotation, 0), second: Point(rotation.velocity, 0))
        default: GestureMeasures()
        }
    }
}

/// A window, not kept alive.
private struct WeakWindow: Sendable {
    weak var window: Window?

    init(_ window: Window?) { self.window = window }
}
