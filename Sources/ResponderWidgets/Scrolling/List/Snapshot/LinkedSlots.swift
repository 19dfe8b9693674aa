internal import ResponderCore

/// Elements in numbered slots, linked into chains: inserting, removing and moving an element is O(1) at any place of a
/// chain.
struct LinkedSlots<Element: Sendable>: Sendable {
    /// The ends of a chain of slots.
    struct Chain: Sendable {
        var first: Int32 = -1
        var last: Int32 = -1
        var count = 0
    }

    private struct Slot: Sendable {
        /// Nil in a slot that is free.
        var element: Element?
        var previous: Int32 = -1
        var next: Int32 = -1
    }

    private var slots: [Slot] = []
    private var free: [Int32] = []

    /// One more than the greatest number of a slot in use.
    var slotCount: Int { slots.count }

    func next(after slot: Int32) -> Int32 { slots[Int(slot)].next }
    func previous(before slot: Int32) -> Int32 { slots[Int(slot)].previous }

    /// The element of a slot that is in use.
    subscript(slot: Int32) -> Element {
        get {
            guard let element = slots[Int(slot)].element else { fatalError("slot \(slot) of a snapshot is free") }
            return element
        }
        set { slots[Int(slot)].element = newValue }
    }

    /// Returns a slot for the element, in no chain yet.
    mutating func make(_ element: Element) -> Int32 {
        if let slot = free.popLast() {
            slots[Int(slot)].element = element
            return slot
        }
        slots.append(Slot(element: element))
        return Int32(slots.count - 1)
    }

    /// Frees a slot that is in no chain.
    mutating func discard(_ slot: Int32) {
        slots[Int(slot)].element = nil
        free.append(slot)
    }

    /// Inserts a slot into a chain behind the slot `other`, or at the beginning if `other` is -1.
    mutating func link(_ slot: Int32, after other: Int32, in chain: inout Chain) {
        let next = other < 0 ? chain.first : slots[Int(other)].next
        slots[Int(slot)].previous = other
        slots[Int(slot)].next = next
        if other < 0 { chain.first = slot } else { slots[Int(other)].next = slot }
        if next < 0 { chain.last = slot } else { slots[Int(next)].previous = slot }
        chain.count += 1
    }

    /// Takes a slot out of its chain.
    mutating func unlink(_ slot: Int32, from chain: inout Chain) {
        let (previous, next) = (slots[Int(slot)].previous, slots[Int(slot)].next)
        if previous < 0 { chain.first = next } else { slots[Int(previous)].next = next }
        if next < 0 { chain.last = previous } else { slots[Int(next)].previous = previous }
        chain.count -= 1
    }

    /// The slots of a chain, in order.
    func slots(of chain: Chain) -> [Int32] {
        var result: [Int32] = []
        result.reserveCapacity(chain.count)
        var slot = chain.first
        while slot >= 0 {
            result.append(slot)
            slot = next(after: slot)
        }
        return result
    }
}
