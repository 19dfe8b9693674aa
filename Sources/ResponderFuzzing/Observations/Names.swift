internal import ResponderKit

/// A part of the random app, which has a name of its own.
@MainActor
protocol Named: AnyObject {
    var fuzzName: String { get }
}

/// Names for objects by their class and by the order in which the objects were seen.
@MainActor
struct NameTable {
    private struct Entry {
        weak var object: AnyObject?
        let name: String
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    private var counts: [String: Int] = [:]

    mutating func name(of object: AnyObject) -> String {
        if let named = object as? any Named { return named.fuzzName }
        if let entry = entries[ObjectIdentifier(object)], entry.object === object { return entry.name }
        let kind = "\(type(of: object))"
        let number = (counts[kind] ?? 0) + 1
        counts[kind] = number
        let name = "\(kind) \(number)"
        entries[ObjectIdentifier(object)] = Entry(object: object, name: name)
        return name
    }
}

/// Numbers for touches in the order in which they were seen, from 1.
struct TouchNumbers {
    private var numbers: [Touch: Int] = [:]
    private var last = 0

    mutating func number(of touch: Touch) -> Int {
        if let number = numbers[touch] { return number }
        last += 1
        numbers[touch] = last
        return last
    }
}

/// What should be gone after the end of an app.
struct Remains {
    private struct Entry {
        weak var object: AnyObject?
        let name: String
    }

    private var entries: [Entry] = []

    mutating func add(_ object: AnyObject, _ name: String) {
        entries.append(Entry(object: object, name: name))
        // So that long runs stay small.
        if entries.count > 4096 { entries.removeAll { $0.object == nil } }
    }

    /// The name of the first object that is still alive.
    var first: String? { entries.first { $0.object != nil }?.name }
}
