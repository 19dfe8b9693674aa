/// The bytes of an input, which decide what happens; behind their end, every byte is read as zero.
struct ByteReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { place >= bytes.count }

    /// The bytes that were not read.
    var rest: [UInt8] { Array(bytes.dropFirst(place)) }

    mutating func byte() -> UInt8 {
        guard place < bytes.count else { return 0 }
        defer { place += 1 }
        return bytes[place]
    }

    /// A number below `bound`, which is 256 at most.
    mutating func number(below bound: Int) -> Int { Int(byte()) % bound }

    mutating func bool() -> Bool { byte() & 1 == 1 }

    /// Returns true in `percent` percent of the cases.
    mutating func chance(_ percent: Int) -> Bool { Int(byte()) * 100 / 256 >= 100 - percent }

    /// A little-endian integer of any width.
    mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) -> Value {
        var value: Value = 0
        for shift in 0..<(Value.bitWidth / 8) { value |= Value(truncatingIfNeeded: byte()) << (8 * shift) }
        return value
    }

    mutating func element<Element>(of elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[Int(integer(UInt8.self)) % elements.count]
    }
}
