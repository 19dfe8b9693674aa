#if Cairo
internal import CResponderCairo
internal import Glibc
internal import ResponderKit

// PNG: the color space is sRGB, and the opacity is not multiplied in.
extension CairoSurface {
    /// A surface with the picture of a PNG.
    ///
    /// - Parameters:
    ///   - png: The bytes of the file.
    ///   - scale: The number of pixels in a point.
    ///   - pixelLimit: How many pixels there may be. A PNG that says it has more is refused before it is read.
    /// - Throws: `CairoError` for what is no PNG, for a broken one, and for too many pixels.
    /// - Complexity: Linear in the bytes and the pixels; allocates the pixels, and meanwhile up to five times as many.
    public convenience init(png: [UInt8], scale: Double = 1, pixelLimit: Int = pixelLimit) throws(CairoError) {
        let handle = try PNG.decode(png, pixelLimit: pixelLimit)
        guard scale > 0, scale.isFinite else { throw CairoError(.noExtent(.zero, scale: scale)) }
        self.init(handle, size: Size(Double(handle.width) / scale, Double(handle.height) / scale), scale: scale)
    }

    /// A surface with the picture in a file.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - scale: The number of pixels in a point.
    ///   - pixelLimit: How many pixels there may be.
    /// - Throws: `CairoError`, which names the file, as for ``init(png:scale:pixelLimit:)``, and for a file that cannot
    ///   be read.
    /// - Complexity: Linear in the file and the pixels; allocates both.
    public convenience init(
        contentsOfPNG path: String,
        scale: Double = 1,
        pixelLimit: Int = pixelLimit
    ) throws(CairoError) {
        do throws(CairoError) {
            try self.init(png: PNG.read(path), scale: scale, pixelLimit: pixelLimit)
        } catch {
            throw error.at(path)
        }
    }

    /// The picture as a PNG.
    ///
    /// - Throws: `CairoError` if the surface has no pixel, or if there is no memory.
    /// - Complexity: Linear in the pixels; allocates the bytes.
    public func png() throws(CairoError) -> [UInt8] { try PNG.encode(handle) }

    /// Writes the picture to a file, as a PNG; a file that is there is replaced.
    ///
    /// - Throws: `CairoError` as for ``png()``, and with the file's name if it cannot be written.
    /// - Complexity: Linear in the pixels; allocates the bytes.
    public func writePNG(to path: String) throws(CairoError) {
        do throws(CairoError) {
            try PNG.write(png(), to: path)
        } catch {
            throw error.at(path)
        }
    }
}

/// PNG, read and written by Cairo.
enum PNG {
    /// How many bytes a file may have: 256 MiB.
    static let fileLimit = 1 << 28

    /// The picture, as a surface with a transparent or an opaque pixel in 32 bits.
    static func decode(_ bytes: [UInt8], pixelLimit: Int) throws(CairoError) -> SurfaceHandle {
        let (width, height) = try extent(bytes)
        guard SurfaceHandle.fits(width: width, height: height, pixelLimit: pixelLimit) else {
            throw CairoError(.tooLarge(width: width, height: height, pixelLimit: pixelLimit))
        }
        let decoded: SurfaceHandle
        do throws(CairoError) {
            decoded = try SurfaceHandle.take(surface(of: bytes))
        } catch {
            guard case .drawing(let reason) = error.problem else { throw error }
            throw CairoError(.noPNG(reason: reason))
        }
        if cairo_image_surface_get_format(decoded.pointer) == CAIRO_FORMAT_ARGB32 { return decoded }
        // Pictures without opacity, and those with 16 bits a color, have other formats.
        let made = try SurfaceHandle.make(width: decoded.width, height: decoded.height, pixelLimit: pixelLimit)
        let context = cairo_create(made.pointer)
        cairo_set_source_surface(context, decoded.pointer, 0, 0)
        cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
        cairo_paint(context)
        let status = cairo_status(context)
        cairo_destroy(context)
        guard status == CAIRO_STATUS_SUCCESS else { throw CairoError(.drawing(reason: status.reason)) }
        return made
    }

    private static func surface(of bytes: [UInt8]) -> OpaquePointer? {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes
            return withUnsafeMutablePointer(to: &rest) { rest in
                cairo_image_surface_create_from_png_stream(
                    { context, target, length in
                        let rest = context?.assumingMemoryBound(to: UnsafeRawBufferPointer.self)
                        guard let rest, let target, rest.pointee.count >= Int(length) else {
                            return CAIRO_STATUS_READ_ERROR
                        }
                        if length > 0, let start = rest.pointee.baseAddress { memcpy(target, start, Int(length)) }
                        rest.pointee = UnsafeRawBufferPointer(rebasing: rest.pointee.dropFirst(Int(length)))
                        return CAIRO_STATUS_SUCCESS
                    },
                    rest
                )
            }
        }
    }

    /// How many bytes of a file have its extent.
    static let headLength = 24

    /// The extent in pixels, which stands at the beginning of the file.
    static func extent(_ bytes: [UInt8]) throws(CairoError) -> (width: Int, height: Int) {
        let beginning: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        guard bytes.starts(with: beginning) else {
            throw CairoError(.noPNG(reason: "it does not begin as a PNG does"))
        }
        guard bytes.count >= headLength else { throw CairoError(.noPNG(reason: "it ends within its header")) }
        func number(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
        return (number(16), number(20))
    }

    static func encode(_ surface: SurfaceHandle) throws(CairoError) -> [UInt8] {
        guard surface.width > 0, surface.height > 0 else { throw CairoError(.empty) }
        var bytes: [UInt8] = []
        let status = withUnsafeMutablePointer(to: &bytes) { bytes in
            cairo_surface_write_to_png_stream(
                surface.pointer,
                { context, piece, length in
                    guard let bytes = context?.assumingMemoryBound(to: [UInt8].self) else {
                        return CAIRO_STATUS_WRITE_ERROR
                    }
                    bytes.pointee += UnsafeBufferPointer(start: piece, count: Int(length))
                    return CAIRO_STATUS_SUCCESS
                },
                bytes
            )
        }
        guard status == CAIRO_STATUS_SUCCESS else { throw CairoError(.drawing(reason: status.reason)) }
        return bytes
    }
}

// MARK: - Files

extension PNG {
    private static func failure() -> CairoError { CairoError(.file(reason: String(cString: strerror(errno)))) }

    private static func checked(_ path: String) throws(CairoError) {
        // The path would end where the system sees the zero.
        if path.utf8.contains(0) { throw CairoError(.file(reason: "its name holds a zero byte")) }
    }

    static func isThere(_ path: String) -> Bool { !path.utf8.contains(0) && access(path, F_OK) == 0 }

    /// The bytes of a file, or the first ones.
    static func read(_ path: String, atMost limit: Int = .max) throws(CairoError) -> [UInt8] {
        try checked(path)
        // Without O_NONBLOCK, opening a pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure() }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw CairoError(.file(reason: "it is a folder, a pipe or a device; name a plain file"))
        }
        guard status.st_size <= fileLimit else {
            throw CairoError(.file(reason: "it has more than \(fileLimit) bytes"))
        }
        let length = min(Int(status.st_size), limit)
        var failed: CairoError?
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            while count < length {
                let more = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, length - count)
                if more < 0, errno == EINTR { continue }
                if more < 0 { failed = failure() }
                guard more > 0 else { return }
                count += more
            }
        }
        if let failed { throw failed }
        return bytes
    }

    static func write(_ bytes: [UInt8], to path: String) throws(CairoError) {
        try checked(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure() }
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let failed = failure()
                close(descriptor)
                throw failed
            }
            start += count
        }
        guard close(descriptor) == 0 else { throw failure() }
    }
}
#endif
