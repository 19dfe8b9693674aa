/// The notifications of a queue, looked up by type and subject; the loop keeps the order of posting.
@MainActor
struct QueuedNotifications {
    private var entries: [ObjectIdentifier: [ObjectIdentifier?: Row]] = [:]
    private(set) var count = 0

    mutating func insert(_ entry: QueuedNotification) {
        entries[entry.key.type, default: [:]][entry.key.subject, default: Row()].append(entry)
        count += 1
    }

    mutating func remove(_ entry: QueuedNotification) {
        let key = entry.key
        guard entries[key.type]?[key.subject]?.remove(entry) == true else { return }
        count -= 1
        if entries[key.type]?[key.subject]?.isEmpty == true { removeEmpty(key) }
    }

    /// Removes and returns the entries that match `key`, by the type, the subject or both as `mask` selects.
    mutating func remove(
        matching key: QueuedNotification.Key,
        _ mask: TypedNotificationQueue.Coalescing
    ) -> [QueuedNotification] {
        var removed: [QueuedNotification] = []
        if mask.contains(.onName) {
            if mask.contains(.onSender) {
                removed = entries[key.type]?.removeValue(forKey: key.subject)?.all ?? []
                removeEmpty(key)
            } else {
                removed = entries.removeValue(forKey: key.type)?.values.flatMap(\.all) ?? []
            }
        } else {
            for type in Array(entries.keys) {
                removed += entries[type]?.removeValue(forKey: key.subject)?.all ?? []
                if entries[type]?.isEmpty == true { entries[type] = nil }
            }
        }
        count -= removed.count
        return removed
    }

    /// Removes and returns all entries.
    mutating func removeAll() -> [QueuedNotification] {
        defer { self = QueuedNotifications() }
        return entries.values.flatMap { $0.values.flatMap(\.all) }
    }

    private mutating func removeEmpty(_ key: QueuedNotification.Key) {
        if entries[key.type]?[key.subject]?.isEmpty == true { entries[key.type]?[key.subject] = nil }
        if entries[key.type]?.isEmpty == true { entries[key.type] = nil }
    }

    /// The entries of one type and subject, in the order of queueing; each entry knows its place, so removal needs no
    /// search.
    struct Row {
        /// The entries, with nil for removed ones; compacted when more than half are nil.
        private var places: [QueuedNotification?] = []
        private var count = 0

        var isEmpty: Bool { count == 0 }
        var all: [QueuedNotification] { places.compactMap { $0 } }

        @MainActor
        mutating func append(_ entry: QueuedNotification) {
            entry.place = places.count
            places.append(entry)
            count += 1
        }

        /// Removes an entry; returns whether it was in the row.
        @MainActor
        mutating func remove(_ entry: QueuedNotification) -> Bool {
            guard entry.place < places.count, places[entry.place] === entry else { return false }
            places[entry.place] = nil
            count -= 1
            if 2 * count < places.count {
                places.removeAll { $0 == nil }
                for place in places.indices { places[place]?.place = place }
            }
            return true
        }
    }
}
