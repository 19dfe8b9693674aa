#if Cairo
public import ResponderKit
internal import ResponderSupport

/// Why something could not be drawn, read or written.
///
/// Its description names the file, if there is one, and the reason.
///
/// - Complexity: Each member is O(1), but for the description: linear in it, and allocates it.
public struct CairoError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Problem: Hashable, Sendable {
        /// No surface has this extent in points at this scale: both must be finite, and the scale above zero.
        case noExtent(Size, scale: Double)
        /// There would be more pixels than are allowed.
        case tooLarge(width: Int, height: Int, pixelLimit: Int)
        /// A surface or a picture has no pixel, and a PNG needs one.
        case empty
        /// A file cannot be read, or written, for this reason.
        case file(reason: String)
        /// Bytes are no PNG, or a broken one, for this reason.
        case noPNG(reason: String)
        /// No folder has the picture.
        case noPicture(name: String)
        /// There is no font at all, so no text is drawn.
        case noFont
        /// Cairo could not draw, for this reason.
        case drawing(reason: String)
    }

    /// What went wrong.
    public let problem: Problem
    /// The file that is concerned; nil for none.
    public let path: String?

    init(_ problem: Problem, path: String? = nil) {
        self.problem = problem
        self.path = path
    }

    /// The same error, of that file.
    func at(_ path: String) -> CairoError { CairoError(problem, path: path) }

    /// The file and the reason.
    public var description: String {
        let reason =
            switch problem {
            case .noExtent(let size, let scale):
                "no surface has the size \(size) at the scale \(scale): both must be finite, and the scale above 0"
            case .tooLarge(let width, let height, let limit):
                "\(width)x\(height) pixels are too many: at most \(limit) are allowed, and 32767 in a row or column"
            case .empty: "there is no pixel to write"
            case .file(let reason): reason
            case .noPNG(let reason): "this is no PNG that can be read: \(reason)"
            case .noPicture(let name): "no folder of pictures has \(name.quotedInOneLine())"
            case .noFont: "there is no font, so no text is drawn: install one, or name one by FONTCONFIG_FILE"
            case .drawing(let reason): "Cairo could not draw: \(reason)"
            }
        return path.map { "\($0.inOneLine()): \(reason)" } ?? reason
    }
}
#endif
