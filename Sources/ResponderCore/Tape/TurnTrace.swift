internal import ResponderTouchInput

/// What an application has done since a turn began, as bytes that are compared, and as lines for people.
///
/// Moves and scrolling come by the hundreds, so each is a few bytes. All else is text.
@MainActor
final class TurnTrace {
    enum Entry: UInt8 {
        case line = 0
        /// A move that is delivered: the touches with their places, and the responder's class.
        case move = 1
        /// A scroll view has another offset: the view's class and the offset.
        case offset = 2
    }

    @exclusivity(unchecked) var writer = RecordWriter()
    /// The names of classes, in the order of their first use.
    private(set) var names: [String] = []
    private var numbers: [ObjectIdentifier: UInt64] = [:]
    @exclusivity(unchecked) private var latest: (type: ObjectIdentifier, number: UInt64)?
    /// Whether the places of touches of a view are not noted, since they would tell a secret.
    var hidesPlaces: ((AnyObject) -> Bool)?
    /// Whether the places of some touches are not noted.
    var mayHidePlaces: (() -> Bool)?
    /// Whether keys that are pressed now are not named.
    var hidesKeys: (() -> Bool)?
    private var hiddenPresses: Set<UInt64> = []
    /// Called with each new name.
    var onNewName: ((String) -> Void)?
    /// The numbers of the touches that are not over.
    private var contacts: [UInt64: Int] = [:]
    private var lastContact = 0
    /// The touches whose places are not noted, since they would tell a secret.
    @exclusivity(unchecked) private var hidden: Set<UInt64> = []
    /// The contacts that had the slots last, and their numbers.
    @exclusivity(unchecked) private var slots = [(contact: UInt64, number: UInt64)](repeating: (0, 0), count: 64)

    func note(_ line: String) {
        writer.append(Entry.line.rawValue)
        writer.append(line)
    }

    /// The number of a touch: 1 for the first, and so on.
    func number(of contact: UInt64) -> Int {
        if let number = contacts[contact] { return number }
        lastContact += 1
        contacts[contact] = lastContact
        return lastContact
    }

    /// Forgets the number of a touch that is over.
    func forget(_ contact: UInt64) {
        contacts[contact] = nil
        if !hidden.isEmpty { hidden.remove(contact) }
    }

    /// Does not note the places of a touch.
    func hide(_ contact: UInt64) { hidden.insert(contact) }

    func hides(_ contact: UInt64) -> Bool { !hidden.isEmpty && hidden.contains(contact) }

    /// Begins to note moves that are about to be delivered; ``noteMove(_:slot:at:)`` follows for each touch, and then
    /// ``endMoves(to:)``.
    func beginMoves(_ count: Int) {
        writer.append(Entry.move.rawValue)
        writer.append(UInt8(truncatingIfNeeded: count))
    }

    /// Notes a move.
    ///
    /// - Parameter slot: The touch's place among those that are down.
    func noteMove(_ contact: UInt64, slot: Int, at location: Point) {
        if slots[slot].contact != contact { slots[slot] = (contact, UInt64(number(of: contact))) }
        writer.append(slots[slot].number)
        let place = hides(contact) ? Point.zero : location
        writer.append(Float(place.x))
        writer.append(Float(place.y))
    }

    func endMoves(to type: AnyObject.Type) { writer.append(number(of: type)) }

    func noteOffset(_ offset: Point, of type: AnyObject.Type) {
        writer.append(Entry.offset.rawValue)
        writer.append(number(of: type))
        writer.append(offset)
    }

    /// The name of a pressed key in a line; what is decided at the began holds for all lines of the press.
    func name(of press: UInt64, _ name: String, begins: Bool) -> String {
        if begins, hidesKeys?() == true { hiddenPresses.insert(press) }
        return hiddenPresses.contains(press) ? "a key" : name
    }

    private func number(of type: AnyObject.Type) -> UInt64 {
        let key = ObjectIdentifier(type)
        if let latest, latest.type == key { return latest.number }
        let number = numbers[key] ?? makeNumber(of: type)
        latest = (key, number)
        return number
    }

    private func makeNumber(of type: AnyObject.Type) -> UInt64 {
        let number = UInt64(names.count)
        numbers[ObjectIdentifier(type)] = number
        // A segment that begins now repeats the names before this one.
        onNewName?("\(type)")
        names.append("\(type)")
        return number
    }
}
