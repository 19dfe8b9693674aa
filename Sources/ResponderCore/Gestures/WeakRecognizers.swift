/// Recognisers in the order in which they were added, each once, without keeping them alive.
///
/// A few recognisers are searched one by one; many are found by identity.
struct WeakRecognizers {
    private struct Entry {
        weak var recognizer: GestureRecognizer?
    }

    private var entries: [Entry] = []
    /// The places of many entries, by recogniser; a new recogniser may have the memory of a released one.
    private var places: [ObjectIdentifier: Int] = [:]
    /// The number of entries at which entries of released recognisers are removed.
    private var compactsAt = WeakRecognizers.few

    private static let few = 8

    /// The number of entries, including those of released recognisers.
    var count: Int { entries.count }

    /// The recogniser at a place; nil if it is gone.
    subscript(place: Int) -> GestureRecognizer? { entries[place].recognizer }

    func contains(_ recognizer: GestureRecognizer) -> Bool {
        if entries.count <= Self.few { return entries.contains { $0.recognizer === recognizer } }
        guard let place = places[ObjectIdentifier(recognizer)] else { return false }
        return entries[place].recognizer === recognizer
    }

    /// Adds a recogniser that is not there yet.
    mutating func insert(_ recognizer: GestureRecognizer) {
        if contains(recognizer) { return }
        if entries.count >= compactsAt { compact() }
        entries.append(Entry(recognizer: recognizer))
        if entries.count == Self.few + 1 {
            index()
        } else if entries.count > Self.few {
            places[ObjectIdentifier(recognizer)] = entries.count - 1
        }
    }

    mutating func removeAll() {
        if !entries.isEmpty { self = WeakRecognizers() }
    }

    private mutating func compact() {
        entries.removeAll { $0.recognizer == nil }
        compactsAt = max(Self.few, 2 * entries.count)
        index()
    }

    private mutating func index() {
        places.removeAll(keepingCapacity: true)
        guard entries.count > Self.few else { return }
        for (place, entry) in entries.enumerated() {
            if let recognizer = entry.recognizer { places[ObjectIdentifier(recognizer)] = place }
        }
    }
}
