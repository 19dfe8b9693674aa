internal import Synchronization

/// The numbers of samples that a sender dropped or merged.
///
/// Losses are counted on the thread where they happen; usually there are none.
struct LossCounters: ~Copyable {
    enum Loss: Int, CaseIterable {
        /// A began that found no room.
        case droppedBegan
        /// A move that found no room and went to its contact's mailbox.
        case coalescedMove
        /// A sample of a contact that is not down.
        case unknownContact
        /// A began or a move whose location is not finite, or a frame of the wheel with such a location or delta.
        case invalidLocation
        /// A began of a contact that is down already.
        case repeatedBegan
        /// A began while 64 contacts of the sender are down.
        case excessContact
        /// A frame of the wheel that found no room.
        case droppedWheelFrame
        /// A press with a text that was too long.
        case cutText
    }

    private let counts: UnsafeMutablePointer<Atomic<Int>>

    init() {
        counts = .allocate(capacity: Loss.allCases.count)
        for index in 0..<Loss.allCases.count { (counts + index).initialize(to: Atomic(0)) }
    }

    deinit {
        counts.deallocate()
    }

    func count(_ loss: Loss) {
        counts[loss.rawValue].add(1, ordering: .relaxed)
    }

    /// Counts a loss, and returns whether it is the first of its kind.
    func isFirst(_ loss: Loss) -> Bool {
        counts[loss.rawValue].add(1, ordering: .relaxed).oldValue == 0
    }

    subscript(loss: Loss) -> Int {
        counts[loss.rawValue].load(ordering: .relaxed)
    }
}
