internal import ResponderTouchInput

/// The calls of `viewWillTransition(to:)` before the size of a window changes: of the root controller, and of the
/// children and presented controllers that each forwards them to.
///
/// A list replaces recursion, since controllers may be nested too deep for the stack. So a call that is forwarded comes
/// when the call that forwards it has returned.
@MainActor
struct SizeTransition {
    /// The controllers that are still to be called, the next one last, each with the one that forwards to it.
    private var waiting: [(controller: ViewController, forwarder: ViewController, size: Size)] = []

    /// The calls under way; nil outside of them.
    private static var current: SizeTransition?

    /// Tells `first` of the size, and those that this one and the others forward to.
    ///
    /// - Parameter goesOn: Whether the application still runs; asked before each call but the first.
    static func tell(_ first: ViewController, of size: Size, while goesOn: () -> Bool) {
        // A run of the loop inside a call may change the size of another window.
        let outer = current
        current = SizeTransition()
        first.viewWillTransition(to: size)
        while let next = current?.waiting.popLast() {
            guard goesOn() else { break }
            // A call may have removed or dismissed the controller.
            guard
                next.forwarder === next.controller.parentReference
                    || next.forwarder.presentedReference === next.controller
            else { continue }
            next.controller.viewWillTransition(to: next.size)
        }
        current = outer
    }

    /// Has the children of `controller`, and what it presents, told: when the call under way has returned, or, if an
    /// app calls the method itself, at once.
    static func forward(from controller: ViewController, to size: Size) {
        var next: [(controller: ViewController, forwarder: ViewController, size: Size)] = []
        if let presented = controller.presentedReference { next.append((presented, controller, size)) }
        for child in controller.childList.all.reversed() { next.append((child, controller, size)) }
        guard current == nil else {
            current?.waiting += next
            return
        }
        for (follower, _, size) in next.reversed() { tell(follower, of: size) { true } }
    }
}
