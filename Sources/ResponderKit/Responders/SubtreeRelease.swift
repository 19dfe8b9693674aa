internal import Glibc

/// Lets go of the views inside one that goes away, however deep they are nested.
///
/// Left to themselves, the deinits of a view, its subview, the subview's subview … would stand on the stack all at once.
/// So each only hands its subviews over, and the outermost on the thread lets go of what was handed over, one after
/// another. No view's state is touched but its own, which is nobody's any more, and so this may be on any thread.
enum SubtreeRelease {
    /// Where a thread notes what was handed over, while it lets go of it.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        guard pthread_key_create(&key, nil) == 0 else {
            fatalError("the process has no thread-specific key left, of which a responder's release needs one")
        }
        return key
    }()

    /// Lets go of the subviews of a view in its deinit.
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
        // What is taken out goes away with the round, and hands over in turn.
        while pending.pointee.popLast() != nil {}
        pthread_setspecific(key, nil)
        pending.deinitialize(count: 1)
        pending.deallocate()
    }
}
