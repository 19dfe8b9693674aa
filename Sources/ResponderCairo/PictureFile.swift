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

    /// The files of a name in the first folder that has one, those with fewer pixels in a point first.
    static func find(_ name: String, in folders: [String], pixelLimit: Int) throws(CairoError) -> [PictureFile] {
        let isInside = !name.isEmpty && !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
        let base = name.hasSuffix(".png") ? String(name.dropLast(4)) : name
        for folder in folders where isInside {
            var found: [PictureFile] = []
            for (scale, suffix) in [(1, ""), (2, "@2x"), (3, "@3x")] {
                let path = folder + "/" + base + suffix + ".png"
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
