#if Wayland
internal import CResponderWayland

/// Calls `body` with the object that a listener was given; libwayland calls listeners where events are dispatched,
/// which is on the main actor alone.
///
/// Pointers that `body` uses are marked `nonisolated(unsafe)` by the caller.
func withListener<Object: AnyObject>(
    _ data: UnsafeMutableRawPointer?,
    _: Object.Type,
    _ body: @MainActor (Object) -> Void
) {
    guard let data else { return }
    nonisolated(unsafe) let address = data
    MainActor.assumeIsolated { body(Unmanaged<Object>.fromOpaque(address).takeUnretainedValue()) }
}

/// A table of functions that libwayland calls, which lives as long as the process.
func listenerTable<Table>(_ table: Table) -> UnsafePointer<Table> {
    let place = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    place.initialize(to: table)
    return UnsafePointer(place)
}

/// The object as the data of a listener; the object outlives the listener.
func listenerData(_ object: AnyObject) -> UnsafeMutableRawPointer { Unmanaged.passUnretained(object).toOpaque() }

extension wl_fixed_t {
    /// The number of points.
    var points: Double { Double(self) / 256 }
}
#endif
