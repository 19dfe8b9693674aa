internal import ResponderEventLoop

// Keeping snapshots, and freeing the drawings of views, while the application is in the background.
extension Lifecycle {
    /// Keeps snapshots of the shown windows (rules V13, A37).
    func takeSnapshots(_ application: Application) {
        snapshots = application.windows.map(ViewSnapshot.init(of:))
        if !snapshots.isEmpty { report(.snapshot(windows: snapshots.count), application) }
    }

    /// Frees the drawings of the views in shown windows, and has the embedder free its backing stores (rule V14).
    ///
    /// All views are marked, so each that can be seen draws when the update pass runs again.
    func releaseBackingStores(_ application: Application) {
        var remaining: [RecordPointer] = application.windows.map(\.record)
        while let next = remaining.popLast() {
            next.pointee.view.dropContents()
            next.forEachChild { remaining.append($0) }
        }
        application.updatePass.display.dropCanvas()
        application.updatePass.onReleaseBackingStores?()
    }

    /// Runs the update pass that was held back, and drops the snapshots.
    func releaseUpdates(_ application: Application) {
        application.runLoop.releaseUpdates()
        snapshots = []
    }
}
