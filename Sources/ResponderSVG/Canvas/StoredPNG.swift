internal import ResponderKit

extension ImagePixels {
    /// The pixels as an address with the scheme `data:`.
    var address: String { "data:image/png;base64," + StoredPNG.bytes(of: self).base64 }
}

/// PNG without compression.
private enum StoredPNG {
    /// The most bytes of a block that is stored as it is (RFC 1951).
    private static let mostInBlock = 65_535

    static func bytes(of pixels: ImagePixels) -> [UInt8] {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // 8 bits a color, with opacity.
        let head = UInt32(pixels.width).bigEndianBytes + UInt32(pixels.height).bigEndianBytes + [8, 6, 0, 0, 0]
        append("IHDR", head, to: &bytes)
        append("IDAT", stored(rows(of: pixels)), to: &bytes)
        append("IEND", [], to: &bytes)
        return bytes
    }

    /// The rows, each behind the number of its filter, which is none.
    ///
    /// The opacity is not multiplied in.
    private static func rows(of pixels: ImagePixels) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pixels.height * (pixels.width * 4 + 1))
        for row in 0..<pixels.height {
            bytes.append(0)
            for value in pixels.values[row * pixels.width..<(row + 1) * pixels.width] {
                let alpha = value >> 24
                for shift: UInt32 in [16, 8, 0] {
                    let color = value >> shift & 0xFF
                    bytes.append(alpha == 0 ? 0 : UInt8(min(255, (color * 255 + alpha / 2) / alpha)))
                }
                bytes.append(UInt8(alpha))
            }
        }
        return bytes
    }

    private static func stored(_ data: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let block = data[start..<min(data.count, start + mostInBlock)]
            start += block.count
            let length = UInt16(block.count)
            bytes.append(start == data.count ? 1 : 0)
            for number in [length, ~length] { bytes += [UInt8(number & 0xFF), UInt8(number >> 8)] }
            bytes += block
        } while start < data.count
        // Adler's checksum (RFC 1950).
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in data {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return bytes + (high << 16 | low).bigEndianBytes
    }

    private static func append(_ kind: String, _ data: [UInt8], to bytes: inout [UInt8]) {
        let content = Array(kind.utf8) + data
        var checksum = UInt32.max
        for byte in content {
            checksum = checksum >> 8 ^ table[Int((checksum ^ UInt32(byte)) & 0xFF)]
        }
        bytes += UInt32(data.count).bigEndianBytes + content + (~checksum).bigEndianBytes
    }

    /// The checksum of each byte (ISO 3309).
    private static let table: [UInt32] = (0..<256).map { number in
        (0..<8).reduce(UInt32(number)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
}

extension UInt32 {
    fileprivate var bigEndianBytes: [UInt8] { [24, 16, 8, 0].map { UInt8(self >> $0 & 0xFF) } }
}

extension [UInt8] {
    /// The bytes in base 64 (RFC 4648).
    fileprivate var base64: String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        text.reserveCapacity((count + 2) / 3 * 4)
        for start in stride(from: 0, to: count, by: 3) {
            let bytes = self[start..<Swift.min(count, start + 3)]
            let number = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - bytes.count))
            for place in 0..<4 {
                let digit = digits[Int(number >> (18 - 6 * UInt32(place)) & 63)]
                text.append(place <= bytes.count ? digit : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
