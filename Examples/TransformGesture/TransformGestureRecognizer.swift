public import ResponderKit

/// A recogniser of fingers that move, scale and turn something at once: an example of a recogniser outside of
/// ResponderKit.
///
/// The gesture begins when one of its fingers has moved by ``beginningDistance``, and ends with the last finger. Any
/// number of fingers take part, and may come and go: nothing jumps. What they do is the movement, scale and turn that
/// fit their places best, by least squares. With two fingers they fit exactly; one finger only moves.
///
///     let gesture = TransformGestureRecognizer()
///     gesture.addAction { [weak card] gesture in
///         guard let card else { return }
///         card.center = card.center.applying(gesture.transform(in: card.superview))
///         card.transform = card.transform
///             .concatenating(Transform(rotationAngle: gesture.rotation))
///             .concatenating(Transform(scaleX: gesture.scale, y: gesture.scale))
///         gesture.restart()
///     }
///     card.addGestureRecognizer(gesture)
///
/// The code shows what every continuous recogniser does:
/// - The touch methods measure, and ask for a state. Whether and when the gesture begins is up to the negotiation.
/// - While others must fail first, `state` stays possible after began was asked for.
/// - A finger may be gone without a call, since anybody may have the recogniser ignore a touch. So `touches` is asked
///   which fingers there are.
/// - A cancel needs no code: the gesture is cancelled then, and `reset()` follows as after each attempt.
open class TransformGestureRecognizer: GestureRecognizer {
    /// How far one of the fingers must move before the gesture begins, in points of the window; 8 at first.
    ///
    /// The distance counts anew when a finger comes down or is lifted.
    public final var beginningDistance = 8.0

    /// The fingers, and where they were when one came or went last.
    private var fingers: [FollowedFinger] = []
    /// What the fingers had done when they were at their anchors.
    private var anchored = Similarity()
    /// What the fingers have done.
    private var motion = Similarity()
    /// Whether began was asked for.
    private var hasBegun = false

    /// By how much the fingers have scaled since the gesture began; 1 outside of a gesture.
    public final var scale: Double { hasBegun ? motion.scale : 1 }

    /// By how many radians the fingers have turned since the gesture began, clockwise in the window.
    ///
    /// Several turns add up. Zero outside of a gesture.
    public final var rotation: Double { hasBegun ? motion.rotation : 0 }

    /// How far the mean of the fingers' places has moved since the gesture began, in points of `view`.
    ///
    /// - Parameter view: The view in whose coordinates the translation is; nil stands for the window's.
    /// - Complexity: Linear in the depth of `view`; no allocation.
    public final func translation(in view: View?) -> Point {
        let toView = map(to: view)
        return hasBegun ? motion.translation.applying(toView) - Point.zero.applying(toView) : .zero
    }

    /// The map from where a thing was when the gesture began to where the fingers have taken it.
    ///
    /// - Parameter view: The view in whose coordinates the places are; nil stands for the window's.
    /// - Returns: The map; the identity outside of a gesture.
    /// - Complexity: Linear in the depth of `view`; no allocation.
    public final func transform(in view: View?) -> Transform {
        let toView = map(to: view)
        guard hasBegun, let fromView = toView.inverted() else { return .identity }
        return fromView.concatenating(motion.transform).concatenating(toView)
    }

    /// Counts from now on, as if the gesture began only now.
    ///
    /// - Complexity: O(fingers); no allocation.
    public final func restart() {
        motion = Similarity()
        anchor { $0.place }
    }

    /// Follows further fingers.
    ///
    /// - Complexity: O(fingers); no allocation in the steady state.
    open override func touchesBegan(_ touches: TouchSet, with event: Event) {
        follow()
        for touch in touches { fingers.append(FollowedFinger(touch: touch, anchor: touch.location(in: nil))) }
        anchor { $0.place }
    }

    /// Begins the gesture when a finger has moved far enough, or changes it.
    ///
    /// - Complexity: O(fingers); no allocation.
    open override func touchesMoved(_ touches: TouchSet, with event: Event) {
        follow()
        if !hasBegun {
            guard fingers.contains(where: { $0.place.distance(to: $0.anchor) >= beginningDistance }) else { return }
            hasBegun = true
            state = .began
            return restart()
        }
        // While others must fail first, the gesture has not begun.
        if state == .possible { restart() } else { state = .changed }
    }

    /// Goes on with the fingers that are left; ends the gesture, or fails, when none is.
    ///
    /// - Complexity: O(fingers); no allocation.
    open override func touchesEnded(_ touches: TouchSet, with event: Event) {
        follow()
        fingers.removeAll { touches.contains($0.touch) }
        anchor { $0.place }
        if fingers.isEmpty { state = hasBegun ? .ended : .failed }
    }

    /// Forgets the fingers and what they did.
    ///
    /// - Complexity: O(fingers); no allocation.
    open override func reset() {
        fingers.removeAll(keepingCapacity: true)
        (anchored, motion, hasBegun) = (Similarity(), Similarity(), false)
    }

    /// Measures what the fingers have done.
    private func follow() {
        if !fingers.allSatisfy({ touches.contains($0.touch) }) {
            // The recogniser has ignored a finger since the previous event.
            fingers.removeAll { !touches.contains($0.touch) }
            anchor { $0.touch.previousLocation(in: nil) }
        }
        motion = anchored.continued(by: fingers, lately: motion)
    }

    /// Follows the fingers from those places on.
    private func anchor(at place: (FollowedFinger) -> Point) {
        for index in fingers.indices { fingers[index].anchor = place(fingers[index]) }
        anchored = motion
    }

    /// The map from the window's coordinates to those of `view`.
    private func map(to view: View?) -> Transform {
        guard let view, let window = self.view?.window else { return .identity }
        let origin = view.convert(Point.zero, from: window)
        let x = view.convert(Point(1, 0), from: window) - origin
        let y = view.convert(Point(0, 1), from: window) - origin
        return Transform(a: x.x, b: x.y, c: y.x, d: y.y, tx: origin.x, ty: origin.y)
    }
}
