/// Posts that were taken over from the post queue and have not run yet: those of modes that are not served, and those
/// that a step had no time for.
///
/// A step's cost depends on the posts that it runs, not on the length of the backlog, which is taken out and put back
/// as a whole.
struct WaitingPosts {
    /// A post and its number in the order of posting.
    struct Entry {
        let post: PostList.Post
        let number: UInt64
    }

    /// Entries before `first` were taken out, and are nil.
    private var entries: [Entry?] = []
    private var first = 0
    private var count: UInt64 = 0
    /// The modes of all posts together; may have bits of posts that were taken out.
    private var modes: UInt64 = 0
    /// The modes that all posts have in common; may lack bits because of posts that were taken out.
    private var sharedModes = UInt64.max

    /// Whether there may be posts to run in these modes.
    @inline(__always)
    func has(in active: UInt64) -> Bool { modes & active != 0 }

    var isEmpty: Bool { first == entries.count }

    /// Reserves numbers for posts that are taken over, in the order of posting; returns the first number.
    @inline(__always)
    mutating func number(_ posts: Int) -> UInt64 {
        defer { count &+= UInt64(posts) }
        return count
    }

    /// Takes over the posts from `start` on; the list's first post has the given number.
    ///
    /// Posts with higher numbers that were added meanwhile stay behind them.
    mutating func add(_ posts: PostList, from start: Int, numbered number: UInt64) {
        guard start < posts.count else { return }
        if first > entries.count / 2 { dropTaken() }
        let isLast = isEmpty || (entries[entries.count - 1]?.number ?? 0) < number
        for place in start..<posts.count {
            append(Entry(post: posts.move(at: place), number: number + UInt64(place)))
        }
        if !isLast { sort() }
    }

    /// Takes out the posts of these modes, in the order of posting.
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

    /// Takes out the first post; nil when there is none.
    mutating func takeFirst() -> PostList.Post? {
        guard !isEmpty else { return nil }
        let entry = entries[first]
        entries[first] = nil
        first += 1
        return entry?.post
    }

    /// Puts back the posts that have not run, each into its former place.
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

    /// Removes the entries that were taken out, and computes the modes anew.
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
