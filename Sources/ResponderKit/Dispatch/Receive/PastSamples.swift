/// Samples that an event remembers, in raw memory, used again with it: those that newer ones of the same touch replaced
/// before it was dispatched, and, once it is settled, what its touches were in it.
struct PastSamples {
    struct Entry {
        let contact: UInt64
        let sample: Touch.Sample
        /// When the touch's sample in the event before was taken.
        let previousTimestamp: Int64
    }

    private var entries: UnsafeMutablePointer<Entry>?
    private var capacity: Int32 = 0
    private(set) var count: Int32 = 0
    /// Whether the newest sample of each touch is among them, so that what the slots say is of no concern any more.
    private(set) var isSettled = false

    mutating func append(_ slot: UnsafeMutablePointer<TouchSlot>) {
        if count == capacity { grow() }
        guard let entries else { return }
        let entry = Entry(
            contact: slot.pointee.contact,
            sample: slot.sample,
            previousTimestamp: slot.pointee.previousTimestamp
        )
        (entries + Int(count)).initialize(to: entry)
        count += 1
    }

    /// Appends what the touches are now, the last that is remembered.
    mutating func settle(_ touches: UInt64, in bank: UnsafeMutablePointer<TouchSlot>) {
        // Of an event that lost all its touches nothing is remembered, and so nothing would be forgotten.
        guard !isSettled, touches != 0 else { return }
        for slot in TouchSlots(bank: bank, mask: touches) { append(slot) }
        isSettled = true
    }

    /// Forgets them; the memory stays.
    mutating func removeAll() {
        count = 0
        isSettled = false
    }

    func deallocate() { entries?.deallocate() }

    /// The samples of a contact, oldest first.
    func samples(of contact: UInt64) -> [Touch.Sample] {
        guard let entries else { return [] }
        return UnsafeBufferPointer(start: entries, count: Int(count)).lazy
            .filter { $0.contact == contact }.map(\.sample)
    }

    /// When the sample of a contact in the event before was taken; nil where none of the contact is remembered.
    func previousTimestamp(of contact: UInt64) -> Int64? {
        guard let entries else { return nil }
        return UnsafeBufferPointer(start: entries, count: Int(count)).last { $0.contact == contact }?.previousTimestamp
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<Entry>.allocate(capacity: max(16, Int(capacity) * 2))
        if let entries {
            larger.moveInitialize(from: entries, count: Int(count))
            entries.deallocate()
        }
        entries = larger
        capacity = max(16, capacity * 2)
    }
}
