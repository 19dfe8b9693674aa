/// A loop of another library that must wait itself in order to be woken.
///
/// It waits in the stead of this package's loop, on that loop's descriptor beside its own, and serves its own work
/// meanwhile. A library whose loop can be told to make one pass when a descriptor is readable needs none of this: its
/// descriptor is a source of this package's loop.
@MainActor
package protocol OtherLoop: AnyObject {
    /// Waits until the descriptor is readable, and serves its own work until then.
    ///
    /// Returns false if it could not wait; then the run waits without it.
    func wait(for descriptor: Int32) -> Bool
}
