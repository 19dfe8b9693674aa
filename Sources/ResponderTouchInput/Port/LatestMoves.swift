internal import Synchronization

/// The newest move of each contact that found no room in the ring: one mailbox per contact, wait-free on both sides.
///
/// A mailbox is a triple buffer: the sender writes one buffer, the receiver reads another, and the two sides exchange
/// the third. So neither side waits for the other, and a newer move replaces a move that was not taken. A move is
/// stored with the position at which the ring ended at that time. The contact's samples before that position are older
/// than the move, and its later samples are newer; so the move is due exactly when the receiver reaches the position.
struct LatestMoves: ~Copyable {
    private static let dirty: UInt8 = 4

    private struct Letter {
        var sample = TouchSample()
        var details = TouchContact.Details()
        var position: UInt64 = 0
    }

    private struct Mailbox: ~Copyable {
        /// The number of the middle buffer, and the bit `dirty` while that buffer holds a new move.
        let middle = Atomic<UInt8>(1)
        /// The numbers of the sender's and the receiver's buffer; each is used by its own side alone.
        var back: UInt8 = 0
        var front: UInt8 = 2
        /// Whether a sender is writing.
        ///
        /// No sender finds the flag set as long as the samples of one contact come from one thread at a time.
        let isBusy = Atomic<Bool>(false)
    }

    private let mailboxes: UnsafeMutablePointer<Mailbox>
    /// The buffers, three per mailbox.
    private let letters: UnsafeMutablePointer<Letter>
    /// The contacts whose mailbox is full, one bit each.
    private let full = Atomic<UInt64>(0)

    init() {
        mailboxes = .allocate(capacity: ContactTable.capacity)
        for index in 0..<ContactTable.capacity { (mailboxes + index).initialize(to: Mailbox()) }
        letters = .allocate(capacity: 3 * ContactTable.capacity)
        letters.initialize(repeating: Letter(), count: 3 * ContactTable.capacity)
    }

    deinit {
        mailboxes.deinitialize(count: ContactTable.capacity).deallocate()
        letters.deallocate()
    }

    /// The contacts whose mailbox is full, one bit each.
    var pending: UInt64 { full.load(ordering: .acquiring) }

    /// Leaves `sample` with its details in the contact's mailbox, where it replaces a move that was not taken.
    ///
    /// `position` is the present end of the ring. Two threads must not send the same contact at once; if another thread
    /// is writing to the contact's mailbox, that thread's move stays and this move is dropped.
    func put(_ sample: TouchSample, _ details: TouchContact.Details, position: UInt64) {
        let mailbox = mailboxes + Int(sample.index)
        guard !mailbox.pointee.isBusy.exchange(true, ordering: .acquiring) else { return }
        defer { mailbox.pointee.isBusy.store(false, ordering: .releasing) }
        let letter = letters + (3 * Int(sample.index) + Int(mailbox.pointee.back))
        letter.pointee = Letter(sample: sample, details: details, position: position)
        if sample.detailsPlace != nil { letter.pointee.sample.detailsPlace = Self.details(of: letter) }
        let former = mailbox.pointee.middle.exchange(
            mailbox.pointee.back | Self.dirty,
            ordering: .acquiringAndReleasing
        )
        mailbox.pointee.back = former & ~Self.dirty
        // The receiver clears the bit before it takes the content, so a bit that is set after the content was stored is
        // never missed.
        full.bitwiseOr(1 << UInt64(sample.index), ordering: .acquiringAndReleasing)
    }

    /// Moves the content of the contact's mailbox into the receiver's buffer.
    ///
    /// Returns whether there was any.
    func take(_ index: Int) -> Bool {
        let mailbox = mailboxes + index
        full.bitwiseAnd(~(1 << UInt64(index)), ordering: .acquiringAndReleasing)
        guard mailbox.pointee.middle.load(ordering: .acquiring) & Self.dirty != 0 else { return false }
        let former = mailbox.pointee.middle.exchange(mailbox.pointee.front, ordering: .acquiringAndReleasing)
        mailbox.pointee.front = former & ~Self.dirty
        return true
    }

    /// The position in the ring at which the move in the receiver's buffer is due.
    func position(_ index: Int) -> UInt64 { front(index).pointee.position }

    /// The move in the receiver's buffer; the pointer is valid until the next take for the same contact.
    func sample(_ index: Int) -> UnsafeMutablePointer<TouchSample> {
        // The first member of a struct lies at its start.
        UnsafeMutableRawPointer(front(index)).assumingMemoryBound(to: TouchSample.self)
    }

    /// The place of a letter's details inside the letter.
    private static func details(of letter: UnsafeMutablePointer<Letter>) -> UnsafeMutablePointer<TouchContact.Details>?
    {
        MemoryLayout<Letter>.offset(of: \.details).map {
            (UnsafeMutableRawPointer(letter) + $0).assumingMemoryBound(to: TouchContact.Details.self)
        }
    }

    private func front(_ index: Int) -> UnsafeMutablePointer<Letter> {
        letters + (3 * index + Int(mailboxes[index].front))
    }
}
