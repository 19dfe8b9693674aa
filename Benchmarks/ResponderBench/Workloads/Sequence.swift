import CBenchFloors
import ResponderKit

/// A touch from its began to its ended, with its moves; the workloads of the dispatch are made of sequences.
struct Sequence {
    /// Twenty moves: a third of a second's drag.
    static let usual = Sequence(moves: 20)

    let moves: Int

    /// How many events it makes, one for each sample.
    var events: Int { moves + 2 }

    /// The samples, inside the hit view of the trees.
    var contacts: [TouchContact] {
        let moved = (0..<moves).map { TouchContact(1, .moved, at: Point(2 + 0.01 * Double($0 % 100), 2)) }
        return [TouchContact(1, .began, at: Point(2, 2))] + moved + [TouchContact(1, .ended, at: Point(2, 2))]
    }

    /// As many sequences, one after the other, as a port's ring holds.
    ///
    /// A began counts twice, since the place of an ended contact is free again only when the port was read.
    var batch: [TouchContact] {
        let sequences = max(1, (TouchPort.defaultCapacity - 1) / (events + 1))
        return Array(repeatElement(contacts, count: sequences).joined())
    }

    /// As many sequences of frames, in which several fingers act together, as a port's ring holds.
    func frames(fingers: Int) -> [TouchFrame] {
        let sequence = contacts.map { contact in
            TouchFrame(
                time: .zero,
                contacts: (1...fingers).map {
                    TouchContact($0, contact.phase, at: Point(contact.location.x, Double($0) / 10))
                }
            )
        }
        let sequences = max(1, (TouchPort.defaultCapacity - 1) / ((events + 1) * fingers))
        return Array(repeatElement(sequence, count: sequences).joined())
    }

    /// The same samples for the C floor.
    static func floorSamples(_ contacts: [TouchContact]) -> [floor_sample] {
        contacts.map {
            floor_sample(
                time: 1,
                x: $0.location.x,
                y: $0.location.y,
                identifier: Int32($0.identifier),
                phase: Int32($0.phase.rawValue)
            )
        }
    }
}
