/// The deliveries of an event in their order: grouped by window, and within a window by view.
///
/// A plan fixes only the order of the deliveries. Whether a view takes a began depends on the effects of earlier rows,
/// so each row is checked, touch by touch, before its delivery. Only rows of kind `moves` are delivered without a
/// check, as long as the plan's epoch is the present one (`ProcessState.epoch`). A plan that has only moves stays with
/// its event and is reused for the next moves of the same touches.
///
/// Rows retain no responders: removing a responder from a tree increments the epoch, and keeps the responder alive
/// until the outermost use of the trees has ended.
struct EventPlan {
    enum Kind: UInt8 {
        /// Moves of touches that the view holds, which need no check while the plan's epoch is the present one:
        /// `target` is called.
        ///
        /// Afterwards the row is treated as a row of kind `view`.
        case moves
        /// A message about the view's touches, each of which is checked first.
        case view
        /// A cancel that the application decided on, for the touches of the row that the view holds.
        case cancel
        /// The cancels that are owed to responders that left the touches' chains.
        case owed
        /// Like `view`, for touches that recognisers have, too, and may withhold from the view.
        case tracked
        /// A message for a recogniser, checked touch by touch.
        case recognizer
        /// Moves for a recogniser, which need no check while the plan's epoch is the present one.
        case recognizerMoves
        /// The step in which the requests of recognisers take effect.
        case resolve
    }

    /// The ways of an event to the recipients.
    enum Way: UInt8 {
        /// Without `sendEvent` (see `SendingEvents.swift`); all rows are of views.
        case views
        /// Without `sendEvent`; there are rows of recognisers.
        case recognizersAndViews
        /// By the application's `sendEvent`.
        case sendEvent
    }

    struct Row {
        var kind: Kind
        let message: TouchMessage
        let touches: UInt64
        let view: RecordPointer
        let window: RecordPointer
        /// The object of the responder to call in a row of kind `moves`; a recogniser's record in rows of recognisers;
        /// otherwise not read.
        let recipient: UnsafeRawPointer

        @inline(__always)
        var target: Unmanaged<Responder> { .fromOpaque(recipient) }

        @inline(__always)
        var recognizer: RecognizerPointer {
            UnsafeMutableRawPointer(mutating: recipient).assumingMemoryBound(to: RecognizerRecord.self)
        }
    }

    /// The touches whose next moves may reuse the plan; 0 when the plan is for its event alone.
    var touches: UInt64 = 0
    /// The epoch in which the plan was made; or 0, which is never the present epoch, so that every row is checked.
    var epoch: UInt64 = 0
    /// How the rows are delivered.
    var way = Way.sendEvent
    private var first: UnsafeMutablePointer<Row>
    /// The end of the rows, and the end of the memory.
    private var end: UnsafeMutablePointer<Row>
    private var limit: UnsafeMutablePointer<Row>

    init() {
        first = .allocate(capacity: 16)
        (end, limit) = (first, first + 16)
    }

    /// The rows, read in place: they do not move while their event is under way.
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

    /// Makes the rows of views check what recognisers withhold; removes rows of moves that no view gets any more.
    mutating func trackViews(_ tracked: UInt64, where isNeeded: (UnsafePointer<Row>) -> Bool) {
        var kept = first
        for place in first..<end {
            if place.pointee.kind == .view, place.pointee.touches & tracked != 0 {
                place.pointee.kind = .tracked
                if !isNeeded(UnsafePointer(place)) { continue }
            }
            if kept != place { kept.pointee = place.pointee }
            kept += 1
        }
        end = kept
    }

    @inline(__always)
    mutating func append(_ row: Row) {
        if end == limit { grow() }
        end.initialize(to: row)
        end += 1
    }

    /// Removes the rows; keeps their memory.
    @inline(__always)
    mutating func removeAll() {
        touches = 0
        end = first
    }

    /// Exchanges memory with a plan that is no longer needed, and empties both.
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
