internal import ResponderTouchInput

/// Reads what a ``RecordWriter`` wrote; the bytes may come from anywhere.
struct RecordReader {
    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int

    /// Why bytes cannot be read.
    struct Malformed: Error {
        let reason: String
    }

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    init(_ bytes: [UInt8]) { self.init(bytes[...]) }

    var isAtEnd: Bool { position == bytes.endIndex }
    var remaining: Int { bytes.endIndex - position }

    mutating func byte() throws(Malformed) -> UInt8 {
        guard position < bytes.endIndex else { throw Malformed(reason: "it ends too early") }
        defer { position += 1 }
        return bytes[position]
    }

    mutating func flag() throws(Malformed) -> Bool {
        let byte = try byte()
        guard byte <= 1 else { throw Malformed(reason: "\(byte) is neither true nor false") }
        return byte == 1
    }

    mutating func bits64() throws(Malformed) -> UInt64 {
        var bits: UInt64 = 0
        for place in 0..<8 { bits |= UInt64(try byte()) << UInt64(8 * place) }
        return bits
    }

    mutating func bits32() throws(Malformed) -> UInt32 {
        var bits: UInt32 = 0
        for place in 0..<4 { bits |= UInt32(try byte()) << UInt32(8 * place) }
        return bits
    }

    mutating func number() throws(Malformed) -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try byte()
            guard shift < 63 || byte <= 1 else { throw Malformed(reason: "a number has more than 64 bits") }
            number |= UInt64(byte & 0x7f) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
    }

    mutating func integer() throws(Malformed) -> Int {
        let number = try number()
        return Int(bitPattern: UInt(number >> 1)) ^ -Int(number & 1)
    }

    mutating func float64() throws(Malformed) -> Double { Double(bitPattern: try bits64()) }
    mutating func float32() throws(Malformed) -> Float { Float(bitPattern: try bits32()) }

    mutating func point() throws(Malformed) -> Point {
        let x = try float64()
        return Point(x, try float64())
    }

    mutating func text() throws(Malformed) -> String {
        String(decoding: try data(), as: UTF8.self)
    }

    mutating func data() throws(Malformed) -> ArraySlice<UInt8> {
        let count = try number()
        guard count <= UInt64(remaining) else { throw Malformed(reason: "it ends too early") }
        defer { position += Int(count) }
        return bytes[position..<position + Int(count)]
    }

    /// The number of elements that follow, each of at least one byte.
    mutating func count() throws(Malformed) -> Int {
        let count = try number()
        guard count <= UInt64(remaining) else { throw Malformed(reason: "it ends too early") }
        return Int(count)
    }

    mutating func end() throws(Malformed) {
        guard isAtEnd else { throw Malformed(reason: "\(remaining) bytes too many follow") }
    }
}
