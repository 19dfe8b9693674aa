/// The sources of one priority that were signalled and have not performed yet, in the order in which they perform.
struct SourceQueue {
    typealias Link = UnsafeMutablePointer<MainRunLoop.UserSource.Link>

    private var first: Link?
    private var last: Link?
    /// The sources that were inserted since the last ``sort()`` and belong before `last`, the newest in front.
    private var unsorted: Link?
    private var unsortedCount = 0
    /// The highest stamp that a step has left over: sources up to this stamp keep their places, and no source is
    /// inserted before them.
    private var leftOver: UInt64 = 0

    /// An array with a queue for each priority, indexed by its raw value; the caller frees the array.
    static func makeForAllPriorities() -> UnsafeMutablePointer<SourceQueue> {
        let count = MainRunLoop.Priority.allCases.count
        let queues = UnsafeMutablePointer<SourceQueue>.allocate(capacity: count)
        queues.initialize(repeating: SourceQueue(), count: count)
        return queues
    }

    var isEmpty: Bool { first == nil }

    /// Keeps the sources with stamps up to `mark` before all later sources, regardless of order values (rule L9).
    ///
    /// Called when a step has spent its budget.
    mutating func leaveOver(upTo mark: UInt64) {
        leftOver = max(leftOver, mark)
    }

    /// Puts a source behind the sources whose order value is not greater (rule L11), and behind the sources that were
    /// left over.
    ///
    /// Returns whether the source is in its place; otherwise call ``sort()`` before the next ``take(in:upTo:skip:)``.
    @inline(__always)
    mutating func insert(_ link: Link) -> Bool {
        link.pointee.next = nil
        guard let last else {
            (first, self.last) = (link, link)
            return true
        }
        guard last.pointee.order > link.pointee.order else {
            last.pointee.next = link
            self.last = link
            return true
        }
        // Sources that are appended later have a greater order value than this one, and so stay behind it.
        link.pointee.next = unsorted
        unsorted = link
        unsortedCount += 1
        return false
    }

    /// Puts the sources that ``insert(_:)`` left unsorted into their places: O(n log n) in their number, and one walk
    /// through the queue.
    @inline(never)
    mutating func sort() {
        guard unsortedCount > 0 else { return }
        var newestFirst = unsorted
        var inserted: Link?
        while let link = newestFirst {
            newestFirst = link.pointee.next
            link.pointee.next = inserted
            inserted = link
        }
        let sorted = takeSorted(unsortedCount, from: &inserted)
        (unsorted, unsortedCount) = (nil, 0)
        first = merge(first, sorted)
        while let next = last?.pointee.next { last = next }
    }

    /// Takes `count` sources off the chain, and returns them sorted.
    private func takeSorted(_ count: Int, from chain: inout Link?) -> Link? {
        if count == 1 {
            let link = chain
            chain = link?.pointee.next
            link?.pointee.next = nil
            return link
        }
        let front = takeSorted(count / 2, from: &chain)
        return merge(front, takeSorted(count - count / 2, from: &chain))
    }

    /// Merges two sorted chains; of sources with equal order values, those of `front` come first, and sources that were
    /// left over come before all others.
    private func merge(_ front: Link?, _ back: Link?) -> Link? {
        var (front, back) = (front, back)
        var merged: Link?
        var end: Link?
        while let candidate = front, let other = back {
            let isFirst = candidate.pointee.order <= other.pointee.order || candidate.pointee.stamp <= leftOver
            let next = isFirst ? candidate : other
            if isFirst { front = candidate.pointee.next } else { back = other.pointee.next }
            if let end { end.pointee.next = next } else { merged = next }
            end = next
        }
        guard let end else { return front ?? back }
        end.pointee.next = front ?? back
        return merged
    }

    /// Takes out the first ready source: one with a stamp up to `mark` that is in one of the modes, or is cancelled.
    ///
    /// The first `skip` ready sources are passed over.
    @inline(__always)
    mutating func take(in modes: UInt64, upTo mark: UInt64, skip: Int = 0) -> Link? {
        guard let link = first else { return nil }
        guard skip == 0, link.isReady(in: modes, upTo: mark) else { return search(modes, mark, skip) }
        first = link.pointee.next
        if first == nil { last = nil }
        return link
    }

    @inline(never)
    private mutating func search(_ modes: UInt64, _ mark: UInt64, _ skip: Int) -> Link? {
        var former: Link?
        var next = first
        var skip = skip
        while let link = next {
            next = link.pointee.next
            if link.isReady(in: modes, upTo: mark) {
                if skip == 0 {
                    if let former { former.pointee.next = next } else { first = next }
                    if next == nil { last = former }
                    return link
                }
                skip -= 1
            }
            former = link
        }
        return nil
    }

    /// How many ready sources have the order value of the first ready one.
    func countOfFirstOrder(in modes: UInt64, upTo mark: UInt64) -> Int {
        var count = 0
        var order: Int?
        var next = first
        while let link = next {
            next = link.pointee.next
            guard link.isReady(in: modes, upTo: mark) else { continue }
            if let order, order != link.pointee.order { break }
            order = link.pointee.order
            count += 1
        }
        return count
    }

    /// Whether any source can be taken in these modes.
    func hasReady(in modes: UInt64) -> Bool {
        var next = first
        while let link = next {
            if link.isReady(in: modes, upTo: .max) { return true }
            next = link.pointee.next
        }
        return false
    }
}

extension SourceQueue.Link {
    @inline(__always)
    fileprivate func isReady(in modes: UInt64, upTo mark: UInt64) -> Bool {
        // A cancelled source is taken out in every mode.
        pointee.stamp <= mark && (pointee.modes & modes != 0 || pointee.standing.contains(.cancelled))
    }
}
