#if Cairo
internal import CResponderCairo

/// Pictures that are kept, up to a number of pixels.
struct PictureCache<Key: Hashable> {
    private struct Entry {
        let picture: SurfaceHandle
        /// The value of the clock when the entry was used last.
        var used: UInt64
    }

    private let pixelLimit: Int
    private var entries: [Key: Entry] = [:]
    private var pixels = 0
    private var clock: UInt64 = 0

    init(pixelLimit: Int) {
        self.pixelLimit = pixelLimit
    }

    var count: Int { entries.count }

    /// The picture, which counts as used now.
    subscript(key: Key) -> SurfaceHandle? {
        mutating get {
            guard let index = entries.index(forKey: key) else { return nil }
            clock += 1
            entries.values[index].used = clock
            return entries.values[index].picture
        }
    }

    /// Keeps a picture, and drops those that were not used for longest until there is room for it.
    mutating func insert(_ picture: SurfaceHandle, for key: Key) {
        let new = picture.width * picture.height
        guard new <= pixelLimit else { return }
        if pixels + new > pixelLimit {
            // Half of the room at once, so that the entries are not sorted for each picture.
            for (key, entry) in entries.sorted(by: { $0.value.used < $1.value.used }) {
                guard pixels + new > pixelLimit / 2, pixels > 0 else { break }
                entries[key] = nil
                pixels -= entry.picture.width * entry.picture.height
            }
        }
        clock += 1
        entries[key] = Entry(picture: picture, used: clock)
        pixels += new
    }

    mutating func removeAll(where isRemoved: (Key) -> Bool) {
        for (key, entry) in entries where isRemoved(key) {
            entries[key] = nil
            pixels -= entry.picture.width * entry.picture.height
        }
    }
}

extension SurfaceHandle {
    /// The picture in another size; nil if there is no memory.
    func scaled(width: Int, height: Int) -> SurfaceHandle? {
        guard let made = try? SurfaceHandle.make(width: width, height: height, pixelLimit: .max) else { return nil }
        let context = cairo_create(made.pointer)
        defer { cairo_destroy(context) }
        cairo_scale(context, Double(width) / Double(self.width), Double(height) / Double(self.height))
        cairo_set_source_surface(context, pointer, 0, 0)
        // Without it the edges would be mixed with what is around the picture: nothing.
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
        cairo_paint(context)
        return cairo_status(context) == CAIRO_STATUS_SUCCESS ? made : nil
    }
}
#endif
