#if Cairo
import ResponderCairo

/// Bytes as a PNG: a picture that can be read is written, and is the same when read again.
///
/// The bytes are read once as they are, and once with checksums that fit: else the reader would look no further than
/// at the first changed chunk.
@MainActor
struct PNGRun {
    private let bytes: [UInt8]

    /// Enough for each picture of the corpus, and little enough for many inputs a second.
    private static let pixelLimit = 1 << 18

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func run() throws(Violation) {
        try check(bytes)
        let mended = Self.withChecksums(bytes)
        if mended != bytes { try check(mended) }
    }

    private func check(_ bytes: [UInt8]) throws(Violation) {
        let surface: CairoSurface
        do throws(CairoError) {
            surface = try CairoSurface(png: bytes, pixelLimit: Self.pixelLimit)
        } catch {
            return try require(RecordingRun.isOneLine("\(error)"), "an error that is no line: \(error)")
        }
        try require(surface.pixelWidth * surface.pixelHeight <= Self.pixelLimit, "more pixels than are allowed")
        let again = try necessary { try CairoSurface(png: surface.png()) }
        let (width, height) = (surface.pixelWidth, surface.pixelHeight)
        try require(again.pixelWidth == width && again.pixelHeight == height, "another extent when read again")
        for y in 0..<height {
            for x in 0..<width where surface[x, y] != again[x, y] {
                // A color above its opacity is none, and a transparent pixel has none.
                try require(Self.isRounded(surface[x, y], again[x, y]), "another pixel at \(x), \(y) when read again")
            }
        }
    }

    /// Whether two pixels differ by no more than the opacity that is multiplied in and divided out.
    private static func isRounded(_ one: UInt32, _ other: UInt32) -> Bool {
        guard one >> 24 == other >> 24 else { return false }
        return [0, 8, 16].allSatisfy { (shift: UInt32) in
            abs(Int(one >> shift & 0xFF) - Int(other >> shift & 0xFF)) <= 1
        }
    }

    /// The bytes, each chunk with the checksum that belongs to it.
    private static func withChecksums(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        var start = 8
        while start + 12 <= bytes.count {
            let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = start + 8 + length
            guard end + 4 <= bytes.count else { break }
            var checksum = UInt32.max
            for byte in bytes[start + 4..<end] {
                checksum ^= UInt32(byte)
                for _ in 0..<8 { checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1 }
            }
            for place in 0..<4 { bytes[end + place] = UInt8(truncatingIfNeeded: ~checksum >> UInt32(24 - 8 * place)) }
            start = end + 4
        }
        return bytes
    }
}
#endif
