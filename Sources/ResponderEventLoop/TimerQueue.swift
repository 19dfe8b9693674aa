/// The armed timers of a loop: a 4-ary heap by deadline, then by order of scheduling.
///
/// A heap of four children a node has half the levels of a binary one, and the four keys that a step down compares lie
/// side by side. Keys are kept in the heap itself; where a timer stands in it is kept in a table, so that cancelling
/// and re-arming find it without searching. Adding is O(log n), and so are removal and re-arming; in the steady state
/// none allocates.
struct TimerQueue: ~Copyable {
    /// A timer's place in the table, and in the heap by way of it.
    typealias Slot = Int32

    private struct Entry {
        var deadline: Int64
        /// Counts schedulings: equal deadlines fire in the order in which they were scheduled (rule L24).
        var order: UInt64
        var slot: Slot

        static func < (lhs: Entry, rhs: Entry) -> Bool {
            lhs.deadline != rhs.deadline ? lhs.deadline < rhs.deadline : lhs.order < rhs.order
        }
    }

    private struct Cell {
        /// The index in the heap, or −1 while the timer is not armed; in a free cell the next free one.
        var position: Int32
        var order: UInt64
        var timer: Unmanaged<MainRunLoop.Timer>?
    }

    private var heap: UnsafeMutablePointer<Entry>
    private var cells: UnsafeMutablePointer<Cell>
    private var capacity = 16
    private var cellCount = 0
    private var firstFreeCell: Slot = -1
    private var nextOrder: UInt64 = 0
    /// How many timers are armed.
    private(set) var count = 0

    init() {
        heap = .allocate(capacity: capacity)
        cells = .allocate(capacity: capacity)
    }

    deinit {
        for index in 0..<cellCount { cells[index].timer?.release() }
        heap.deallocate()
        cells.deallocate()
    }

    /// The earliest deadline, or nil when no timer is armed.
    var earliest: Int64? { count == 0 ? nil : heap[0].deadline }

    /// Gives `timer` a place in the table and keeps it until ``remove(_:)``.
    mutating func register(_ timer: MainRunLoop.Timer) -> Slot {
        let slot: Slot
        if firstFreeCell >= 0 {
            slot = firstFreeCell
            firstFreeCell = cells[Int(slot)].position
        } else {
            if cellCount == capacity { grow() }
            slot = Slot(cellCount)
            cellCount += 1
        }
        cells.advanced(by: Int(slot)).initialize(to: Cell(position: -1, order: 0, timer: .passRetained(timer)))
        return slot
    }

    /// Disarms the timer and frees its place.
    ///
    /// Returns it for the caller to release: what goes with it may run code that comes back to this queue.
    mutating func remove(_ slot: Slot) -> Unmanaged<MainRunLoop.Timer>? {
        disarm(slot)
        let timer = cells[Int(slot)].timer
        cells[Int(slot)] = Cell(position: firstFreeCell, order: 0, timer: nil)
        firstFreeCell = slot
        return timer
    }

    /// Arms the timer for `deadline`, or moves it there when it is armed already.
    mutating func arm(_ slot: Slot, at deadline: Int64) {
        nextOrder += 1
        cells[Int(slot)].order = nextOrder
        let entry = Entry(deadline: deadline, order: nextOrder, slot: slot)
        let position = Int(cells[Int(slot)].position)
        if position < 0 {
            count += 1
            siftUp(entry, from: count - 1)
        } else if entry < heap[position] {
            siftUp(entry, from: position)
        } else {
            siftDown(entry, from: position)
        }
    }

    /// Takes the timer out of the heap; it keeps its place in the table.
    mutating func disarm(_ slot: Slot) {
        let position = Int(cells[Int(slot)].position)
        guard position >= 0 else { return }
        cells[Int(slot)].position = -1
        count -= 1
        guard position < count else { return }
        let last = heap[count]
        if position > 0, last < heap[(position - 1) / 4] {
            siftUp(last, from: position)
        } else {
            siftDown(last, from: position)
        }
    }

    /// A timer that was taken out because it is due, and the scheduling that made it due.
    struct Due {
        let slot: Slot
        let order: UInt64
        let timer: MainRunLoop.Timer
    }

    /// Takes all timers out that are due at `now`, in the order in which they fire.
    mutating func takeDue(at now: Int64, into due: inout [Due]) {
        while count > 0, heap[0].deadline <= now {
            let entry = heap[0]
            guard let timer = cells[Int(entry.slot)].timer else { return }
            due.append(Due(slot: entry.slot, order: entry.order, timer: timer.takeUnretainedValue()))
            disarm(entry.slot)
        }
    }

    /// Whether the timer is still as it was when `due` was taken: neither released nor scheduled anew since.
    func isCurrent(_ due: borrowing Due) -> Bool {
        // No two schedulings have the same order, and a free place has none.
        cells[Int(due.slot)].order == due.order
    }

    private mutating func siftUp(_ entry: Entry, from start: Int) {
        var position = start
        while position > 0 {
            let parent = (position - 1) / 4
            guard entry < heap[parent] else { break }
            place(heap[parent], at: position)
            position = parent
        }
        place(entry, at: position)
    }

    private mutating func siftDown(_ entry: Entry, from start: Int) {
        var position = start
        while true {
            let first = 4 * position + 1
            guard first < count else { break }
            var least = first
            for child in (first + 1)..<max(first + 1, min(first + 4, count)) where heap[child] < heap[least] {
                least = child
            }
            guard heap[least] < entry else { break }
            place(heap[least], at: position)
            position = least
        }
        place(entry, at: position)
    }

    private mutating func place(_ entry: Entry, at position: Int) {
        heap.advanced(by: position).initialize(to: entry)
        cells[Int(entry.slot)].position = Int32(truncatingIfNeeded: position)
    }

    private mutating func grow() {
        let (oldHeap, oldCells) = (heap, cells)
        capacity *= 2
        heap = .allocate(capacity: capacity)
        cells = .allocate(capacity: capacity)
        heap.moveInitialize(from: oldHeap, count: count)
        cells.moveInitialize(from: oldCells, count: cellCount)
        oldHeap.deallocate()
        oldCells.deallocate()
    }
}
