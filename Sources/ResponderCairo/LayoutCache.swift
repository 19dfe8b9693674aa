#if Cairo
/// A font, as a style names it.
struct FontKey: Hashable {
    let family: String?
    let size: Double
    let isBold: Bool
}

/// A text in a font: the color does not matter for its shape.
struct LayoutKey: Hashable {
    let text: String
    let font: FontKey
}

/// The texts that were shaped, up to a limit of texts and of bytes.
struct LayoutCache {
    private struct Entry {
        let layout: TextLayout
        /// The value of the clock when the entry was used last.
        var used: UInt64
    }

    private let limit: Int
    /// How many bytes all texts may have together; a longer text is not kept.
    private static let byteLimit = 1 << 20

    private var entries: [LayoutKey: Entry] = [:]
    private var bytes = 0
    private var clock: UInt64 = 0
    private(set) var hits = 0
    private(set) var misses = 0

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int { entries.count }

    /// The shaped text, which counts as used now.
    subscript(key: LayoutKey) -> TextLayout? {
        mutating get {
            clock += 1
            guard let index = entries.index(forKey: key) else {
                misses += 1
                return nil
            }
            hits += 1
            entries.values[index].used = clock
            return entries.values[index].layout
        }
    }

    mutating func insert(_ layout: TextLayout, for key: LayoutKey) {
        let length = key.text.utf8.count
        guard length <= Self.byteLimit else { return }
        if entries.count >= limit || bytes + length > Self.byteLimit { dropOldest() }
        entries[key] = Entry(layout: layout, used: clock)
        bytes += length
    }

    mutating func removeAll() {
        entries = [:]
        bytes = 0
    }

    /// Drops the half that was not used for longest: so an insertion costs O(log n) on average.
    private mutating func dropOldest() {
        let times = entries.values.map(\.used).sorted()
        let kept = times[times.count / 2]
        let dropped = entries.filter { $0.value.used < kept || times.count == 1 }.keys
        for key in dropped {
            entries[key] = nil
            bytes -= key.text.utf8.count
        }
        // Few long texts may fill the room alone.
        if bytes > Self.byteLimit / 2 { removeAll() }
    }
}
#endif
