/// One number for all that was written into it, in order: 64 bits by FNV-1a, the same in every process.
struct Digest: Equatable {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func write(_ text: String) {
        for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
        // Where one text ends and the next begins counts too.
        value = (value ^ 0xff) &* 0x100_0000_01b3
    }

    var text: String { String(value, radix: 16) }
}
