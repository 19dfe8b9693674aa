#if Cairo
/// Values that are kept, up to a sum of costs and to a number of values: those that were used last.
struct RecentCache<Key: Hashable, Value> {
    private struct Entry {
        let value: Value
        let cost: Int
        /// The value of the clock when the entry was used last.
        var used: UInt64
    }

    private let costLimit: Int
    private let countLimit: Int
    private var entries: [Key: Entry] = [:]
    private var cost = 0
    private var clock: UInt64 = 0

    init(costLimit: Int, countLimit: Int = .max) {
        (self.costLimit, self.countLimit) = (costLimit, countLimit)
    }

    var count: Int { entries.count }

    /// The value, which counts as used now.
    subscript(key: Key) -> Value? {
        mutating get {
            guard let index = entries.index(forKey: key) else { return nil }
            clock += 1
            entries.values[index].used = clock
            return entries.values[index].value
        }
    }

    /// Keeps the value of a key instead of a former one, and drops those that were not used for longest until there is
    /// room.
    mutating func insert(_ value: Value, for key: Key, cost new: Int) {
        if let former = entries.removeValue(forKey: key) { cost -= former.cost }
        guard new <= costLimit else { return }
        if cost + new > costLimit || entries.count >= countLimit {
            // Half of the room at once, so that the entries are not sorted for each value.
            for (key, entry) in entries.sorted(by: { $0.value.used < $1.value.used }) {
                guard cost + new > costLimit / 2 || entries.count >= countLimit / 2 else { break }
                entries[key] = nil
                cost -= entry.cost
            }
        }
        clock += 1
        entries[key] = Entry(value: value, cost: new, used: clock)
        cost += new
    }

    mutating func removeAll(where isRemoved: (Key) -> Bool = { _ in true }) {
        for (key, entry) in entries where isRemoved(key) {
            entries[key] = nil
            cost -= entry.cost
        }
    }
}
#endif
