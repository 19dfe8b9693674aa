/// Who gets which touches of an event, in the order of delivery: grouped by window, and within a window by view.
///
/// A plan is an order, not a permission. Whether a view takes a began depends on what the rows before it did, so a row is
/// looked at, touch by touch, before it is delivered; only moves that nothing stands against are delivered as they are, as
/// long as the plan's epoch is that of now (`Hierarchy.epoch`). A plan of moves alone stays with its event, and is used
/// again for the next moves of the same touches.
///
/// Rows hold no references: whatever takes a responder out of a tree counts the epoch, and keeps it alive until the outermost
/// use of the trees has ended.
struct EventPlan {
    enum Kind: UInt8 {
        /// Moves of touches whose view has them, with nothing against them: `target` is called as long as the epoch is the
        /// plan's, and the row is one like `view` otherwise.
        case moves
        /// A message of the view's touches, each looked at first.
        case view
        /// A cancel that the application decided on, of those of the touches that the view holds.
        case cancel
        /// The cancels that are owed to responders that were taken off the touches' chains.
        case owed
    }

    struct Row {
        let kind: Kind
        let message: TouchMessage
        let touches: UInt64
        let view: RecordPointer
        let window: RecordPointer
        /// Who gets the message, where that was found with the plan: in rows of moves alone.
        let target: Unmanaged<Responder>
    }

    /// The touches whose next moves the plan is good for; 0 when it is for its event alone.
    var touches: UInt64 = 0
    /// The epoch in which the plan was made; 0, which is none, once an event was dispatched inside of its own.
    var epoch: UInt64 = 0
    /// Whether the rows may be delivered without `sendEvent`: see `SendingEvents.swift`.
    var isDirect = false
    private var first: UnsafeMutablePointer<Row>
    /// The place after the last row, and the one after the last for which there is room.
    private var end: UnsafeMutablePointer<Row>
    private var limit: UnsafeMutablePointer<Row>

    init() {
        first = .allocate(capacity: 16)
        (end, limit) = (first, first + 16)
    }

    /// The rows, to be read where they lie: they stay there while their event is under way.
    @inline(__always)
    var rows: Rows { Rows(place: first, end: end) }

    struct Rows: Sequence, IteratorProtocol {
        fileprivate var place: UnsafeMutablePointer<Row>
        fileprivate let end: UnsafeMutablePointer<Row>

        @inline(__always)
        mutating func next() -> UnsafePointer<Row>? {
            guard place != end else { return nil }
            defer { place += 1 }
            return UnsafePointer(place)
        }
    }

    @inline(__always)
    mutating func append(_ row: Row) {
        if end == limit { grow() }
        end.initialize(to: row)
        end += 1
    }

    /// Forgets the rows; their memory stays.
    @inline(__always)
    mutating func removeAll() {
        touches = 0
        end = first
    }

    /// Takes the memory of a plan that is not needed any more, and gives it its own.
    mutating func exchangeMemory(with other: inout EventPlan) {
        swap(&first, &other.first)
        swap(&limit, &other.limit)
        removeAll()
        other.removeAll()
    }

    func deallocate() { first.deallocate() }

    @inline(never)
    private mutating func grow() {
        let count = end - first
        let larger = UnsafeMutablePointer<Row>.allocate(capacity: count * 2)
        larger.moveInitialize(from: first, count: count)
        first.deallocate()
        (first, end, limit) = (larger, larger + count, larger + count * 2)
    }
}
