import DynamicKit

/// Called with the place of a view and a message, as the program numbers them.
typealias Note = @convention(c) @Sendable (Int32, Int32) -> Void

class PluginView: View {
    let place: Int32
    let note: Note

    required init(_ place: Int32, _ note: Note) {
        self.place = place
        self.note = note
        super.init(frame: Rect(0, 0, 100, 100))
    }
}

/// Handles moves, and passes on all else.
class Mover: PluginView {
    override func touchesMoved(_ touches: TouchSet, with event: Event) { note(place, 1) }
}

/// Handles ends besides, in a second step.
final class MoverAndEnder: Mover {
    override func touchesEnded(_ touches: TouchSet, with event: Event) { note(place, 2) }
}

class Generic<Element>: PluginView {
    var element: Element?
    override func touchesBegan(_ touches: TouchSet, with event: Event) { note(place, 0) }
}

/// Handles all, and passes on what it handled.
private final class Passing: PluginView {
    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        note(place, 0)
        super.touchesBegan(touches, with: event)
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        note(place, 1)
        super.touchesMoved(touches, with: event)
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        note(place, 2)
        super.touchesEnded(touches, with: event)
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        note(place, 3)
        super.touchesCancelled(touches, with: event)
    }
}

/// Is not there for the hit-test.
final class Hole: PluginView {
    override func hitTest(_ point: Point, with event: Event?) -> View? { nil }
    override func touchesBegan(_ touches: TouchSet, with event: Event) { note(place, 0) }
}

/// A view of the class at that place, retained; nil beyond the last.
@_cdecl("plugin_view")
public func pluginView(_ place: Int32, _ note: @convention(c) @Sendable (Int32, Int32) -> Void)
    -> UnsafeMutableRawPointer?
{
    let address = MainActor.assumeIsolated { () -> UInt? in
        class InFunction: PluginView {
            override func touchesCancelled(_ touches: TouchSet, with event: Event) { note(place, 3) }
        }
        let classes: [PluginView.Type] = [
            PluginView.self, Mover.self, MoverAndEnder.self, Generic<[Int]>.self, Passing.self, Hole.self,
            InFunction.self,
        ]
        guard classes.indices.contains(Int(place)) else { return nil }
        return UInt(bitPattern: Unmanaged.passRetained(classes[Int(place)].init(place, note) as View).toOpaque())
    }
    return address.flatMap { UnsafeMutableRawPointer(bitPattern: $0) }
}
