#if Cairo
internal import CResponderCairo
internal import ResponderKit

/// The shadows of shapes, as masks of pixels that are kept: to blur one costs more than to draw a screen.
@MainActor
final class ShadowMasks {
    /// A mask, and the pixel at which its corner lies.
    struct Placed {
        let mask: SurfaceHandle
        let place: Point
    }

    private struct Key: Hashable {
        let path: Path
        let transform: Transform
        let deviation: Double
    }

    private var kept = RecentCache<Key, SurfaceHandle>(costLimit: 1 << 23)

    /// How many masks are kept.
    var count: Int { kept.count }

    /// The mask of the shadow of a path; nil if there is no memory.
    ///
    /// - Parameters:
    ///   - path: The path, located by the transform.
    ///   - transform: From the path's coordinates to pixels.
    ///   - box: The box in pixels around the path.
    ///   - deviation: The standard deviation of the blur, in pixels.
    ///   - visible: The box in pixels that can be seen.
    func mask(of path: Path, by transform: Transform, box: Rect, deviation: Double, visible: Rect) -> Placed? {
        let blur = BoxBlur(deviation: deviation)
        let reach = Double(blur.reach)
        var extent = box.insetBy(dx: -reach, dy: -reach).roundedOutwards
        // What is far larger than what can be seen is made anew each time, in part.
        let isWhole = extent.width * extent.height <= 4 * visible.width * visible.height
        if !isWhole {
            guard let part = extent.intersection(visible.insetBy(dx: -reach, dy: -reach)) else { return nil }
            extent = part.roundedOutwards
        }
        let place = extent.origin
        // A shape that is moved by whole pixels has the same shadow.
        let local = transform.concatenating(Transform(translationX: -place.x, y: -place.y)).withRoundedOffset
        let key = Key(path: path, transform: local, deviation: deviation)
        if isWhole, let mask = kept[key] { return Placed(mask: mask, place: place) }
        guard let mask = try? SurfaceHandle.makeMask(width: Int(extent.width), height: Int(extent.height)) else {
            return nil
        }
        mask.fill(path, by: local)
        blur.apply(to: mask)
        if isWhole { kept.insert(mask, for: key, cost: mask.pixelCount) }
        return Placed(mask: mask, place: place)
    }
}

extension SurfaceHandle {
    /// A mask without coverage.
    ///
    /// - Throws: An error of the kind `drawing` if there is no memory.
    fileprivate static func makeMask(width: Int, height: Int) throws(CairoError) -> SurfaceHandle {
        try take(cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(width), Int32(height)))
    }

    fileprivate func fill(_ path: Path, by transform: Transform) {
        let context = cairo_create(pointer)
        defer { cairo_destroy(context) }
        var matrix = cairo_matrix_t(transform)
        cairo_set_matrix(context, &matrix)
        addPath(path, to: context)
        cairo_fill(context)
    }
}

extension Rect {
    /// The smallest rectangle of whole pixels around a rectangle in pixels.
    var roundedOutwards: Rect {
        let (left, top) = (minX.rounded(.down), minY.rounded(.down))
        return Rect(left, top, maxX.rounded(.up) - left, maxY.rounded(.up) - top)
    }
}

extension Transform {
    /// The transform with an offset in sixteenths of a pixel, which nobody sees in a shadow.
    fileprivate var withRoundedOffset: Transform {
        var rounded = self
        rounded.tx = (tx * 16).rounded() / 16
        rounded.ty = (ty * 16).rounded() / 16
        return rounded
    }
}
#endif
