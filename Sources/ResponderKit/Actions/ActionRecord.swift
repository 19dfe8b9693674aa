internal import Synchronization

/// An action's name, and the type of its sender: one for each such pair in the process, in raw memory that is never
/// freed.
struct ActionRecord {
    let name: String
    /// Whether every sender is a responder, which a cast would take some hundred times as long to find out.
    let isFromResponder: Bool
    /// Where the search for the action begins in the table of a class.
    let number: UInt32
    /// The action's bit in the mask of a class that implements it; several actions share a bit.
    let bit: UInt64
}

extension ActionRecord {
    private struct Key: Hashable {
        let name: String
        let sender: ObjectIdentifier
    }

    /// A list of pointers that may be passed between threads, since their targets never change.
    private struct Known: @unchecked Sendable {
        var records: [Key: UnsafePointer<ActionRecord>] = [:]
    }

    private static let known = Mutex(Known())

    /// Returns the record of the action of that name and that type of sender; the first call makes it.
    ///
    /// Safe on any thread.
    static func of(_ name: String, sender: Any.Type) -> UnsafePointer<ActionRecord> {
        let key = Key(name: name, sender: ObjectIdentifier(sender))
        let isFromResponder = sender is Responder.Type
        return known.withLock { known in
            if let record = known.records[key] { return record }
            let record = UnsafeMutablePointer<ActionRecord>.allocate(capacity: 1)
            let number = UInt32(truncatingIfNeeded: known.records.count)
            record.initialize(
                to: ActionRecord(
                    name: name,
                    isFromResponder: isFromResponder,
                    number: number,
                    bit: 1 &<< UInt64(number & 63)
                )
            )
            known.records[key] = UnsafePointer(record)
            return UnsafePointer(record)
        }
    }
}
