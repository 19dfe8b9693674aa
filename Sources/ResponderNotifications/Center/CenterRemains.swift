/// What a centre leaves when its last reference goes, which may be on any thread: its observers.
struct CenterRemains: Sendable {
    nonisolated(unsafe) let state: UnsafeMutablePointer<TypedNotificationCenter.State>

    /// Lets go of the observers, and of what their callbacks captured, which belongs to the main actor: at once there, otherwise
    /// when that comes to it.
    ///
    /// Nobody else can reach them: who might have, kept the centre. An immediate task knows by itself whether this is the main
    /// actor; where there is nothing to let go none is made.
    func takeApart() {
        guard state.pointee.storedCount > 0 else { return free() }
        Task.immediateDetached { @MainActor in free() }
    }

    private func free() {
        for list in state.pointee.lists {
            list.pointee.free()
            list.deallocate()
        }
        state.pointee.table.free()
        state.deinitialize(count: 1)
        state.deallocate()
    }
}
