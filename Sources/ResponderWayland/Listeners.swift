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

/// Ends an object by the protocol's request for it.
///
/// A compositor older than `version` does not know the request: there the object ends in this client alone.
func end(
    _ object: OpaquePointer,
    since version: Int32,
    _ release: (OpaquePointer?) -> Void,
    or destroy: (OpaquePointer?) -> Void
) {
    if wl_proxy_get_version(object) >= UInt32(version) { release(object) } else { destroy(object) }
}

extension wl_array {
    /// The numbers of 32 bits in the array.
    var numbers: [UInt32] {
        let start = data?.assumingMemoryBound(to: UInt32.self)
        return Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : size / MemoryLayout<UInt32>.size))
    }
}

extension wl_fixed_t {
    /// The number of points.
    var points: Double { Double(self) / 256 }
}
#endif
