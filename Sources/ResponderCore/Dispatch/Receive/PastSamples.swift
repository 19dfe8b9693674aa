/// The samples that an event keeps, in raw memory that is reused with the event.
///
/// These are the samples that newer samples of the same touch replaced before the dispatch and, after the event has
/// kept its samples, the newest sample of each of the event's touches.
struct PastSamples {
    struct Entry {
        let contact: UInt64
        let sample: Touch.Sample
        /// When the touch's sample in the previous event was taken.
        let previousTimestamp: Int64
    }

    private var entries: UnsafeMutablePointer<Entry>?
    private var capacity: Int32 = 0
    private(set) var count: Int32 = 0
    /// Whether the newest sample of each touch is among the entries, so that the slots are not read any more.
    private(set) var isComplete = false

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

    /// Appends the present samples of the touches, and ends the list.
    mutating func appendPresent(_ touches: UInt64, in bank: UnsafeMutablePointer<TouchSlot>) {
        // An event without touches gets no entry, and without entries nothing would reset `isComplete`.
        guard !isComplete, touches != 0 else { return }
        for slot in TouchSlots(bank: bank, mask: touches) { append(slot) }
        isComplete = true
    }

    /// Removes the entries; keeps their memory.
    mutating func removeAll() {
        count = 0
        isComplete = false
    }

    func deallocate() { entries?.deallocate() }

    /// The contact of an entry, with the place in its window and the time of the sample.
    func place(_ index: Int) -> (contact: UInt64, location: Point, time: Int64) {
        guard let entries else { return (0, .zero, 0) }
        let entry = entries + index
        return (entry.pointee.contact, entry.pointee.sample.location, entry.pointee.sample.timestamp.nanoseconds)
    }

    /// The samples of a contact, oldest first.
    func samples(of contact: UInt64) -> [Touch.Sample] {
        guard let entries else { return [] }
        return UnsafeBufferPointer(start: entries, count: Int(count)).lazy
            .filter { $0.contact == contact }.map(\.sample)
    }

    /// When the contact's sample in the previous event was taken; nil when the contact has no entry.
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
