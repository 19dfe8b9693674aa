internal import ResponderEventLoop

// What is kept and let go of what windows show, while the application is in the background.
extension Lifecycle {
    /// Keeps what the shown windows have drawn (rules V13, A37).
    func takeSnapshots(_ application: Application) {
        snapshots = application.windows.map(ViewSnapshot.init(of:))
        if !snapshots.isEmpty { report(.snapshot(windows: snapshots.count), application) }
    }

    /// Has the views of the shown windows let go of what they have drawn, and the embedder of what it keeps (rule V14).
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

    /// Runs the update pass that was held back; what the windows showed before is no longer needed.
    func releaseUpdates(_ application: Application) {
        application.runLoop.releaseUpdates()
        snapshots = []
    }
}
