/// Which rules hold at a path of a home: those of the longest standard directory that the path is in (rule S3).
///
/// A folder directly in the home whose name ends in `.app` is the bundle. Names are compared byte for byte (rule S2).
///
/// - Complexity: Each member is O(1), and allocates nothing that outlives the call.
public enum DirectoryRules {
    /// The standard directory that the path is, or is in; nil for the home itself and for what is beside the standard
    /// directories.
    public static func directory(of path: HomePath) -> StandardDirectory? {
        guard let first = path.names.first else { return nil }
        let second = path.names.count > 1 ? path.names[1] : ""
        return switch first {
        case "Documents": second == "Inbox" ? .inbox : .documents
        case "Library":
            switch second {
            case "Application Support": .applicationSupport
            case "Preferences": .preferences
            case "Caches": .caches
            default: .library
            }
        case "tmp": .temporary
        default: first.utf8.suffix(bundleSuffix.utf8.count).elementsEqual(bundleSuffix.utf8) ? .bundle : nil
        }
    }

    /// Whether backups have what is at the path, unless it has the exclude attribute.
    public static func isBackedUp(_ path: HomePath) -> Bool { directory(of: path)?.isBackedUp ?? false }

    /// Whether the path is a standard directory, or the home itself: these stay where they are.
    package static func isStandard(_ path: HomePath) -> Bool {
        guard let directory = directory(of: path) else { return path == .home }
        return directory == .bundle ? path.names.count == 1 : path == directory.path
    }

    /// The end of a bundle's name.
    package static let bundleSuffix = ".app"
    /// Whether the name is one that the package keeps for itself.
    package static func isReserved(_ name: String) -> Bool { name.utf8.starts(with: reservedPrefix.utf8) }

    /// The beginning of names that the package keeps for itself: an app neither sees nor makes files of such names.
    package static let reservedPrefix = ".responderkit-"
}
