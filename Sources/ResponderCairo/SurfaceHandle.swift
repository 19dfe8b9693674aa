#if Cairo
internal import CResponderCairo
internal import Glibc
internal import ResponderKit

/// A surface of Cairo, which the last reference frees on whatever thread.
///
/// Cairo counts references atomically, and one thread at a time draws: a decoded picture is given from the thread that
/// made it to the main actor.
final class SurfaceHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over a reference to the surface.
    private init(taking pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit { cairo_surface_destroy(pointer) }

    /// The greatest number of pixels in a row or a column: Cairo's own limit.
    static let longestSide = 32_767

    /// A transparent surface.
    ///
    /// - Throws: An error of the kind `tooLarge`, or `drawing` if there is no memory.
    static func make(width: Int, height: Int, pixelLimit: Int) throws(CairoError) -> SurfaceHandle {
        guard fits(width: width, height: height, pixelLimit: pixelLimit) else {
            throw CairoError(.tooLarge(width: width, height: height, pixelLimit: pixelLimit))
        }
        return try take(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)))
    }

    /// Takes over what a function of Cairo has made; it may be a surface with an error.
    static func take(_ pointer: OpaquePointer?) throws(CairoError) -> SurfaceHandle {
        guard let pointer else { throw CairoError(.drawing(reason: "there is no surface")) }
        let handle = SurfaceHandle(taking: pointer)
        if let reason = handle.error { throw CairoError(.drawing(reason: reason)) }
        return handle
    }

    static func fits(width: Int, height: Int, pixelLimit: Int) -> Bool {
        guard max(width, height) <= longestSide else { return false }
        return width * height <= pixelLimit
    }

    /// Why the surface cannot be drawn to or from; nil if it can.
    var error: String? {
        let status = cairo_surface_status(pointer)
        return status == CAIRO_STATUS_SUCCESS ? nil : status.reason
    }

    var width: Int { Int(cairo_image_surface_get_width(pointer)) }
    var height: Int { Int(cairo_image_surface_get_height(pointer)) }
    var pixelCount: Int { width * height }
    var stride: Int { Int(cairo_image_surface_get_stride(pointer)) }
}

extension cairo_status_t {
    /// Cairo's words for the error.
    var reason: String { cairo_status_to_string(self).map { String(cString: $0) } ?? "status \(rawValue)" }
}

extension SurfaceHandle {
    /// A surface with these pixels; nil if there is no memory, or if there are too many.
    static func copy(of pixels: ImagePixels) -> SurfaceHandle? {
        guard let made = try? make(width: pixels.width, height: pixels.height, pixelLimit: .max) else { return nil }
        guard let start = cairo_image_surface_get_data(made.pointer) else { return nil }
        pixels.values.withUnsafeBytes { values in
            guard let source = values.baseAddress else { return }
            for row in 0..<pixels.height {
                memcpy(start + row * made.stride, source + row * pixels.width * 4, pixels.width * 4)
            }
        }
        cairo_surface_mark_dirty(made.pointer)
        return made
    }
}
#endif
