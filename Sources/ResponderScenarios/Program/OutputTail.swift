/// The last of the bytes that a process prints.
package struct OutputTail {
    /// How many bytes are kept: 4 KB.
    static let limit = 4096

    private var bytes: [UInt8] = []

    /// - Complexity: O(number of the new bytes), on average.
    mutating func append(_ new: some Collection<UInt8>) {
        bytes += new
        // Not at each call: moving the bytes costs as much as they are many.
        if bytes.count > 4 * Self.limit { bytes.removeFirst(bytes.count - Self.limit) }
    }

    /// The text of the last bytes; where others came before, the text begins with a whole line if it has one.
    package mutating func take() -> String {
        defer { bytes.removeAll(keepingCapacity: true) }
        guard bytes.count > Self.limit else { return String(decoding: bytes, as: UTF8.self) }
        let tail = bytes.suffix(Self.limit)
        let isWhole = bytes[tail.startIndex - 1] == UInt8(ascii: "\n")
        let start = isWhole ? nil : tail.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
        return String(decoding: start.map { $0 < tail.endIndex ? tail[$0...] : tail } ?? tail, as: UTF8.self)
    }
}
