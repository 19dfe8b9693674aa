internal import Glibc

/// Releases the views inside a view that is deinitialised, however deep they are nested.
///
/// Without this list, the deinits of a view, its subview, the subview's subview … would stand on the stack all at once.
/// So each deinit only adds its subviews to the list, and the outermost deinit on the thread releases the list's views
/// one after another. A deinit accesses only its own view's state, which no other code uses any more, so it may run on
/// any thread.
enum SubtreeRelease {
    /// The key of a thread's list of views to release.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        guard pthread_key_create(&key, nil) == 0 else {
            fatalError("the process has no thread-specific key left; the release of responders needs one")
        }
        return key
    }()

    /// Releases the subviews of a view in its deinit.
    static func release(_ subviews: consuming [View]) {
        if let outer = pthread_getspecific(key) {
            outer.assumingMemoryBound(to: [[View]].self).pointee.append(subviews)
            subviews = []
            return
        }
        let pending = UnsafeMutablePointer<[[View]]>.allocate(capacity: 1)
        pending.initialize(to: [subviews])
        subviews = []
        pthread_setspecific(key, pending)
        // Each round releases the views that it takes out; their deinits add to the list in turn.
        while pending.pointee.popLast() != nil {}
        pthread_setspecific(key, nil)
        pending.deinitialize(count: 1)
        pending.deallocate()
    }
}
