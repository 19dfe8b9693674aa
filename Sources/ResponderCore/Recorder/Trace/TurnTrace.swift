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

    var writer = RecordWriter()
    /// The names of classes, in the order of their first use.
    private(set) var names: [String] = []
    private var numbers: [ObjectIdentifier: UInt64] = [:]
    private var latest: (type: ObjectIdentifier, number: UInt64)?
    /// Called with each new name.
    var onNewName: ((String) -> Void)?
    /// The numbers of the touches that are not over.
    private var contacts: [UInt64: Int] = [:]
    private var lastContact = 0
    /// The touches whose places are not noted, since they would tell a secret.
    private var hidden: Set<UInt64> = []
    /// The contacts that had the slots last, and their numbers.
    private var slots = [(contact: UInt64, number: UInt64)](repeating: (0, 0), count: 64)

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

    /// Notes that moves of touches are about to be delivered.
    func noteMoves(_ touches: TouchSlots, to type: Responder.Type) {
        writer.append(Entry.move.rawValue)
        var count: UInt8 = 0
        for _ in touches { count &+= 1 }
        writer.append(count)
        for slot in touches {
            let index = slot.pointee.bit.trailingZeroBitCount
            if slots[index].contact != slot.pointee.contact {
                slots[index] = (slot.pointee.contact, UInt64(number(of: slot.pointee.contact)))
            }
            writer.append(slots[index].number)
            let place = hides(slot.pointee.contact) ? Point.zero : slot.pointee.location
            writer.append(Float(place.x))
            writer.append(Float(place.y))
        }
        writer.append(self.number(of: type))
    }

    func noteOffset(_ offset: Point, of type: Responder.Type) {
        writer.append(Entry.offset.rawValue)
        writer.append(number(of: type))
        writer.append(offset)
    }

    private func number(of type: Responder.Type) -> UInt64 {
        let key = ObjectIdentifier(type)
        if let latest, latest.type == key { return latest.number }
        let number = numbers[key] ?? makeNumber(of: type)
        latest = (key, number)
        return number
    }

    private func makeNumber(of type: Responder.Type) -> UInt64 {
        let number = UInt64(names.count)
        numbers[ObjectIdentifier(type)] = number
        names.append("\(type)")
        onNewName?("\(type)")
        return number
    }
}

extension TurnTrace {
    /// The lines of a trace's bytes; nil if they are no trace.
    nonisolated static func lines(_ bytes: ArraySlice<UInt8>, names: [String]) -> [String]? {
        var reader = RecordReader(bytes)
        var lines: [String] = []
        do throws(RecordReader.Malformed) {
            while !reader.isAtEnd { lines.append(try line(&reader, names)) }
        } catch {
            return nil
        }
        return lines
    }

    private nonisolated static func line(_ reader: inout RecordReader, _ names: [String]) throws(RecordReader.Malformed)
        -> String
    {
        switch Entry(rawValue: try reader.byte()) {
        case .line: return try reader.text()
        case .move:
            var touches: [String] = []
            var place = Point.zero
            for _ in 0..<(try reader.byte()) {
                touches.append("\(try reader.number())")
                place = Point(Double(try reader.float()), Double(try reader.float()))
            }
            let name = try name(&reader, names)
            let who = touches.count == 1 ? "touch" : "touches"
            return "\(who) \(touches.joined(separator: ", ")) at \(ResponderCore.text(place)): moved goes to \(name)"
        case .offset:
            let name = try name(&reader, names)
            return "\(name) scrolls to \(ResponderCore.text(try reader.point()))"
        case nil: throw RecordReader.Malformed(reason: "it is no trace")
        }
    }

    private nonisolated static func name(_ reader: inout RecordReader, _ names: [String]) throws(RecordReader.Malformed)
        -> String
    {
        let number = try reader.number()
        guard number < UInt64(names.count) else { throw RecordReader.Malformed(reason: "it names no class") }
        return names[Int(number)]
    }
}
