internal import Glibc
internal import ResponderTouchInput

/// Bytes of a record that is being written: numbers in as few bytes as they need, all else little-endian.
///
/// The memory stays when the record is written, so that most records allocate nothing.
struct RecordWriter: ~Copyable {
    private var bytes: UnsafeMutableRawPointer
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 4096) {
        bytes = .allocate(byteCount: capacity, alignment: 16)
        self.capacity = capacity
    }

    deinit { bytes.deallocate() }

    var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: count) }

    mutating func removeAll() { count = 0 }

    @inline(__always)
    mutating func append(_ byte: UInt8) {
        reserve(1)
        bytes.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count &+= 1
    }

    @inline(__always)
    mutating func append(_ flag: Bool) { append(flag ? 1 as UInt8 : 0) }

    @inline(__always)
    mutating func append(bits: UInt64) {
        reserve(8)
        (bytes + count).storeBytes(of: bits.littleEndian, as: UInt64.self)
        count &+= 8
    }

    @inline(__always)
    mutating func append(bits: UInt32) {
        reserve(4)
        (bytes + count).storeBytes(of: bits.littleEndian, as: UInt32.self)
        count &+= 4
    }

    /// Appends seven bits a byte, the lowest first; the highest bit says that another byte follows.
    @inline(__always)
    mutating func append(_ number: UInt64) {
        if number < 0x80 { append(UInt8(truncatingIfNeeded: number)) } else { append(long: number) }
    }

    @inline(never)
    private mutating func append(long number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    @inline(__always)
    mutating func append(_ number: Int) { append(UInt64(bitPattern: Int64((number << 1) ^ (number >> 63)))) }

    @inline(__always)
    mutating func append(_ number: Double) { append(bits: number.bitPattern) }
    @inline(__always)
    mutating func append(_ number: Float) { append(bits: number.bitPattern) }

    @inline(__always)
    mutating func append(_ point: Point) {
        append(point.x)
        append(point.y)
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Appends bytes behind their number.
    mutating func append(_ others: UnsafeRawBufferPointer) {
        append(UInt64(others.count))
        append(raw: others)
    }

    mutating func append(_ others: [UInt8]) { others.withUnsafeBytes { append($0) } }

    mutating func append(raw others: UnsafeRawBufferPointer) {
        guard let start = others.baseAddress else { return }
        reserve(others.count)
        memcpy(bytes + count, start, others.count)
        count &+= others.count
    }

    @inline(__always)
    private mutating func reserve(_ more: Int) {
        if capacity &- count < more { grow(more) }
    }

    @inline(never)
    private mutating func grow(_ more: Int) {
        let larger = max(capacity * 2, count + more)
        let new = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
        memcpy(new, bytes, count)
        bytes.deallocate()
        (bytes, capacity) = (new, larger)
    }
}
