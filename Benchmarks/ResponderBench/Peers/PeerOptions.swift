import ArgumentParser
import Foundation
import ResponderSupport

/// Which peers take part.
struct PeerOptions: ParsableArguments {
    /// Where `make bench-peers` puts them.
    static let usualFolder = ".build/peers"

    @Option(
        help: ArgumentHelp(
            "The folder of the peers, programs that do the same jobs with other libraries (default: \(usualFolder)).",
            valueName: "folder"
        )
    )
    var peers: String?

    @Flag(help: "Measure no peers.")
    var noPeers = false

    func validate() throws {
        guard peers != nil && noPeers else { return }
        throw ValidationError("--peers names peers, and --no-peers wants none: give one of the two")
    }

    /// The peers that take part.
    ///
    /// Where there is no folder of peers, a line on the standard error says so.
    @MainActor
    func load() throws -> Peers {
        guard !noPeers else { return try Peers(in: nil) }
        let folder = peers ?? Self.usualFolder
        var isFolder = ObjCBool(false)
        if FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue {
            return try Peers(in: URL(fileURLWithPath: folder))
        }
        guard peers == nil else { throw ValidationError("--peers: there is no folder \(folder.quotedInOneLine())") }
        Self.say("Without peers: there is no folder \(folder); `make bench-peers` builds them.")
        return try Peers(in: nil)
    }

    private static func say(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
