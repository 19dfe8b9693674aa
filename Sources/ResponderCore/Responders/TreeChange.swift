/// A change of the tree of views, with its effects on touches that are down.
enum TreeChange {
    /// Makes the change, and makes all applications with touches or presses review them.
    ///
    /// The cost does not depend on the number of applications without touches and presses.
    ///
    /// The review is not only for the applications that show the changed views: a touched view that was removed before
    /// still passes messages on up its chain, through views that no application shows.
    @MainActor
    static func make(_ change: () -> Void) {
        // Objects that the change takes out of the tree stay alive until their touches are cancelled.
        ProcessState.shared.beginUse()
        change()
        ProcessState.shared.didChange()
        // All applications are marked before the first cancel, since the cancel's handler may run the loop, which
        // serves other applications.
        forEachEngagedApplication { $0.markTreeChange() }
        forEachEngagedApplication { $0.reviewUnlessDispatching() }
        ProcessState.shared.endUse()
    }

    /// Goes from the last place in the list to the first.
    ///
    /// The count is read each time, since a cancel's handler may make, touch or release applications. Then an
    /// application may be visited twice, which does nothing.
    @MainActor
    private static func forEachEngagedApplication(_ body: (TouchDispatcher) -> Void) {
        var index = ProcessState.shared.pointee.engaged.count
        while index > 0 {
            index = min(index, ProcessState.shared.pointee.engaged.count) - 1
            guard index >= 0 else { break }
            ProcessState.shared.pointee.engagedVisits &+= 1
            let state = ProcessState.shared.pointee.engaged[index]
            // Field by field: for a computed property, a debug build copies the whole state.
            let downOrLifted = state.pointee.touches.down | state.pointee.touches.lifted
            if downOrLifted | state.pointee.pressCount == 0, !state.pointee.review.isNeeded {
                ProcessState.shared.disengage(at: index)
            } else if let application = state.pointee.lifetime.weakApplication.pointee.application {
                body(application.dispatcher)
            }
        }
    }
}
