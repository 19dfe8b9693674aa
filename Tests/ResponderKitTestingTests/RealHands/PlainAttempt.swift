import ResponderKit

/// A frame of a recording, by what happened to its contacts, with the places of all contacts that are down or end.
struct PlainFrame {
    var time: MainRunLoop.Instant
    var began: Set<Int> = []
    var moved: Set<Int> = []
    var ended: Set<Int> = []
    var cancelled: Set<Int> = []
    var places: [Int: Point]

    /// The frame after contacts stood at `places`.
    init(_ frame: TouchFrame, after places: [Int: Point]) {
        time = frame.time
        self.places = places
        for contact in frame.contacts {
            self.places[contact.identifier] = contact.location
            switch contact.phase {
            case .began: began.insert(contact.identifier)
            case .moved: moved.insert(contact.identifier)
            case .ended: ended.insert(contact.identifier)
            case .cancelled: cancelled.insert(contact.identifier)
            }
        }
    }

    /// The places of the contacts that are down after the frame.
    var placesLeft: [Int: Point] { places.filter { !ended.contains($0.key) && !cancelled.contains($0.key) } }

    func place(_ contact: Int) -> Point { places[contact] ?? .zero }

    func mean(_ contacts: Set<Int>) -> Point {
        let sum = contacts.sorted().reduce(Point.zero) { $0 + place($1) }
        return contacts.isEmpty ? .zero : sum / Double(contacts.count)
    }
}

/// What an attempt at a gesture has come to in a frame.
struct PlainOutcome {
    var begins = false
    /// The gesture ends; a discrete one is recognised.
    var ends = false
    /// The attempt fails, or the gesture is cancelled.
    var givesUp = false

    static let begins = PlainOutcome(begins: true)
    static let ends = PlainOutcome(ends: true)
    static let givesUp = PlainOutcome(givesUp: true)
}

/// The rules of a gesture, applied to the frames of one attempt: from the first finger to the end.
protocol PlainAttempt {
    init(at time: MainRunLoop.Instant)
    /// The contacts that belong to the attempt, with those that ended in the last frame.
    var contacts: Set<Int> { get }
    /// The gesture's numbers: a pan's translation, a pinch's scale, a rotation's angle.
    var values: [Double] { get }
    /// What happens by itself before `time`.
    mutating func wait(until time: MainRunLoop.Instant) -> PlainOutcome
    mutating func enter(_ frame: PlainFrame, isUnderWay: Bool) -> PlainOutcome
}

extension PlainAttempt {
    var values: [Double] { [] }
    mutating func wait(until time: MainRunLoop.Instant) -> PlainOutcome { PlainOutcome() }
}
