/// One number for all that was written into it, in order: 64 bits by FNV-1a.
///
/// The same in every process, unlike a `Hasher`'s, so that a test can hold it.
package struct Digest: Hashable, Sendable {
    package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    package init() {}

    package mutating func write(_ text: String) {
        for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
        // Where one text ends and the next begins counts too.
        value = (value ^ 0xff) &* 0x100_0000_01b3
    }

    package mutating func write(_ number: Double) {
        value = (value ^ number.bitPattern) &* 0x100_0000_01b3
    }
}
