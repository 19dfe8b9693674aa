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

    deinit {
        floor_app_destroy(pointer)
    }

    /// How many calls the handler got.
    var handled: Int { Int(floor_app_handled(pointer)) }
}
