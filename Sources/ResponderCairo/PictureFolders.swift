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

    /// The files of each picture; see ``PictureFile/base(of:)``.
    private var files: [String: FoundFiles] = [:]
    private var originals: RecentCache<PictureSource, KeptPicture>
    private var forms: RecentCache<PictureForm, KeptPicture>
    private let loader = PictureLoader()

    /// What was found of a picture.
    private struct FoundFiles {
        /// Those with fewer pixels in a point first; none where there is no picture that can be drawn.
        var files: [PictureFile]
        /// The names by which images have asked for the picture.
        var names: Set<String>
    }

    /// Pictures in these folders.
    ///
    /// - Parameters:
    ///   - folders: The paths of the folders; without one there are no pictures.
    ///   - pixelLimit: How many pixels a picture may have: 16,777,216 if nothing is said, which take 64 MiB. A picture
    ///     with more is refused before its pixels are read.
    /// - Complexity: Linear in the folders; allocates their array.
    public convenience init(_ folders: [String] = [], pixelLimit: Int = 1 << 24) {
        // As many as the largest picture has, so that no picture is read for each frame.
        self.init(folders, pixelLimit: pixelLimit, keptPixels: max(pixelLimit, 1 << 24))
    }

    /// - Parameter keptPixels: How many pixels are kept, of files and of forms.
    init(_ folders: [String], pixelLimit: Int, keptPixels: Int) {
        self.folders = folders
        self.pixelLimit = pixelLimit
        originals = RecentCache(costLimit: keptPixels)
        forms = RecentCache(costLimit: keptPixels)
    }

    /// The extent of a picture, in points; nil where there is none with that name.
    ///
    /// - Complexity: The first time it looks for the file in all folders, and reads its first 24 bytes.
    public func size(ofImageNamed name: String) -> Size? { files(of: name).first?.size }

    /// Forgets what was read of a picture: its file is read again when the picture is drawn next, which
    /// ``onImagesChange`` asks for.
    ///
    /// - Parameter name: The picture's name, with or without the ending: images with the other name are drawn anew too.
    /// - Complexity: Linear in the pictures that are kept.
    public func forget(_ name: String) {
        let base = PictureFile.base(of: name)
        let paths = Set(PictureFile.paths(of: base, in: folders))
        func isForgotten(_ source: PictureSource) -> Bool {
            if case .file(let path) = source { paths.contains(path) } else { false }
        }
        originals.removeAll(where: isForgotten)
        forms.removeAll { isForgotten($0.source) }
        var names: Set = [name, base, base + ".png"]
        // The image "logo@2x" has a file of the image "logo".
        for (other, found) in files where other == base || found.files.contains(where: { paths.contains($0.path) }) {
            names.formUnion(found.names)
            files[other] = nil
        }
        for path in paths { names.formUnion(loader.forget(path)) }
        onImagesChange?(names)
    }

    /// Forgets all that was read, as on a memory warning: a file is read again when its picture is drawn next.
    ///
    /// What other threads read now is dropped, and ``onImagesChange`` is called with the names that wait for it.
    ///
    /// - Complexity: Linear in the pictures that are kept.
    public func removeAll() {
        originals.removeAll()
        forms.removeAll()
        files = [:]
        let names = loader.removeAll()
        if !names.isEmpty { onImagesChange?(names) }
    }

    /// Whether another thread reads a file, or what it has read was not taken yet.
    var isLoading: Bool { loader.isLoading }

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
        if let known = forms[form]?.picture { return known }
        if let original = original(form, of: image) { return makeForm(form, of: original, image.pixels) }
        // Where a file is broken, another one may do.
        let other = self.source(of: image, width: width, height: height)
        return other == nil || other == source ? nil : picture(image, width: width, height: height, in: place)
    }

    private func makeForm(_ form: PictureForm, of original: SurfaceHandle, _ pixels: ImagePixels?) -> SurfaceHandle {
        guard form.differs(from: original), let made = form.made(of: original) else { return original }
        forms.insert(KeptPicture(made, of: pixels), for: form, cost: made.pixelCount)
        return made
    }

    private func source(of image: Image, width: Int, height: Int) -> PictureSource? {
        if let pixels = image.pixels { return .pixels(ObjectIdentifier(pixels)) }
        let files = files(of: image.name)
        let file = files.first { $0.width >= width && $0.height >= height } ?? files.last
        return file.map { .file($0.path) }
    }

    /// The picture of which a form is made; nil while it is read.
    private func original(_ form: PictureForm, of image: Image) -> SurfaceHandle? {
        if let known = originals[form.source]?.picture { return known }
        if let pixels = image.pixels {
            guard let made = SurfaceHandle.copy(of: pixels) else { return nil }
            originals.insert(KeptPicture(made, of: pixels), for: form.source, cost: made.pixelCount)
            return made
        }
        guard case .file(let path) = form.source else { return nil }
        guard decodesInBackground, loader.mayWait(for: form) else {
            return keep(PictureFile.decoded(path, pixelLimit: pixelLimit), of: path, for: image.name)
        }
        loader.load(path, for: image.name, form, pixelLimit: pixelLimit) { [weak self] in self?.take($0) }
        return nil
    }

    private func keep(
        _ result: Result<SurfaceHandle, CairoError>,
        of path: String,
        for name: String
    ) -> SurfaceHandle? {
        switch result {
        case .success(let picture):
            originals.insert(KeptPicture(picture, of: nil), for: .file(path), cost: picture.pixelCount)
            return picture
        case .failure(let error):
            files[PictureFile.base(of: name)]?.files.removeAll { $0.path == path }
            onError(error)
            return nil
        }
    }

    /// Takes what another thread has read.
    private func take(_ loaded: PictureLoader.Loaded) {
        var original: SurfaceHandle?
        switch loaded.result {
        case .success: original = loaded.names.first.flatMap { keep(loaded.result, of: loaded.path, for: $0) }
        case .failure: for name in loaded.names { _ = keep(loaded.result, of: loaded.path, for: name) }
        }
        for (form, made) in loaded.forms {
            // A picture may be too large to stay among the originals until it is drawn.
            if let made {
                forms.insert(KeptPicture(made, of: nil), for: form, cost: made.pixelCount)
            } else if let original {
                _ = makeForm(form, of: original, nil)
            }
        }
        onImagesChange?(loaded.names)
    }

    /// The files of a name, those with fewer pixels in a point first.
    private func files(of name: String) -> [PictureFile] {
        let base = PictureFile.base(of: name)
        if let known = files[base] {
            if known.names.count < 8, !known.names.contains(name) { files[base]?.names.insert(name) }
            return known.files
        }
        // An app that makes up names would fill the memory.
        if files.count >= 4096 { files = [:] }
        do throws(CairoError) {
            let found = try PictureFile.find(name, in: folders, pixelLimit: pixelLimit)
            files[base] = FoundFiles(files: found, names: [name])
            return found
        } catch {
            files[base] = FoundFiles(files: [], names: [name])
            onError(error)
            return []
        }
    }
}
#endif
