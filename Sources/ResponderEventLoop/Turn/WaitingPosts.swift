/// Posts that were taken over from other threads and not yet run: those of modes that are not run, and what a step had no
/// time for.
///
/// A backlog of any length costs a step what it runs, not what it leaves: it is taken out and put back as a whole.
struct WaitingPosts {
    /// A post and its place among all.
    struct Entry {
        let post: PostList.Post
        let number: UInt64
    }

    /// Nil are those before `first`, which were taken out.
    private var entries: [Entry?] = []
    private var first = 0
    private var count: UInt64 = 0
    /// The modes of all of them together; some more until they are looked through.
    private var modes: UInt64 = 0
    /// The modes that each of them has; some fewer until they are looked through.
    private var sharedModes = UInt64.max

    /// Whether there are any to run in these modes.
    @inline(__always)
    func has(in active: UInt64) -> Bool { modes & active != 0 }

    var isEmpty: Bool { first == entries.count }

    /// Numbers so many posts that were taken over, in the order in which they were posted; returns the first's number.
    @inline(__always)
    mutating func number(_ posts: Int) -> UInt64 {
        defer { count &+= UInt64(posts) }
        return count
    }

    /// Takes over posts, from a place on, of which the first has that number; what came meanwhile stands behind them.
    mutating func add(_ posts: PostList, from start: Int, numbered number: UInt64) {
        guard start < posts.count else { return }
        if first > entries.count / 2 { dropTaken() }
        let isLast = isEmpty || (entries[entries.count - 1]?.number ?? 0) < number
        for place in start..<posts.count {
            append(Entry(post: posts.move(at: place), number: number + UInt64(place)))
        }
        if !isLast { sort() }
    }

    /// Takes out those of these modes, in the order in which they were posted.
    mutating func take(in active: UInt64) -> WaitingPosts {
        var taken = WaitingPosts()
        guard sharedModes & active == 0 else {
            swap(&taken, &self)
            count = taken.count
            return taken
        }
        for place in first..<entries.count {
            guard let entry = entries[place], entry.post.modes & active != 0 else { continue }
            taken.append(entry)
            entries[place] = nil
        }
        dropTaken()
        return taken
    }

    /// Takes out the first; nil when there is none.
    mutating func takeFirst() -> PostList.Post? {
        guard !isEmpty else { return nil }
        let entry = entries[first]
        entries[first] = nil
        first += 1
        return entry?.post
    }

    /// Puts back what was not run: it keeps its place.
    mutating func putBack(_ rest: consuming WaitingPosts) {
        guard !rest.isEmpty else { return }
        guard !isEmpty else {
            rest.count = count
            self = rest
            return
        }
        for place in rest.first..<rest.entries.count {
            if let entry = rest.entries[place] { append(entry) }
        }
        sort()
    }

    private mutating func append(_ entry: Entry) {
        entries.append(entry)
        modes |= entry.post.modes
        sharedModes &= entry.post.modes
    }

    private mutating func sort() {
        dropTaken()
        entries.sort { ($0?.number ?? 0) < ($1?.number ?? 0) }
    }

    /// Closes the gaps, and looks which modes there are.
    private mutating func dropTaken() {
        entries.removeAll { $0 == nil }
        first = 0
        (modes, sharedModes) = (0, .max)
        for case let entry? in entries {
            modes |= entry.post.modes
            sharedModes &= entry.post.modes
        }
    }
}
