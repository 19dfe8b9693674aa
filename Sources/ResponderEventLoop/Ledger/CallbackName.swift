/// The name of a callback in one word: the address of a literal, which lives as long as the process.
@frozen @usableFromInline
struct CallbackName {
    @usableFromInline let start: UInt

    /// - Precondition: The name is a literal of more than one character: the literal of a single one has no address.
    @inlinable @inline(__always)
    init(_ name: StaticString) {
        start = name.hasPointerRepresentation ? UInt(bitPattern: name.utf8Start) : 0
    }

    var text: String {
        guard let pointer = UnsafePointer<CChar>(bitPattern: start) else { return "?" }
        return String(cString: pointer)
    }
}
