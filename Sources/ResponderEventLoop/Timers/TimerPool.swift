internal import CResponderEventLoop
internal import ResponderSupport

/// The slots of all timers of the process.
///
/// Slots are in chunks. When most chunks have no timer, the memory of such chunks goes back to the system, but not its
/// addresses. So a handle whose timer has ended still reads the slot. There it finds the number of another timer, or
/// zero, which no timer has: numbers are counted for the whole pool, so a page that is given back takes no count along.
/// Only the main actor accesses the slots.
struct TimerPool: ~Copyable {
    static let slotsPerChunk = 1024
    /// The pool gives nothing back while no more chunks than these are open: a mebibyte of slots.
    static let fewChunks = 16
    private static let chunkShift: UInt32 = 10
    /// How many slots ahead free slots are prefetched.
    private static let fetchDistance = 4
    /// The usage of an open chunk without timers.
    private static let empty: Int32 = -1
    /// The usage of a closed chunk.
    private static let closed: Int32 = -2

    /// The pool of the process.
    ///
    /// Each queue stores the pointer, since reading a lazy global costs a call.
    nonisolated(unsafe) static let shared: UnsafeMutablePointer<TimerPool> = {
        let pool = UnsafeMutablePointer<TimerPool>.allocate(capacity: 1)
        pool.initialize(to: TimerPool())
        return pool
    }()

    private struct Chunk {
        let slots: TimerPointer
        /// Allocated when a timer in the chunk gets details, until the chunk is closed.
        var details: UnsafeMutablePointer<TimerDetails>?
    }

    private var chunks = ReturnedMemory<Chunk>(capacity: fewChunks)
    private var chunkCount = 0
    /// The number of slots of each chunk that are not free, less one: so each change itself tells whether the chunk has
    /// just become empty (-1), or is no longer empty (0).
    private var usage = ReturnedMemory<Int32>(capacity: fewChunks)
    private var positionMemory = ReturnedMemory<UInt32>(capacity: fewChunks * slotsPerChunk)
    /// The free slots of the open chunks; the last one became free most recently.
    ///
    /// A list, not a chain through the slots, so that the next slots are known, and prefetched, before they are needed.
    /// The list has room for all slots of the open chunks.
    private var free = ReturnedList<NumberedSlot>()
    /// The closed chunks, whose memory was given back; the last one is opened next.
    private var closedChunks = RawList<UInt32>()
    /// How many chunks are open, and how many of these have no timer.
    private(set) var openCount = 0
    private(set) var emptyCount = 0
    private var lastID: UInt64 = 0

    private init() {}

    /// The positions of all armed timers; one array for all queues, since each armed timer is in exactly one queue.
    ///
    /// The array may move when a chunk is opened.
    var positions: TimerPositions {
        @inline(__always) get { positionMemory.start }
    }

    /// The number of slots for which there is memory.
    var capacity: Int { openCount * Self.slotsPerChunk }

    /// The number of slots that are not free.
    var usedCount: Int { capacity - free.count }

    @inline(__always)
    func slot(_ index: UInt32) -> TimerPointer {
        chunks.start[Int(index >> Self.chunkShift)].slots + Int(index & (UInt32(Self.slotsPerChunk) - 1))
    }

    /// The details of a timer whose flags say that it has details.
    @inline(__always)
    func details(of slot: TimerPointer) -> UnsafeMutablePointer<TimerDetails>? {
        let index = slot.pointee.tag.index
        let details = chunks.start[Int(index >> Self.chunkShift)].details
        return details.map { $0 + Int(index & (UInt32(Self.slotsPerChunk) - 1)) }
    }

    /// Whether a slot is free; otherwise the next timer needs another chunk.
    var hasFree: Bool {
        @inline(__always) get { free.count > 0 }
    }

    /// Makes sure that a slot is free.
    mutating func makeFree() {
        if !hasFree { open() }
    }

    /// Takes a slot that is free, for a new timer.
    ///
    /// - Parameter order: The order of the timer's entry, which the caller then adds to a heap; 0 for a timer that is
    ///   not armed yet.
    @inline(__always)
    mutating func takeFree(
        queue: UnsafeMutablePointer<TimerQueue>,
        deadline: Int64,
        order: UInt32,
        name: CallbackName,
        perform: consuming @escaping @MainActor (MainRunLoop.Timer) -> Void
    ) -> TimerPointer {
        let taken = free.removeLast()
        if free.count >= Self.fetchDistance {
            rel_prefetch_for_writing(free[free.count &- Self.fetchDistance].pointer)
        }
        let used = usage.start + Int(taken.index >> Self.chunkShift)
        used.pointee &+= 1
        if used.pointee == 0 { emptyCount &-= 1 }
        lastID &+= 1
        taken.pointer.initialize(
            to: TimerSlot(
                callout: TimerCallout(perform: perform),
                deadline: deadline,
                name: name,
                id: lastID,
                queue: queue,
                tag: TimerTag(order: order, index: taken.index),
                flags: order == 0 ? [] : .armed
            )
        )
        return taken.pointer
    }

    /// Takes back the slot of a timer that has ended.
    @inline(__always)
    mutating func takeBack(_ slot: NumberedSlot) {
        free.appendWithoutGrowing(slot)
        let used = usage.start + Int(slot.index >> Self.chunkShift)
        used.pointee &-= 1
        if used.pointee < 0 { noteEmptyChunk() }
    }

    /// Sets a timer's details.
    mutating func setDetails(_ details: TimerDetails, of slot: TimerPointer) {
        let chunk = chunks.start + Int(slot.pointee.tag.index >> Self.chunkShift)
        if chunk.pointee.details == nil {
            chunk.pointee.details = Pages.create(Self.detailsSize)
                .bindMemory(to: TimerDetails.self, capacity: Self.slotsPerChunk)
        }
        self.details(of: slot)?.initialize(to: details)
    }

    private static var slotsSize: Int { slotsPerChunk * MemoryLayout<TimerSlot>.stride }
    private static var detailsSize: Int { slotsPerChunk * MemoryLayout<TimerDetails>.stride }

    // MARK: - Chunks

    /// Adds the slots of a chunk to the free ones: a closed chunk, or a new one.
    @inline(never)
    private mutating func open() {
        if closedChunks.count == 0 { addChunk() }
        let number = Int(closedChunks.removeLast())
        usage.start[number] = Self.empty
        openCount += 1
        emptyCount += 1
        free.reserve(capacity)
        let slots = chunks.start[number].slots
        // The first slots are taken first, so that few timers use few pages.
        for place in (0..<Self.slotsPerChunk).reversed() {
            let index = UInt32(truncatingIfNeeded: number * Self.slotsPerChunk + place)
            free.appendWithoutGrowing(NumberedSlot(pointer: slots + place, index: index))
        }
    }

    /// Adds a closed chunk.
    private mutating func addChunk() {
        precondition(chunkCount < 1 << 21, "a process has at most 2^31 timers at a time")
        chunks.grow(to: chunkCount + 1, keeping: chunkCount)
        usage.grow(to: chunkCount + 1, keeping: chunkCount)
        positionMemory.grow(to: (chunkCount + 1) * Self.slotsPerChunk, keeping: chunkCount * Self.slotsPerChunk)
        let slots = Pages.create(Self.slotsSize).bindMemory(to: TimerSlot.self, capacity: Self.slotsPerChunk)
        (chunks.start + chunkCount).initialize(to: Chunk(slots: slots, details: nil))
        (usage.start + chunkCount).initialize(to: Self.closed)
        closedChunks.append(UInt32(truncatingIfNeeded: chunkCount))
        chunkCount += 1
    }

    /// Notes that a chunk's last timer has ended.
    ///
    /// When fewer than a quarter of the open chunks have timers, so many are closed that half of them have. So a number
    /// of timers that goes up and down by less than that never gives memory back and takes it again. Each chunk that is
    /// closed pays for a look at four chunks' free slots, and was opened for a thousand timers that had no other slot:
    /// amortised O(1) for each timer.
    @inline(never)
    private mutating func noteEmptyChunk() {
        emptyCount += 1
        let used = openCount - emptyCount
        if openCount > Self.fewChunks, 4 * used < openCount { close(downTo: max(2 * used, Self.fewChunks / 2)) }
    }

    /// Closes empty chunks until `count` are open, and gives their memory back.
    private mutating func close(downTo count: Int) {
        // The last ones, so that those that stay, and those that are opened again first, are the first ones.
        var number = chunkCount
        while openCount > count {
            number -= 1
            guard usage.start[number] == Self.empty else { continue }
            usage.start[number] = Self.closed
            closedChunks.append(UInt32(truncatingIfNeeded: number))
            openCount -= 1
            emptyCount -= 1
            clear(chunks.start + number, number)
        }
        var left = 0
        for position in 0..<free.count where usage.start[Int(free[position].index >> Self.chunkShift)] != Self.closed {
            free[left] = free[position]
            left += 1
        }
        free.truncate(to: left)
        free.shrink(toFit: capacity)
    }

    private func clear(_ chunk: UnsafeMutablePointer<Chunk>, _ number: Int) {
        rel_pages_clear(chunk.pointee.slots, Self.slotsSize)
        rel_pages_clear(positions + number * Self.slotsPerChunk, Self.slotsPerChunk * MemoryLayout<UInt32>.stride)
        if let details = chunk.pointee.details { rel_pages_destroy(details, Self.detailsSize) }
        chunk.pointee.details = nil
    }
}
