internal import CResponderEventLoop

/// The slots of all timers of the process.
///
/// They are handed out again, but never unmapped: a handle whose timer has ended reads a number that is not its own.
/// Only the main actor touches them.
struct TimerPool: ~Copyable {
    static let slotsPerChunk = 1024
    private static let chunkShift: UInt32 = 10
    /// How many slots ahead the free ones are fetched.
    private static let fetchDistance = 4

    /// The one of the process.
    ///
    /// Each queue keeps it: a lazy global costs a call.
    nonisolated(unsafe) static let shared: UnsafeMutablePointer<TimerPool> = {
        let pool = UnsafeMutablePointer<TimerPool>.allocate(capacity: 1)
        pool.initialize(to: TimerPool())
        return pool
    }()

    private struct Chunk {
        let slots: TimerPointer
        /// Made when the first timer in the chunk has some.
        var details: UnsafeMutablePointer<TimerDetails>?
    }

    private var chunks: UnsafeMutablePointer<Chunk>
    private var chunkCount = 0
    private var chunkCapacity = 16
    /// The free slots by their index, the one that became free last at the end.
    ///
    /// A list of their own, not a chain through them: the next ones are known, and fetched, before they are needed.
    private var free = RawList<UInt32>()
    /// How many slots were ever used.
    private(set) var slotCount: UInt32 = 0
    private var lastID: UInt64 = 0
    private var memory = PermanentMemory()

    private init() {
        chunks = .allocate(capacity: chunkCapacity)
    }

    /// How many slots there is memory for.
    var capacity: Int { chunkCount * Self.slotsPerChunk }

    @inline(__always)
    func slot(_ index: UInt32) -> TimerPointer {
        chunks[Int(index >> Self.chunkShift)].slots + Int(index & (UInt32(Self.slotsPerChunk) - 1))
    }

    /// The details of a timer that is flagged as having some.
    @inline(__always)
    func details(of slot: TimerPointer) -> UnsafeMutablePointer<TimerDetails>? {
        let index = slot.pointee.index
        return chunks[Int(index >> Self.chunkShift)].details.map { $0 + Int(index & (UInt32(Self.slotsPerChunk) - 1)) }
    }

    /// Whether a slot is free; otherwise the next timer gets one that was never used.
    var hasFree: Bool {
        @inline(__always) get { free.count > 0 }
    }

    /// Sees to it that a slot is free.
    mutating func makeFree() {
        if !hasFree { addFree() }
    }

    /// Takes a slot that is free, for a new timer.
    ///
    /// - Parameter order: That of the timer's entry, which the caller makes; 0 for a timer that is not armed yet.
    @inline(__always)
    mutating func takeFree(
        queue: UnsafeMutablePointer<TimerQueue>,
        deadline: Int64,
        order: UInt32,
        name: CallbackName,
        perform: consuming @escaping @MainActor (MainRunLoop.Timer) -> Void
    ) -> TimerPointer {
        let index = free.removeLast()
        if free.count >= Self.fetchDistance { rel_prefetch_for_writing(slot(free[free.count &- Self.fetchDistance])) }
        let slot = slot(index)
        lastID &+= 1
        slot.initialize(
            to: TimerSlot(
                callout: TimerCallout(perform: perform),
                deadline: deadline,
                name: name,
                id: lastID,
                queue: queue,
                order: order,
                entryOrder: order,
                index: index,
                flags: order == 0 ? [] : .armed
            )
        )
        return slot
    }

    /// Takes a slot back whose closure was taken out.
    @inline(__always)
    mutating func takeBack(_ slot: TimerPointer) {
        slot.pointee.id = 0
        slot.pointee.flags = []
        slot.pointee.entryOrder = 0
        free.append(slot.pointee.index)
    }

    /// Gives a timer these details.
    mutating func setDetails(_ details: TimerDetails, of slot: TimerPointer) {
        let chunk = chunks + Int(slot.pointee.index >> Self.chunkShift)
        if chunk.pointee.details == nil {
            chunk.pointee.details = .allocate(capacity: Self.slotsPerChunk)
        }
        self.details(of: slot)?.initialize(to: details)
    }

    /// Adds a slot that was never used to the free ones.
    @inline(never)
    private mutating func addFree() {
        if Int(slotCount) == capacity { grow() }
        free.append(slotCount)
        slotCount += 1
    }

    private mutating func grow() {
        precondition(capacity <= Int(Int32.max), "a process has at most 2^31 timers at a time")
        if chunkCount == chunkCapacity {
            let old = chunks
            chunkCapacity *= 2
            chunks = .allocate(capacity: chunkCapacity)
            chunks.moveInitialize(from: old, count: chunkCount)
            old.deallocate()
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
