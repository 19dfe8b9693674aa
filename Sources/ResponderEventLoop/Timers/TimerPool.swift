/// The slots of all timers of the process.
///
/// They are handed out again, but never unmapped: a handle whose timer has ended reads a number that is not its own.
/// Only the main actor touches them.
struct TimerPool: ~Copyable {
    /// Stands for no slot.
    static let none = UInt32.max
    static let slotsPerChunk = 1024
    private static let chunkShift: UInt32 = 10

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
        let names: UnsafeMutablePointer<CallbackName>
        /// Made when the first timer in the chunk has some.
        var details: UnsafeMutablePointer<TimerDetails>?
    }

    private var chunks: UnsafeMutablePointer<Chunk>
    private var chunkCount = 0
    private var chunkCapacity = 16
    private var firstFree = TimerPool.none
    /// How many slots were ever used.
    private(set) var slotCount: UInt32 = 0
    private var lastID: UInt64 = 0

    private init() {
        chunks = .allocate(capacity: chunkCapacity)
    }

    /// How many slots there is memory for.
    var capacity: Int { chunkCount * Self.slotsPerChunk }

    @inline(__always)
    func slot(_ index: UInt32) -> TimerPointer {
        chunks[Int(index >> Self.chunkShift)].slots + Int(index & (UInt32(Self.slotsPerChunk) - 1))
    }

    /// Where the name of a slot's timer lies.
    @inline(__always)
    func name(of index: UInt32) -> UnsafeMutablePointer<CallbackName> {
        chunks[Int(index >> Self.chunkShift)].names + Int(index & (UInt32(Self.slotsPerChunk) - 1))
    }

    /// The details of a slot that is flagged as having some.
    @inline(__always)
    func details(of index: UInt32) -> UnsafeMutablePointer<TimerDetails>? {
        chunks[Int(index >> Self.chunkShift)].details.map { $0 + Int(index & (UInt32(Self.slotsPerChunk) - 1)) }
    }

    /// A slot for a new timer, which is in no heap yet.
    @inline(__always)
    mutating func make(
        queue: UnsafeMutablePointer<TimerQueue>,
        deadline: Int64,
        interval: Int64,
        name: CallbackName,
        perform: @escaping @MainActor (MainRunLoop.Timer) -> Void
    ) -> TimerPointer {
        let index: UInt32
        let slot: TimerPointer
        if firstFree != Self.none {
            index = firstFree
            slot = self.slot(index)
            firstFree = slot.pointee.order
        } else {
            if Int(slotCount) == capacity { grow() }
            index = slotCount
            slotCount += 1
            slot = self.slot(index)
        }
        lastID += 1
        self.name(of: index).initialize(to: name)
        slot.initialize(
            to: TimerSlot(
                callout: TimerCallout(perform: perform),
                deadline: deadline,
                interval: interval,
                id: lastID,
                queue: queue,
                order: 0,
                entryOrder: 0,
                index: index,
                flags: []
            )
        )
        return slot
    }

    /// Takes a slot back whose closure was taken out.
    @inline(__always)
    mutating func free(_ slot: TimerPointer) {
        slot.pointee.id = 0
        slot.pointee.flags = []
        slot.pointee.order = firstFree
        slot.pointee.entryOrder = 0
        firstFree = slot.pointee.index
    }

    /// Gives the slot details, where it has none.
    mutating func setDetails(_ details: TimerDetails, of slot: TimerPointer) {
        let index = slot.pointee.index
        if self.details(of: index) == nil {
            let made = UnsafeMutablePointer<TimerDetails>.allocate(capacity: Self.slotsPerChunk)
            made.initialize(repeating: TimerDetails(modes: 0, tolerance: 0), count: Self.slotsPerChunk)
            chunks[Int(index >> Self.chunkShift)].details = made
        }
        self.details(of: index)?.pointee = details
        slot.pointee.flags.insert(.special)
    }

    @inline(never)
    private mutating func grow() {
        precondition(capacity <= Int(Int32.max), "a process has at most 2^31 timers at a time")
        if chunkCount == chunkCapacity {
            let old = chunks
            chunkCapacity *= 2
            chunks = .allocate(capacity: chunkCapacity)
            chunks.moveInitialize(from: old, count: chunkCount)
            old.deallocate()
        }
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: Self.slotsPerChunk * MemoryLayout<TimerSlot>.stride,
            alignment: 64
        )
        chunks.advanced(by: chunkCount).initialize(
            to: Chunk(
                slots: memory.bindMemory(to: TimerSlot.self, capacity: Self.slotsPerChunk),
                names: .allocate(capacity: Self.slotsPerChunk),
                details: nil
            )
        )
        chunkCount += 1
    }
}
