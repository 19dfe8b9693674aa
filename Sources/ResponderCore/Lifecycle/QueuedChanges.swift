/// The changes that come while an application is suspended: one of each kind, with the newest value, in the order in
/// which each kind first came (rules A24, A28).
struct QueuedChanges {
    private var changes: [DeviceChange] = []

    mutating func add(_ change: DeviceChange) {
        if let place = changes.firstIndex(where: { $0.kind == change.kind }) {
            changes[place] = change.following(changes[place])
        } else {
            changes.append(change)
        }
    }

    mutating func take() -> [DeviceChange] {
        defer { changes.removeAll() }
        return changes
    }
}
