internal import ResponderTouchInput

/// The calls of `viewWillTransition(to:)` before the size of a window changes: of the root controller, and of the
/// children and presented controllers to which each controller forwards the call.
///
/// A list replaces recursion, since controllers may be nested too deep for the stack. So a call that is forwarded comes
/// when the call that forwards it has returned.
@MainActor
struct SizeTransition {
    /// The controllers that must still be called, the next one last, each with the controller that forwards the call.
    private var waiting: [(controller: ViewController, forwarder: ViewController, size: Size)] = []
    /// The controller that is being called.
    private var called: ViewController?
    /// No controller is called any more when this application has ended.
    private let application: Application?

    /// The innermost calls under way; nil outside of them.
    ///
    /// A run of the loop inside a call, or an app's own call, may tell controllers of another window or application.
    private static var current: SizeTransition?

    /// Tells `first` of the size, and all controllers to which the call is forwarded.
    static func tell(_ first: ViewController, of size: Size, in application: Application?) {
        let outer = current
        current = SizeTransition(called: first, application: application)
        first.viewWillTransition(to: size)
        callAll()
        current = outer
    }

    /// Has the children of `controller`, and the controller that it presents, told of the size.
    ///
    /// They are told when the call under way of `controller` has returned, or at once if an app calls the method
    /// itself.
    static func forward(from controller: ViewController, to size: Size) {
        var next: [(controller: ViewController, forwarder: ViewController, size: Size)] = []
        if let presented = controller.presentedReference { next.append((presented, controller, size)) }
        for child in controller.childList.all.reversed() { next.append((child, controller, size)) }
        guard current?.called !== controller else {
            current?.waiting += next
            return
        }
        let outer = current
        let application = controller.viewIfLoaded?.window?.application ?? outer?.application
        current = SizeTransition(waiting: next, application: application)
        callAll()
        current = outer
    }

    /// Calls the controllers that wait in the innermost list, and those that are added meanwhile.
    private static func callAll() {
        current?.called = nil
        while let next = current?.waiting.popLast() {
            guard current?.application?.runsCode != false else { return }
            // A call may have removed or dismissed the controller.
            guard
                next.forwarder === next.controller.parentReference
                    || next.forwarder.presentedReference === next.controller
            else { continue }
            current?.called = next.controller
            next.controller.viewWillTransition(to: next.size)
            current?.called = nil
        }
    }
}
