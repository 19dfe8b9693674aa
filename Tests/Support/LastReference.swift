import Synchronization

/// An object's last reference, which goes when and on what thread a test wants.
package final class LastReference<Object: AnyObject & Sendable>: Sendable {
    private let object: Mutex<Object?>

    package init(_ object: Object) { self.object = Mutex(object) }

    package func release() {
        // Outside of the lock: what goes with it may come back here.
        let released = object.withLock { object in object.take() }
        withExtendedLifetime(released) {}
    }
}
