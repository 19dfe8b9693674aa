/// Posts that were taken over from other threads and not yet run: those of modes that are not run, and what a step had no
/// time for.
struct WaitingPosts {
    /// A post and its place among all.
    struct Entry {
        let post: PostList.Post
        let number: UInt64
    }

    private var entries: [Entry] = []
    private var count: UInt64 = 0
    /// The modes of all of them.
    private var modes: UInt64 = 0

    /// Whether there are any to run in these modes.
    @inline(__always)
    func has(in active: UInt64) -> Bool { modes & active != 0 }

    var isEmpty: Bool { entries.isEmpty }

    /// Numbers so many posts that were taken over, in the order in which they were posted; returns the first's number.
    @inline(__always)
    mutating func number(_ posts: Int) -> UInt64 {
        defer { count &+= UInt64(posts) }
        return count
    }

    /// Takes over posts, from a place on, of which the first has that number; what came meanwhile stands behind them.
    mutating func add(_ posts: PostList, from start: Int, numbered number: UInt64) {
        guard start < posts.count else { return }
        let isLast = entries.last.map { $0.number < number } ?? true
        for place in start..<posts.count {
            let post = posts.move(at: place)
            entries.append(Entry(post: post, number: number + UInt64(place)))
            modes |= post.modes
        }
        if !isLast { entries.sort { $0.number < $1.number } }
    }

    /// Takes out those of these modes, in the order in which they were posted.
    mutating func take(in active: UInt64) -> [Entry] {
        let taken = entries.filter { $0.post.modes & active != 0 }
        entries.removeAll { $0.post.modes & active != 0 }
        noteModes()
        return taken
    }

    /// Puts back what was not run: it keeps its place.
    mutating func putBack(_ rest: ArraySlice<Entry>) {
        entries.append(contentsOf: rest)
        entries.sort { $0.number < $1.number }
        noteModes()
    }

    private mutating func noteModes() {
        modes = entries.reduce(0) { $0 | $1.post.modes }
    }
}
