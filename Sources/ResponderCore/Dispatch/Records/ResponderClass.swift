/// The dispatch's data about a class of responders.
struct ResponderClass {
    let type: Responder.Type
    var overrides: Overrides
    /// The members that the class overrides according to the table, even when nothing is skipped: they decide which
    /// responder a trace names as the handler, and which responders are owed an end.
    let declared: Overrides
    /// The members that must not be skipped: those that the class overrides, and those whose base implementation no
    /// call has entered yet.
    var mustCall: Overrides = .all
    /// The actions that the class implements.
    var actions = ActionIndex()
    /// The state that all trees share: reading a stored pointer needs no check whether a lazy global is initialised.
    let processState = ProcessState.shared

    /// Whether the table says that the class does not override the member, and no call has confirmed this yet.
    @inline(__always)
    func isUnverified(_ member: Overrides) -> Bool { !overrides.contains(member) && mustCall.contains(member) }

    /// Records that the base class's implementation of a member was entered.
    @inline(__always)
    mutating func sawBaseEntered(_ member: Overrides) {
        mustCall.subtract(member.subtracting(overrides))
    }
}

extension ResponderClass {
    @MainActor private static var known: [ObjectIdentifier: UnsafeMutablePointer<ResponderClass>] = [:]
    /// The class that was looked up last: views of one class are often made in a row.
    @MainActor private static var latest: (id: ObjectIdentifier, record: UnsafeMutablePointer<ResponderClass>)?

    /// Returns the record of the class; the first lookup makes it, for the life of the process.
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
            to: ResponderClass(type: type, overrides: table.overrides(of: type), declared: table.declared(by: type))
        )
        known[ObjectIdentifier(type)] = record
        return record
    }

    @MainActor
    static func overrideEverything() {
        for record in known.values {
            record.pointee.overrides = .all
            record.pointee.mustCall = .all
        }
    }
}
