/// A change of the tree of views, with what it means for touches that are down.
enum TreeChange {
    /// Performs the change, and lets the applications concerned look after their touches.
    ///
    /// - Parameter views: Views whose windows the change may concern, as they are before it.
    @MainActor
    static func perform(affecting views: [View], _ change: () -> Void) {
        let applications = views.compactMap { $0.window?.application }
        // Whatever the change takes out of the tree stays alive until the touches that it had are cancelled.
        Hierarchy.shared.beginUse()
        change()
        Hierarchy.shared.didChange()
        for application in applications { application.dispatcher.treeDidChange() }
        Hierarchy.shared.endUse()
    }
}
