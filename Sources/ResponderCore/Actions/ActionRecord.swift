internal import ResponderEventLoop

/// An action's name and the type of its sender, in raw memory that is never freed; the process has one record for each
/// such pair.
struct ActionRecord {
    let name: String
    /// Whether every sender is a responder; a cast would take some hundred times as long to find this out.
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

    private static let lock = Lock()
    /// Accessed under the lock alone.
    nonisolated(unsafe) private static var known: [Key: UnsafePointer<ActionRecord>] = [:]

    /// Returns the record of the action of that name and that type of sender; the first call makes it.
    ///
    /// Safe on any thread.
    static func of(_ name: String, sender: Any.Type) -> UnsafePointer<ActionRecord> {
        let key = Key(name: name, sender: ObjectIdentifier(sender))
        let isFromResponder = sender is Responder.Type
        return lock.locked {
            if let record = known[key] { return record }
            let record = UnsafeMutablePointer<ActionRecord>.allocate(capacity: 1)
            let number = UInt32(truncatingIfNeeded: known.count)
            record.initialize(
                to: ActionRecord(
                    name: name,
                    isFromResponder: isFromResponder,
                    number: number,
                    bit: 1 &<< UInt64(number & 63)
                )
            )
            known[key] = UnsafePointer(record)
            return UnsafePointer(record)
        }
    }
}
