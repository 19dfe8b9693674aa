#if Cairo
internal import CResponderCairo

/// A surface of Cairo, which the last reference frees on whatever thread.
final class SurfaceHandle {
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
    /// The picture in another size; nil if there is no memory.
    func scaled(width: Int, height: Int) -> SurfaceHandle? {
        guard let made = try? SurfaceHandle.make(width: width, height: height, pixelLimit: .max) else { return nil }
        let context = cairo_create(made.pointer)
        defer { cairo_destroy(context) }
        cairo_scale(context, Double(width) / Double(self.width), Double(height) / Double(self.height))
        cairo_set_source_surface(context, pointer, 0, 0)
        // Without it the edges would be mixed with what is around the picture: nothing.
        cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
        cairo_paint(context)
        return cairo_status(context) == CAIRO_STATUS_SUCCESS ? made : nil
    }
}
#endif
