#if Cairo
internal import ResponderKit

/// A file with a picture, of which the head was read.
struct PictureFile {
    let path: String
    /// The number of pixels in a point.
    let scale: Int
    let width: Int
    let height: Int

    var size: Size { Size(Double(width) / Double(scale), Double(height) / Double(scale)) }

    /// The numbers of pixels in a point that a file may have, with what its name says of them.
    private static let scales = [(1, ""), (2, "@2x"), (3, "@3x")]

    /// The name of a picture without its ending: all names of a picture have the same one.
    static func base(of name: String) -> String { name.hasSuffix(".png") ? String(name.dropLast(4)) : name }

    /// The files that a picture could have.
    static func paths(of base: String, in folders: [String]) -> [String] {
        folders.flatMap { folder in scales.map { path(base, $0.1, in: folder) } }
    }

    private static func path(_ base: String, _ suffix: String, in folder: String) -> String {
        folder + "/" + base + suffix + ".png"
    }

    /// Whether a name leads to no file outside of a folder.
    ///
    /// The system compares bytes: a slash with a combining mark behind is a slash.
    private static func isInside(_ name: String) -> Bool {
        let slash = UInt8(ascii: "/")
        guard let first = name.utf8.first, first != slash else { return false }
        return !name.utf8.split(separator: slash).contains { $0.elementsEqual("..".utf8) }
    }

    /// The files of a name in the first folder that has one, those with fewer pixels in a point first.
    static func find(_ name: String, in folders: [String], pixelLimit: Int) throws(CairoError) -> [PictureFile] {
        let base = base(of: name)
        for folder in folders where isInside(name) {
            var found: [PictureFile] = []
            for (scale, suffix) in scales {
                let path = path(base, suffix, in: folder)
                guard PNG.isThere(path) else { continue }
                do throws(CairoError) {
                    let (width, height) = try PNG.extent(PNG.read(path, atMost: PNG.headLength))
                    found.append(PictureFile(path: path, scale: scale, width: width, height: height))
                } catch {
                    throw error.at(path)
                }
            }
            if !found.isEmpty { return found }
        }
        throw CairoError(.noPicture(name: name))
    }

    static func decoded(_ path: String, pixelLimit: Int) -> Result<SurfaceHandle, CairoError> {
        do throws(CairoError) {
            return .success(try PNG.decode(PNG.read(path), pixelLimit: pixelLimit))
        } catch {
            return .failure(error.at(path))
        }
    }
}
#endif
