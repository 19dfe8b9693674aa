/// What the dispatch knows of a class of responders.
struct ResponderClass {
    let type: Responder.Type
    var overrides: Overrides
    /// What the table says of it, also when nothing is skipped: by it a trace names who handles, and the guarantee knows
    /// who is owed an end.
    let told: Overrides
    /// The members that may not be skipped: those it overrides, and those for which it was not yet seen that the base
    /// class's implementation is entered.
    var called: Overrides = .all
    /// What all trees share, by a pointer that is read without a look whether it was made already.
    let hierarchy = Hierarchy.shared

    /// Whether the class is said not to override the member, and nobody has looked yet.
    @inline(__always)
    func isUnseen(_ member: Overrides) -> Bool { !overrides.contains(member) && called.contains(member) }

    /// Notes that the base class's implementation of a member was entered.
    @inline(__always)
    mutating func sawBaseEntered(_ member: Overrides) {
        called.subtract(member.subtracting(overrides))
    }
}

extension ResponderClass {
    @MainActor private static var known: [ObjectIdentifier: UnsafeMutablePointer<ResponderClass>] = [:]
    /// The class that was asked for last: views of one class are often made in a row.
    @MainActor private static var latest: (id: ObjectIdentifier, record: UnsafeMutablePointer<ResponderClass>)?

    /// The record of the class, made the first time it is asked for, and kept for the life of the process.
    @MainActor
    static func of(_ type: Responder.Type) -> UnsafeMutablePointer<ResponderClass> {
        let id = ObjectIdentifier(type)
        if let latest, latest.id == id { return latest.record }
        let record = known[id] ?? make(type)
        latest = (id, record)
        return record
    }

    @MainActor
    private static func make(_ type: Responder.Type) -> UnsafeMutablePointer<ResponderClass> {
        let record = UnsafeMutablePointer<ResponderClass>.allocate(capacity: 1)
        let table = OverrideTable.shared
        record.initialize(
            to: ResponderClass(type: type, overrides: table.overrides(of: type), told: table.told(of: type))
        )
        known[ObjectIdentifier(type)] = record
        return record
    }

    @MainActor
    static func overrideEverything() {
        for record in known.values {
            record.pointee.overrides = .all
            record.pointee.called = .all
        }
    }
}
