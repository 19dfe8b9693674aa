import CBenchFloors

/// The C floor's application.
final class FloorApp {
    let pointer: OpaquePointer

    /// The tree of ``BenchTree``; `handler` is `FLOOR_HIT_VIEW` or one of the constants after it.
    init(handler: Int, wrappers: Int = 0) {
        pointer = floor_app_create(Int32(handler), Int32(wrappers))
    }

    /// A root view with that many children.
    init(flat count: Int) {
        pointer = floor_app_create_flat(Int32(count))
    }

    /// The tree of ``BenchTree`` with a recogniser, `FLOOR_TAP` or one of the constants after it, on the root view; the
    /// hit view counts touches.
    convenience init(gesture: Int) {
        self.init(handler: FLOOR_HIT_VIEW_FINGERS)
        floor_app_add_recognizer(pointer, Int32(gesture))
    }

    deinit {
        floor_app_destroy(pointer)
    }

    /// How many calls the handler got.
    var handled: Int { Int(floor_app_handled(pointer)) }

    /// How often the recogniser's action was called.
    var actions: Int { Int(floor_app_actions(pointer)) }
}
