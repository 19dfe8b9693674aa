#if Cairo
internal import Logging
public import ResponderKit
internal import ResponderSupport

/// Finds the pictures that views draw: PNG files in folders, by the names of images.
///
/// An image with the name `logo` or `logo.png` is the file `logo.png` of the first folder that has it, or `logo@2x.png`
/// or `logo@3x.png` there, which have two and three pixels in a point: of several files the smallest that has all the
/// pixels of the place is drawn. A name may have folders in it, such as `icons/logo`, but leads to no file outside. A
/// picture that is not there, is broken or has too many pixels is drawn as nothing, and ``onError`` is told once.
///
/// A file is read when its picture is drawn first, and is kept, and so is the picture in each size and tint in which it
/// was drawn, as long as there is room: to scale a picture costs more than all else on a screen.
@MainActor
public final class PictureFolders: ImageProvider {
    /// No folder: where no other is named.
    public static let empty = PictureFolders()

    /// The paths of the folders, in the order in which they are searched.
    public let folders: [String]
    /// How many pixels a picture may have.
    public let pixelLimit: Int
    /// Whether files are read and decoded on other threads, so that no frame waits for them: false at first.
    ///
    /// A picture is a blank until it is there; then ``onImagesChange`` is called, and the application whose
    /// `imageProvider` this is draws the views again that show it. What is rendered once, such as a picture of the
    /// screen in a test, does not wait.
    public var decodesInBackground = false
    /// Told once of each picture that cannot be drawn: at first the log is.
    public var onError: @MainActor (CairoError) -> Void = {
        Logger(label: "responderkit.ResponderCairo").error("\($0)")
    }
    /// Is called with the names of pictures that are there now, or have been forgotten; the application sets it.
    public var onImagesChange: (@MainActor (Set<String>) -> Void)?

    private var files: [String: [PictureFile]] = [:]
    private var originals: RecentCache<PictureSource, SurfaceHandle>
    private var forms = RecentCache<PictureForm, SurfaceHandle>(costLimit: 1 << 23)
    /// The names that have no picture.
    private var missing: Set<String> = []
    /// A file that is being read, with the names that wait for it.
    private struct Loading {
        /// Another one for each reading: a file that was forgotten meanwhile is read anew.
        let number: Int
        var names: Set<String>
    }

    /// By path.
    private var loading: [String: Loading] = [:]
    private var readings = 0

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

    /// The extent of a picture, in points; nil where there is none with that name.
    ///
    /// - Complexity: The first time it looks for the file in all folders, and reads its first 24 bytes.
    public func size(ofImageNamed name: String) -> Size? { files(of: name).first?.size }

    /// Forgets what was read of a picture: its file is read again when the picture is drawn next, which
    /// ``onImagesChange`` asks for.
    ///
    /// - Complexity: Linear in the pictures that are kept.
    public func forget(_ name: String) {
        let paths = Set(files[name, default: []].map(\.path))
        func isForgotten(_ source: PictureSource) -> Bool {
            if case .file(let path) = source { paths.contains(path) } else { false }
        }
        originals.removeAll(where: isForgotten)
        forms.removeAll { isForgotten($0.source) }
        for path in paths { loading[path] = nil }
        files[name] = nil
        missing.remove(name)
        onImagesChange?([name])
    }

    /// Forgets all that was read, as on a memory warning.
    ///
    /// - Complexity: Linear in the pictures that are kept.
    public func removeAll() {
        originals.removeAll()
        forms.removeAll()
        files = [:]
        missing = []
    }

    /// Whether another thread reads a file, or what it has read was not taken yet.
    var isLoading: Bool { !loading.isEmpty }

    /// How many forms of pictures are kept.
    var keptForms: Int { forms.count }
}

// MARK: - Pictures for a place

extension PictureFolders {
    /// The picture of an image for a place of so many pixels: as large as the place along each axis along which it is
    /// larger.
    func picture(_ image: Image, width: Int, height: Int, in place: Size) -> SurfaceHandle? {
        guard let source = source(of: image, width: width, height: height) else { return nil }
        let caps = PictureCaps(of: image, width: width, height: height, in: place)
        let form = PictureForm(source: source, width: width, height: height, caps: caps, tint: image.tint)
        if let known = forms[form] { return known }
        guard let original = original(source, name: image.name) else { return nil }
        if caps == nil, image.tint == nil, width >= original.width, height >= original.height { return original }
        guard let made = form.made(of: original) else { return original }
        forms.insert(made, for: form, cost: made.pixelCount)
        return made
    }

    private func source(of image: Image, width: Int, height: Int) -> PictureSource? {
        if let pixels = image.pixels { return .pixels(pixels) }
        let files = files(of: image.name)
        let file = files.first { $0.width >= width && $0.height >= height } ?? files.last
        return file.map { .file($0.path) }
    }

    private func original(_ source: PictureSource, name: String) -> SurfaceHandle? {
        if let known = originals[source] { return known }
        switch source {
        case .pixels(let pixels):
            guard let made = SurfaceHandle.copy(of: pixels) else { return nil }
            originals.insert(made, for: source, cost: made.pixelCount)
            return made
        case .file(let path):
            guard !missing.contains(name) else { return nil }
            if decodesInBackground {
                load(path, for: name)
                return nil
            }
            return keep(PictureFile.decoded(path, pixelLimit: pixelLimit), of: path, for: name)
        }
    }

    private func keep(
        _ result: Result<SurfaceHandle, CairoError>,
        of path: String,
        for name: String
    ) -> SurfaceHandle? {
        switch result {
        case .success(let picture):
            originals.insert(picture, for: .file(path), cost: picture.pixelCount)
            return picture
        case .failure(let error):
            tell(error, of: name)
            return nil
        }
    }

    /// Reads a file on another thread.
    private func load(_ path: String, for name: String) {
        guard loading[path] == nil else {
            loading[path]?.names.insert(name)
            return
        }
        readings += 1
        let number = readings
        loading[path] = Loading(number: number, names: [name])
        Task { [weak self, pixelLimit] in
            let result = await Task.detached { PictureFile.decoded(path, pixelLimit: pixelLimit) }.value
            // What was read of a file that was forgotten meanwhile may be old.
            guard let self, let names = loading[path]?.names, loading[path]?.number == number else { return }
            loading[path] = nil
            for name in names { _ = keep(result, of: path, for: name) }
            onImagesChange?(names)
        }
    }

    // MARK: Files

    /// The files of a name, those with fewer pixels in a point first.
    private func files(of name: String) -> [PictureFile] {
        if let known = files[name] { return known }
        guard !missing.contains(name) else { return [] }
        do throws(CairoError) {
            let found = try PictureFile.find(name, in: folders, pixelLimit: pixelLimit)
            // An app that makes up names would fill the memory.
            if files.count >= 4096 { files = [:] }
            files[name] = found
            return found
        } catch {
            tell(error, of: name)
            return []
        }
    }

    private func tell(_ error: CairoError, of name: String) {
        if missing.count >= 1024 { missing = [] }
        if missing.insert(name).inserted { onError(error) }
    }
}
#endif
