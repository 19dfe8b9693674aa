/// A change of the tree of views, with what it means for touches that are down.
enum TreeChange {
    /// Performs the change, and lets all applications that have touches look after them.
    ///
    /// All, and not only those that show what is changed: a touched view that was just taken out still passes on what its
    /// handler passes on, by a tree that nobody shows.
    @MainActor
    static func perform(_ change: () -> Void) {
        // Whatever the change takes out of the tree stays alive until the touches that it had are cancelled.
        Hierarchy.shared.beginUse()
        change()
        Hierarchy.shared.didChange()
        // All are marked before any is told: who is told of a cancel may run the loop, which serves the others too.
        forEachTouchedApplication { $0.markTreeChange() }
        forEachTouchedApplication { $0.reviewUnlessDispatching() }
        Hierarchy.shared.endUse()
    }

    /// From the last on, and counted anew each time: who is told of a cancel may make applications, and let them go.
    @MainActor
    private static func forEachTouchedApplication(_ body: (TouchDispatcher) -> Void) {
        var index = Hierarchy.shared.pointee.applications.count
        while index > 0 {
            index = min(index, Hierarchy.shared.pointee.applications.count) - 1
            guard index >= 0 else { break }
            let state = Hierarchy.shared.pointee.applications[index]
            if state.pointee.live != 0, let application = state.pointee.living.pointee.application {
                body(application.dispatcher)
            }
        }
    }
}
