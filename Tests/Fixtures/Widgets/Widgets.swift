public import ResponderKit

// Responders of many shapes, in another module than the tests that ask what they override. Their bodies do nothing, or
// pass on: only which members they override matters.

open class PlainWidget: View {}

open class MoverWidget: View {
    open override func touchesMoved(_ touches: TouchSet, with event: Event) {}
}

/// A class that is final itself.
public final class FinalMoverWidget: View {
    public override func touchesMoved(_ touches: TouchSet, with event: Event) {}
}

open class LateFinalWidget: View {
    public final override func touchesMoved(_ touches: TouchSet, with event: Event) {}
}

open class SubMoverWidget: MoverWidget {}

open class GenericWidget<Element>: View {
    /// What makes it generic.
    public var element: Element?
    open override func touchesEnded(_ touches: TouchSet, with event: Event) { element = nil }
}

open class PlainGenericWidget<Element>: View {
    /// What makes it generic.
    public var element: Element?
}

open class SubGenericWidget: GenericWidget<Int> {}

open class BeganSubGenericWidget: GenericWidget<String> {
    open override func touchesBegan(_ touches: TouchSet, with event: Event) {}
}

open class TwiceGenericWidget<Element>: GenericWidget<[Element]> {
    open override func touchesCancelled(_ touches: TouchSet, with event: Event) {}
}

open class SuperCallingWidget: View {
    open override func touchesMoved(_ touches: TouchSet, with event: Event) {
        super.touchesMoved(touches, with: event)
    }
}

open class IsolatedDeinitWidget: View {
    var element = 1
    isolated deinit { element = 2 }
    open override func touchesBegan(_ touches: TouchSet, with event: Event) {}
}

open class PlainIsolatedDeinitWidget: View {
    isolated deinit {}
}

open class ContravariantWidget: View {
    open override func touchesMoved(_ touches: TouchSet?, with event: Event?) {}
}

open class NonisolatedWidget: View {
    nonisolated open override func touchesCancelled(_ touches: TouchSet, with event: Event) {}
}

open class NextWidget: View {
    open override var next: Responder? { nil }
}

open class HitTestWidget: View {
    open override func hitTest(_ point: Point, with event: Event?) -> View? { super.hitTest(point, with: event) }
}

open class PointInsideWidget: View {
    open override func point(inside point: Point, with event: Event?) -> Bool { true }
}

open class WidgetController: ViewController {
    open override func touchesEnded(_ touches: TouchSet, with event: Event) {}
}

open class WidgetWindow: Window {
    open override func sendEvent(_ event: Event) { super.sendEvent(event) }
    open override func touchesBegan(_ touches: TouchSet, with event: Event) {}
}

open class WidgetApplication: Application {
    open override func touchesCancelled(_ touches: TouchSet, with event: Event) {}
}

class InternalWidget: View {
    override func touchesMoved(_ touches: TouchSet, with event: Event) {}
}

private final class PrivateWidget: View {
    override func touchesEnded(_ touches: TouchSet, with event: Event) {}
}

enum Box<Element> {
    class Nested: View {
        override func touchesBegan(_ touches: TouchSet, with event: Event) {}
    }
}

/// Classes that only this module can name: an internal one (moved), a private one (ended), one nested in a generic type
/// (began).
@MainActor public let hiddenWidgets: [Responder.Type] = [InternalWidget.self, PrivateWidget.self, Box<Int>.Nested.self]
