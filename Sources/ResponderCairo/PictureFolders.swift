#if Cairo
internal import Logging
internal import ResponderSupport

/// Finds the pictures that views draw: PNG files in folders, by the names of images.
///
/// An image with the name `logo` or `logo.png` is the file `logo.png` of the first folder that has it; a name may have
/// folders in it, such as `icons/logo`, but leads to no file outside. A picture that is not there, is broken or has too
/// many pixels is drawn as nothing, and ``onError`` is told once.
///
/// A file is read when its picture is drawn first, and is kept, and so is the picture in each size in which it was
/// drawn, as long as there is room: to scale a picture costs more than all else on a screen.
@MainActor
public final class PictureFolders {
    /// No folder: where no other is named.
    public static let empty = PictureFolders()

    /// The paths of the folders, in the order in which they are searched.
    public let folders: [String]
    /// How many pixels a picture may have.
    public let pixelLimit: Int
    /// Told once of each picture that cannot be drawn: at first the log is.
    public var onError: @MainActor (CairoError) -> Void = {
        Logger(label: "responderkit.ResponderCairo").error("\($0)")
    }

    private struct SizedName: Hashable {
        let name: String
        let width: Int
        let height: Int
    }

    private var originals: RecentCache<String, SurfaceHandle>
    private var scaled = RecentCache<SizedName, SurfaceHandle>(costLimit: 1 << 23)
    /// The names that have no picture.
    private var missing: Set<String> = []

    /// Pictures in these folders.
    ///
    /// - Parameters:
    ///   - folders: The paths of the folders; without one there are no pictures.
    ///   - pixelLimit: How many pixels a picture may have: 16,777,216 if nothing is said, which take 64 MiB. A picture
    ///     with more is refused before its pixels are read.
    /// - Complexity: Linear in the folders; allocates their array.
    public init(_ folders: [String] = [], pixelLimit: Int = 1 << 24) {
        self.folders = folders
        self.pixelLimit = pixelLimit
        // As many as the largest picture has, so that no picture is read for each frame.
        originals = RecentCache(costLimit: max(pixelLimit, 1 << 24))
    }

    /// Forgets what was read of a picture: its file is read again when the picture is drawn next.
    ///
    /// - Complexity: Linear in the pictures that are kept.
    public func forget(_ name: String) {
        originals.removeAll { $0 == name }
        scaled.removeAll { $0.name == name }
        missing.remove(name)
    }

    /// Forgets all that was read, as on a memory warning.
    ///
    /// - Complexity: Linear in the pictures that are kept.
    public func removeAll() {
        originals.removeAll()
        scaled.removeAll()
        missing = []
    }

    /// How many sizes of pictures are kept.
    var keptSizes: Int { scaled.count }

    /// The picture for a place of so many pixels: as large as the place along each axis along which it is larger.
    func picture(_ name: String, width: Int, height: Int) -> SurfaceHandle? {
        let key = SizedName(name: name, width: width, height: height)
        if let known = scaled[key] { return known }
        guard let original = original(name) else { return nil }
        guard width < original.width || height < original.height else { return original }
        guard let made = original.scaled(width: min(width, original.width), height: min(height, original.height)) else {
            return original
        }
        scaled.insert(made, for: key, cost: made.pixelCount)
        return made
    }

    private func original(_ name: String) -> SurfaceHandle? {
        if let known = originals[name] { return known }
        guard !missing.contains(name) else { return nil }
        do throws(CairoError) {
            let picture = try read(name)
            originals.insert(picture, for: name, cost: picture.pixelCount)
            return picture
        } catch {
            // An app that makes up names would fill the memory.
            if missing.count >= 1024 { missing = [] }
            missing.insert(name)
            onError(error)
            return nil
        }
    }

    private func read(_ name: String) throws(CairoError) -> SurfaceHandle {
        let isInside = !name.isEmpty && !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
        let file = name.hasSuffix(".png") ? name : name + ".png"
        for folder in folders where isInside {
            let path = folder + "/" + file
            guard PNG.isThere(path) else { continue }
            do throws(CairoError) {
                return try PNG.decode(PNG.read(path), pixelLimit: pixelLimit)
            } catch {
                throw error.at(path)
            }
        }
        throw CairoError(.noPicture(name: name))
    }
}
#endif
