internal import Glibc

/// Releases the views inside a view that is deinitialised, or the children of a controller, however deep they are
/// nested.
///
/// Without this list, the deinits of a view, its subview, the subview's subview … would stand on the stack all at once.
/// So each deinit only adds its subviews to the list, and the outermost deinit on the thread releases the list's views
/// one after another. A deinit accesses only its own object's state, which no other code uses any more, so it may run
/// on any thread.
enum SubtreeRelease {
    private struct Pending {
        var views: [[View]] = []
        var controllers: [[ViewController]] = []
    }

    /// The key of a thread's lists of objects to release.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        guard pthread_key_create(&key, nil) == 0 else {
            fatalError("the process has no thread-specific key left; the release of responders needs one")
        }
        return key
    }()

    /// Releases the subviews of a view in its deinit.
    static func release(_ subviews: consuming [View]) {
        let (pending, isOutermost) = list()
        pending.pointee.views.append(subviews)
        // From here on only the list retains the subviews.
        subviews = []
        if isOutermost { empty(pending) }
    }

    /// Releases the children of a controller in its deinit.
    static func release(_ children: consuming [ViewController]) {
        let (pending, isOutermost) = list()
        pending.pointee.controllers.append(children)
        children = []
        if isOutermost { empty(pending) }
    }

    /// The thread's lists, made if this is the outermost deinit.
    private static func list() -> (pending: UnsafeMutablePointer<Pending>, isOutermost: Bool) {
        if let outer = pthread_getspecific(key) { return (outer.assumingMemoryBound(to: Pending.self), false) }
        let pending = UnsafeMutablePointer<Pending>.allocate(capacity: 1)
        pending.initialize(to: Pending())
        pthread_setspecific(key, pending)
        return (pending, true)
    }

    private static func empty(_ pending: UnsafeMutablePointer<Pending>) {
        // Each round releases the objects that it takes out, whose deinits add further objects to the lists.
        while pending.pointee.views.popLast() != nil || pending.pointee.controllers.popLast() != nil {}
        pthread_setspecific(key, nil)
        pending.deinitialize(count: 1)
        pending.deallocate()
    }
}
