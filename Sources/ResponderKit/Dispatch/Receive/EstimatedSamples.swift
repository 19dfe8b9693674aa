internal import ResponderTouchInput

/// The samples of an application that expect updates of their estimates.
///
/// Away from the hot path: only a sample that says it expects an update comes here.
@MainActor
final class EstimatedSamples {
    struct Entry {
        /// The sender's number, and the sample's name with it.
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

    /// More samples than wait for updates at once: two seconds of a stylus of 240 Hz.
    private static let capacity = 512

    /// In the order in which they came.
    private var entries: [Entry] = []
    /// What the touches of an update are handles to: a touch of the application may be elsewhere by now.
    nonisolated(unsafe) let bank = TouchBank.make()
    private var nextSlot = 0

    deinit {
        TouchBank.retire(bank)
    }

    /// Keeps a sample until its updates have come.
    ///
    /// It replaces one of the same name; when there are too many, the oldest gets no update.
    func append(_ entry: Entry) {
        entries.removeAll { $0.sender == entry.sender && $0.identifier == entry.identifier && $0.index == entry.index }
        if entries.count == Self.capacity { entries.removeFirst() }
        entries.append(entry)
    }

    /// Notes the view of a contact whose began came before it was known.
    func bind(_ contact: UInt64, to view: View, _ window: Window?) {
        for index in entries.indices where entries[index].contact == contact {
            entries[index].view = view
            entries[index].window = window
        }
    }

    /// Puts an update into the sample it names, and returns that; nil when there is none.
    ///
    /// A sample of which everything has come is forgotten.
    func update(by contact: TouchContact, from sender: UInt64) -> Entry? {
        let news = contact.details
        guard
            let place = entries.lastIndex(where: {
                $0.sender == sender && $0.identifier == contact.identifier && $0.index == news.estimationUpdateIndex
            })
        else { return nil }
        var entry = entries[place]
        let expected = entry.details.estimatedPropertiesExpectingUpdates
        let outstanding = expected.intersection(news.estimatedPropertiesExpectingUpdates)
        entry.take(expected.subtracting(outstanding), of: contact)
        entry.details.estimatedPropertiesExpectingUpdates = outstanding
        entry.details.estimatedProperties.formIntersection(news.estimatedProperties.union(outstanding))
        if outstanding.isEmpty { entries.remove(at: place) } else { entries[place] = entry }
        return entry
    }

    /// The slot for the touch of the next update, used again after 63 others.
    func takeSlot() -> Int {
        defer { nextSlot = (nextSlot + 1) % TouchBank.capacity }
        return nextSlot
    }
}

extension EstimatedSamples.Entry {
    /// Takes the values of these properties over, those left out that are no number.
    fileprivate mutating func take(_ properties: TouchContact.Properties, of contact: TouchContact) {
        let news = contact.details
        if properties.contains(.force), contact.force.isFinite { sample.force = contact.force }
        if properties.contains(.location), contact.location.isFinite { sample.location = contact.location }
        if properties.contains(.altitude), news.altitudeAngle.isFinite { details.altitudeAngle = news.altitudeAngle }
        if properties.contains(.azimuth), news.azimuthAngle.isFinite { details.azimuthAngle = news.azimuthAngle }
    }
}
