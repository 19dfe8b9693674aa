import ResponderEnvironment
import TestSupport

/// Files as Linux describes a machine with them, below a folder that goes with them.
@MainActor
final class FakeTree {
    let folder = TemporaryFolder()

    /// The files, with their texts.
    init(_ files: [String: String] = [:]) throws {
        for (path, text) in files { try folder.write(text, to: path) }
    }

    /// What Linux tells of this machine, as long as the tree is there.
    func information(home: String = "/", homeDevice: (major: Int, minor: Int)? = nil) -> LinuxInformation {
        LinuxInformation(SystemTree(root: folder.path + "/"), home: home, homeDevice: homeDevice)
    }

    /// The answer that Linux gives of a machine with these files.
    static func answer<Answer>(
        _ files: [String: String] = [:],
        home: String = "/",
        homeDevice: (major: Int, minor: Int)? = nil,
        _ ask: (LinuxInformation) -> Answer
    ) throws -> Answer {
        let tree = try FakeTree(files)
        return withExtendedLifetime(tree) { ask(tree.information(home: home, homeDevice: homeDevice)) }
    }
}
