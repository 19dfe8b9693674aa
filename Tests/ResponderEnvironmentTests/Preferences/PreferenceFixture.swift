import ResponderEnvironment
import ResponderKit
import TestSupport

extension PreferenceKey<Double> {
    static var volume: Self { PreferenceKey("volume", default: 0.5) }
}

extension PreferenceKey<Int> {
    static var count: Self { PreferenceKey("count", default: 3) }
}

/// A home of a test, whose preferences are read and written by several objects as by several processes.
@MainActor
struct PreferenceHome {
    let folder = TemporaryFolder()
    static let name = "Library/Preferences/org.example.app.preferences"

    func file(space: (any StorageSpace)? = nil) throws -> PreferenceFile {
        PreferenceFile(
            try PreferenceFile.path(of: "org.example.app"),
            in: try Folder(path: folder.path, isDurable: false),
            space: space
        )
    }

    /// Preferences whose problems go to the list.
    func open(problems: Problems = Problems(), space: (any StorageSpace)? = nil) throws -> Preferences {
        try Preferences(file(space: space)) { problems.list.append($0) }
    }

    func text() throws -> String { try folder.text(of: Self.name) }
}

@MainActor
final class Problems {
    var list: [PreferenceProblem] = []
}
