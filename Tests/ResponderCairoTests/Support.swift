#if Cairo
import Glibc
import ResponderCairo
import ResponderKit

/// The green parts of a row's pixels, as many as there are.
@MainActor
func greens(_ surface: CairoSurface, row: Int) -> [Int] {
    (0..<surface.pixelWidth).map { Int(surface[$0, row] >> 8 & 0xff) }
}

/// All pixels, row by row.
@MainActor
func pixels(_ surface: CairoSurface) -> [UInt32] {
    (0..<surface.pixelHeight).flatMap { y in (0..<surface.pixelWidth).map { surface[$0, y] } }
}

/// The greatest difference between the four parts of two pixels.
func difference(_ one: UInt32, _ other: UInt32) -> Int {
    let parts = [0, 8, 16, 24].map { (shift: UInt32) -> Int in
        let (first, second) = (Int(one >> shift & 0xff), Int(other >> shift & 0xff))
        return abs(first - second)
    }
    return parts.max() ?? 0
}

/// The greatest difference between a pixel of one surface and that of another one with the same extent.
///
/// Rows that are the same cost no look at their pixels.
@MainActor
func greatestDifference(_ one: CairoSurface, _ other: CairoSurface) -> Int {
    var greatest = 0
    for y in 0..<one.pixelHeight {
        let start = y * one.bytesPerRow
        let isSame = one.withPixels { first in
            other.withPixels { second in
                guard let first = first.baseAddress, let second = second.baseAddress else { return false }
                return memcmp(first + start, second + start, one.pixelWidth * 4) == 0
            }
        }
        if isSame { continue }
        for x in 0..<one.pixelWidth { greatest = max(greatest, difference(one[x, y], other[x, y])) }
    }
    return greatest
}

/// Where a surface is not transparent: `#` for an opaque pixel, `+` for another one that is seen, `.` for the others.
@MainActor
func map(_ surface: CairoSurface) -> [String] {
    (0..<surface.pixelHeight).map { y in
        (0..<surface.pixelWidth).map { x in
            let opacity = surface[x, y] >> 24
            return opacity == 0 ? "." : opacity == 255 ? "#" : "+"
        }
        .joined()
    }
}

/// What the surface looks like after `draw`, in so many points at this scale.
@MainActor
func drawn(
    _ width: Double,
    _ height: Double,
    scale: Double = 1,
    pictures: PictureFolders = .empty,
    _ draw: (CairoCanvas) -> Void
) throws -> CairoSurface {
    let surface = try CairoSurface(size: Size(width, height), scale: scale)
    draw(CairoCanvas(surface, pictures: pictures))
    return surface
}

/// Expects that a canvas draws as it did first, whatever was drawn in between.
@MainActor
func isUsable(_ canvas: CairoCanvas) -> Bool {
    canvas.surface.clear()
    canvas.fill(Rect(0, 0, 1, 1), with: .green)
    return canvas.surface[0, 0] == 0xff00_ff00
}

/// A PNG that is made by hand, with rows that are stored as they are.
func makePNG(width: UInt32, height: UInt32, depth: UInt8, colorType: UInt8, rows: [[UInt8]]) -> [UInt8] {
    func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        var remainder: UInt32 = ~0
        for byte in body {
            remainder ^= UInt32(byte)
            for _ in 0..<8 { remainder = remainder >> 1 ^ (remainder & 1 == 1 ? 0xedb8_8320 : 0) }
        }
        return bytes(UInt32(content.count)) + body + bytes(~remainder)
    }
    let content = rows.flatMap { (row: [UInt8]) -> [UInt8] in [0] + row }
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in content {
        low = (low + UInt32(byte)) % 65_521
        high = (high + low) % 65_521
    }
    let length = UInt16(content.count)
    let lengths = [length, ~length].flatMap { (number: UInt16) -> [UInt8] in
        [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
    }
    let stream: [UInt8] = [0x78, 0x01, 0x01] + lengths + content + bytes(high << 16 | low)
    let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    return signature + chunk("IHDR", bytes(width) + bytes(height) + [depth, colorType, 0, 0, 0])
        + chunk("IDAT", stream) + chunk("IEND", [])
}
#endif
