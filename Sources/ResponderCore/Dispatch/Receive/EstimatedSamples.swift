internal import ResponderTouchInput

/// The samples of an application that expect updates of their estimates.
///
/// This is off the hot path: only samples that expect an update come here.
@MainActor
final class EstimatedSamples {
    struct Entry {
        /// The sender's number; with `identifier` and `index` it identifies the sample.
        let sender: UInt64
        let identifier: Int
        let index: UInt16
        let contact: UInt64
        let slotIndex: Int
        var sample: TouchSample
        var details: TouchContact.Details
        weak var view: View?
        weak var window: Window?
    }

    /// The largest number of samples that wait for updates: two seconds of a stylus at 240 Hz.
    private static let capacity = 512

    /// In the order of arrival.
    private var entries: [Entry] = []
    /// The slots of the touches that updates deliver: the touch's own slot may have newer values by now.
    nonisolated(unsafe) let bank = TouchBank.make()
    private var nextSlot = 0

    deinit {
        TouchBank.retire(bank)
    }

    /// Keeps a sample until its updates have arrived.
    ///
    /// The sample replaces an earlier one with the same sender, identifier and index. When the list is full, the oldest
    /// sample is removed and gets no update.
    func append(_ entry: Entry) {
        entries.removeAll { $0.sender == entry.sender && $0.identifier == entry.identifier && $0.index == entry.index }
        if entries.count == Self.capacity { entries.removeFirst() }
        entries.append(entry)
    }

    /// Sets the view of a contact in the samples that arrived before the view was known.
    func bind(_ contact: UInt64, to view: View, _ window: Window?) {
        for index in entries.indices where entries[index].contact == contact {
            entries[index].view = view
            entries[index].window = window
        }
    }

    /// Applies an update to its sample, and returns the sample's entry; nil when the sample is not in the list.
    ///
    /// A sample with no outstanding update is removed.
    func update(by contact: TouchContact, from sender: UInt64) -> Entry? {
        let update = contact.details
        guard
            let place = entries.lastIndex(where: {
                $0.sender == sender && $0.identifier == contact.identifier && $0.index == update.estimationUpdateIndex
            })
        else { return nil }
        var entry = entries[place]
        let expected = entry.details.estimatedPropertiesExpectingUpdates
        let outstanding = expected.intersection(update.estimatedPropertiesExpectingUpdates)
        entry.copy(expected.subtracting(outstanding), of: contact)
        entry.details.estimatedPropertiesExpectingUpdates = outstanding
        entry.details.estimatedProperties.formIntersection(update.estimatedProperties.union(outstanding))
        if outstanding.isEmpty { entries.remove(at: place) } else { entries[place] = entry }
        return entry
    }

    /// Returns the slot for the touch of the next update; a slot is reused after 63 others.
    func takeSlot() -> Int {
        defer { nextSlot = (nextSlot + 1) % TouchBank.capacity }
        return nextSlot
    }
}

extension EstimatedSamples.Entry {
    /// Copies the values of these properties, except values that are not finite.
    fileprivate mutating func copy(_ properties: TouchContact.Properties, of contact: TouchContact) {
        let update = contact.details
        if properties.contains(.force), contact.force.isFinite { sample.force = contact.force }
        if properties.contains(.location), contact.location.isFinite { sample.location = contact.location }
        if properties.contains(.altitude), update.altitudeAngle.isFinite {
            details.altitudeAngle = update.altitudeAngle
        }
        if properties.contains(.azimuth), update.azimuthAngle.isFinite { details.azimuthAngle = update.azimuthAngle }
    }
}
