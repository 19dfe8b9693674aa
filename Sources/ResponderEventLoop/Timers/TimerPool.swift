internal import CResponderEventLoop
internal import ResponderSupport

/// The slots of all timers of the process.
///
/// Slots are reused, but their memory is never freed: a handle whose timer has ended reads the slot, and finds a number
/// that is not its own. Only the main actor accesses the slots.
struct TimerPool: ~Copyable {
    static let slotsPerChunk = 1024
    private static let chunkShift: UInt32 = 10
    /// How many slots ahead free slots are prefetched.
    private static let fetchDistance = 4

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
        /// Allocated when the first timer in the chunk gets details.
        var details: UnsafeMutablePointer<TimerDetails>?
    }

    /// The positions of all armed timers; one array for all queues, since each armed timer is in exactly one queue.
    ///
    /// The array may move when a slot is added.
    private(set) var positions: TimerPositions
    private var chunks: UnsafeMutablePointer<Chunk>
    private var chunkCount = 0
    private var chunkCapacity = 16
    /// The free slots; the last one became free most recently.
    ///
    /// A list, not a chain through the slots, so that the next slots are known, and prefetched, before they are needed.
    private var free = RawList<NumberedSlot>()
    /// How many slots have ever been used.
    private(set) var slotCount: UInt32 = 0
    private var lastID: UInt64 = 0
    private var memory = PermanentMemory()

    private init() {
        chunks = .allocate(capacity: chunkCapacity)
        positions = Self.allocatePositions(chunkCapacity)
    }

    private static func allocatePositions(_ chunkCount: Int) -> TimerPositions {
        let count = chunkCount * slotsPerChunk
        return LargePages.allocate(count * MemoryLayout<UInt32>.stride).bindMemory(to: UInt32.self, capacity: count)
    }

    /// The number of slots for which there is memory.
    var capacity: Int { chunkCount * Self.slotsPerChunk }

    @inline(__always)
    func slot(_ index: UInt32) -> TimerPointer {
        chunks[Int(index >> Self.chunkShift)].slots + Int(index & (UInt32(Self.slotsPerChunk) - 1))
    }

    /// The details of a timer whose flags say that it has details.
    @inline(__always)
    func details(of slot: TimerPointer) -> UnsafeMutablePointer<TimerDetails>? {
        let index = slot.pointee.tag.index
        return chunks[Int(index >> Self.chunkShift)].details.map { $0 + Int(index & (UInt32(Self.slotsPerChunk) - 1)) }
    }

    /// Whether a used slot is free; otherwise the next timer needs a new slot.
    var hasFree: Bool {
        @inline(__always) get { free.count > 0 }
    }

    /// Makes sure that a slot is free.
    mutating func makeFree() {
        if !hasFree { addFree() }
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
        free.append(slot)
    }

    /// Sets a timer's details.
    mutating func setDetails(_ details: TimerDetails, of slot: TimerPointer) {
        let chunk = chunks + Int(slot.pointee.tag.index >> Self.chunkShift)
        if chunk.pointee.details == nil {
            chunk.pointee.details = .allocate(capacity: Self.slotsPerChunk)
        }
        self.details(of: slot)?.initialize(to: details)
    }

    /// Adds a new slot to the free ones.
    @inline(never)
    private mutating func addFree() {
        if Int(slotCount) == capacity { grow() }
        free.append(NumberedSlot(pointer: slot(slotCount), index: slotCount))
        slotCount += 1
    }

    private mutating func grow() {
        precondition(capacity <= Int(Int32.max), "a process has at most 2^31 timers at a time")
        if chunkCount == chunkCapacity {
            let (oldChunks, oldPositions) = (chunks, positions)
            chunkCapacity *= 2
            chunks = .allocate(capacity: chunkCapacity)
            chunks.moveInitialize(from: oldChunks, count: chunkCount)
            oldChunks.deallocate()
            positions = Self.allocatePositions(chunkCapacity)
            positions.moveInitialize(from: oldPositions, count: capacity)
            oldPositions.deallocate()
        }
        let count = Self.slotsPerChunk
        chunks.advanced(by: chunkCount).initialize(
            to: Chunk(
                slots: memory.take(count * MemoryLayout<TimerSlot>.stride)
                    .bindMemory(to: TimerSlot.self, capacity: count),
                details: nil
            )
        )
        chunkCount += 1
    }
}
