/// The observers that a centre leaves when its last reference is released, on any thread.
struct CenterRemains: Sendable {
    nonisolated(unsafe) let state: UnsafeMutablePointer<TypedNotificationCenter.State>

    /// Releases the observers and everything that their callbacks captured, on the main actor: at once if this is the
    /// main actor, otherwise when the main actor is next free.
    ///
    /// No other code can reach the observers, since a reference to the centre would have kept it alive. An immediate
    /// task detects by itself whether it runs on the main actor; without observers no task is made.
    func tearDown() {
        guard state.pointee.storedCount > 0 else { return free() }
        Task.immediateDetached { @MainActor in free() }
    }

    private func free() {
        for list in state.pointee.lists {
            list.deinitialize(count: 1).deallocate()
        }
        state.pointee.table.free()
        state.deinitialize(count: 1)
        state.deallocate()
    }
}
