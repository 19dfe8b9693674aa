#if Cairo
internal import CResponderCairo
internal import Glibc
public import ResponderKit

/// A picture in memory, which a ``CairoCanvas`` draws into.
///
/// Each pixel has 32 bits in the machine's byte order: 8 for the opacity in the highest byte, then red, green and blue,
/// each multiplied by the opacity (`0xAARRGGBB`; in memory B, G, R, A on little-endian machines). This is the format
/// `ARGB8888` of Wayland and of the kernel's frame buffers. The color space is sRGB.
///
/// A new surface is transparent. Rectangles are in points, and rounded outwards to whole pixels; what lies outside of
/// the surface does not count.
///
/// - Complexity: Each member is O(1) without allocation, if it does not say otherwise.
@MainActor
public final class CairoSurface {
    /// How many pixels a surface may have if nothing else is said: 67,108,864, which take 256 MiB.
    public nonisolated static let pixelLimit = 1 << 26

    /// The extent in points.
    public let size: Size
    /// The number of pixels in a point, along each axis.
    public let scale: Double
    /// The number of pixels in a row.
    public let pixelWidth: Int
    /// The number of rows.
    public let pixelHeight: Int
    /// The number of bytes from one row to the next.
    public let bytesPerRow: Int
    let handle: SurfaceHandle
    /// The shadows that were drawn.
    let shadows = ShadowMasks()

    init(_ handle: SurfaceHandle, size: Size, scale: Double) {
        self.size = size
        self.scale = scale
        self.handle = handle
        (pixelWidth, pixelHeight, bytesPerRow) = (handle.width, handle.height, handle.stride)
    }

    /// A transparent surface.
    ///
    /// - Parameters:
    ///   - size: The extent in points; parts of a pixel at the right and at the bottom become whole pixels. A surface
    ///     without extent has no pixels, and nothing is drawn into it.
    ///   - scale: The number of pixels in a point.
    ///   - pixelLimit: How many pixels there may be.
    /// - Throws: `CairoError` if an extent or the scale is not finite or is below zero, if the scale is zero, if there
    ///   would be too many pixels, and if there is no memory.
    /// - Complexity: Linear in the pixels; allocates them.
    public convenience init(size: Size, scale: Double = 1, pixelLimit: Int = pixelLimit) throws(CairoError) {
        guard size.isFinite, size.width >= 0, size.height >= 0, scale > 0, scale.isFinite else {
            throw CairoError(.noExtent(size, scale: scale))
        }
        func pixels(_ points: Double) -> Int {
            Int(exactly: (points * scale - Self.tolerance).rounded(.up).magnitude) ?? .max
        }
        let (width, height) = (pixels(size.width), pixels(size.height))
        self.init(
            try SurfaceHandle.make(width: width, height: height, pixelLimit: pixelLimit),
            size: size,
            scale: scale
        )
    }

    /// The part of a pixel that does not count: products of extents and scales have smaller errors.
    private nonisolated static var tolerance: Double { 1e-6 }

    /// All of the surface, in points.
    public var bounds: Rect { Rect(origin: .zero, size: size) }

    /// All of the surface, in pixels.
    var pixelBounds: Rect { Rect(0, 0, Double(pixelWidth), Double(pixelHeight)) }

    /// The pixels inside a rectangle; nil if there is none, as in a rectangle that is not finite.
    func pixels(in rect: Rect) -> PixelRect? {
        guard rect.isFinite else { return nil }
        let (tolerance, scale) = (Self.tolerance, scale)
        func position(_ points: Double, _ limit: Int) -> Int { Int(min(max(0, points), Double(limit))) }
        let left = position((rect.minX * scale + tolerance).rounded(.down), pixelWidth)
        let top = position((rect.minY * scale + tolerance).rounded(.down), pixelHeight)
        let right = position((rect.maxX * scale - tolerance).rounded(.up), pixelWidth)
        let bottom = position((rect.maxY * scale - tolerance).rounded(.up), pixelHeight)
        guard right > left, bottom > top else { return nil }
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

extension CairoSurface {
    /// The whole pixels that a rectangle touches, in points; nil if there is none.
    func wholePixels(around rect: Rect) -> Rect? {
        guard let part = pixels(in: rect) else { return nil }
        return Rect(
            Double(part.x) / scale,
            Double(part.y) / scale,
            Double(part.width) / scale,
            Double(part.height) / scale
        )
    }
}

/// A part of a surface, in pixels.
struct PixelRect: Hashable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
}

// MARK: - Pixels

extension CairoSurface {
    /// A pixel: its opacity, red, green and blue, each in a byte, as `0xAARRGGBB`; 0 for a place outside.
    ///
    /// The three colors are multiplied by the opacity.
    public subscript(x: Int, y: Int) -> UInt32 {
        guard 0..<pixelWidth ~= x, 0..<pixelHeight ~= y else { return 0 }
        return withPixels { $0.load(fromByteOffset: y * bytesPerRow + x * 4, as: UInt32.self) }
    }

    /// Calls `body` with all rows, from the top one on, each of ``bytesPerRow`` bytes.
    ///
    /// The buffer is valid during the call alone; `body` draws nothing into the surface.
    public func withPixels<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        cairo_surface_flush(handle.pointer)
        let start = cairo_image_surface_get_data(handle.pointer)
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : pixelHeight * bytesPerRow))
    }

    /// Calls `body` with all rows, to change them; otherwise as ``withPixels(_:)``.
    public func withMutablePixels<Result, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        cairo_surface_flush(handle.pointer)
        defer { cairo_surface_mark_dirty(handle.pointer) }
        let start = cairo_image_surface_get_data(handle.pointer)
        return try body(
            UnsafeMutableRawBufferPointer(start: start, count: start == nil ? 0 : pixelHeight * bytesPerRow)
        )
    }

    /// Copies the pixels in a rectangle to the same place of another picture, such as the buffer of a display.
    ///
    /// - Parameters:
    ///   - rect: The part to copy; nil for all.
    ///   - buffer: The other picture's rows, with pixels of the same format. Pixels for which it has no room are left
    ///     out.
    ///   - otherBytesPerRow: The number of bytes from one row of the other picture to the next, above zero.
    /// - Complexity: Linear in the pixels; no allocation.
    public func copyPixels(
        in rect: Rect? = nil,
        to buffer: UnsafeMutableRawBufferPointer,
        bytesPerRow otherBytesPerRow: Int
    ) {
        guard let part = pixels(in: rect ?? bounds), otherBytesPerRow > 0, let target = buffer.baseAddress else {
            return
        }
        withPixels { rows in
            guard let source = rows.baseAddress else { return }
            let length = min(part.width * 4, otherBytesPerRow - part.x * 4)
            guard length > 0 else { return }
            for y in part.y..<part.y + part.height {
                let start = y * otherBytesPerRow + part.x * 4
                guard start + length <= buffer.count else { return }
                memcpy(target + start, source + y * bytesPerRow + part.x * 4, length)
            }
        }
    }

    /// Makes the pixels in a rectangle transparent, or gives them a color, whatever they were.
    ///
    /// - Parameters:
    ///   - rect: The part; nil for all.
    ///   - color: The new color of each pixel.
    /// - Complexity: Linear in the pixels; no allocation.
    public func clear(_ rect: Rect? = nil, to color: Color = .clear) {
        guard let part = pixels(in: rect ?? bounds) else { return }
        let pixel = color.pixel
        withMutablePixels { rows in
            for y in part.y..<part.y + part.height {
                let start = y * bytesPerRow + part.x * 4
                let row = UnsafeMutableRawBufferPointer(rebasing: rows[start..<start + part.width * 4])
                row.bindMemory(to: UInt32.self).update(repeating: pixel)
            }
        }
    }

    /// Copies the pixels in a rectangle to another place of the surface, as in scrolling; both may overlap.
    ///
    /// - Parameters:
    ///   - rect: The part to copy.
    ///   - offset: How far to the right and down, in points; rounded to whole pixels.
    /// - Complexity: Linear in the pixels; no allocation.
    public func copy(_ rect: Rect, by offset: Point) {
        guard let part = pixels(in: rect), offset.isFinite else { return }
        func rounded(_ points: Double, _ limit: Int) -> Int {
            Int(min(max(-Double(limit), (points * scale).rounded()), Double(limit)))
        }
        let (dx, dy) = (rounded(offset.x, pixelWidth), rounded(offset.y, pixelHeight))
        // What comes to lie outside is left out.
        let (left, right) = (max(part.x, -dx), min(part.x + part.width, pixelWidth - dx))
        let (top, bottom) = (max(part.y, -dy), min(part.y + part.height, pixelHeight - dy))
        guard left < right, top < bottom, dx != 0 || dy != 0 else { return }
        withMutablePixels { rows in
            guard let start = rows.baseAddress else { return }
            // Rows that a copy would overwrite are copied first.
            let order =
                dy > 0 ? stride(from: bottom - 1, through: top, by: -1) : stride(from: top, through: bottom - 1, by: 1)
            for y in order {
                let source = start + y * bytesPerRow + left * 4
                memmove(source + dy * bytesPerRow + dx * 4, source, (right - left) * 4)
            }
        }
    }
}

extension Color {
    /// The color as a pixel of a surface.
    var pixel: UInt32 {
        func byte(_ part: Double) -> UInt32 { UInt32((part * 255).rounded()) }
        return byte(alpha) << 24 | byte(red * alpha) << 16 | byte(green * alpha) << 8 | byte(blue * alpha)
    }
}
#endif
