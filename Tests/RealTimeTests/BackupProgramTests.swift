import Foundation
import TestSupport
import Testing

/// The lists of a home, as backup programs read them; only in `make soak`, which installs the programs.
@Suite(.enabled(if: getenv("RESPONDERKIT_BACKUP_PROGRAMS") != nil, "set RESPONDERKIT_BACKUP_PROGRAMS=1"))
struct BackupProgramTests {
    // Rules: S3, S9.
    @Test("`restic` takes what a backup of the home has, and nothing else, whatever the names")
    func restic() async throws {
        try await check(
            """
            export RESTIC_PASSWORD=x RESTIC_REPOSITORY="$folder/store" RESTIC_CACHE_DIR="$folder/store-cache"
            restic init
            restic backup --files-from "$folder/run/restic-includes" --exclude-file "$folder/run/restic-excludes"
            restic restore latest --target "$folder/restored"
            """
        )
    }

    // Rules: S3, S9.
    @Test("`borg` takes what a backup of the home has, and nothing else, whatever the names")
    func borg() async throws {
        try await check(
            """
            export BORG_UNKNOWN_UNENCRYPTED_REPO_ACCESS_IS_OK=yes BORG_BASE_DIR="$folder/base" LC_ALL=C.UTF-8
            borg init -e none "$folder/store"
            borg create --patterns-from "$folder/run/borg-patterns" "$folder/store::one"
            mkdir "$folder/restored"
            cd "$folder/restored"
            borg extract "$folder/store::one"
            """
        )
    }

    /// Writes a home whose files tell whether a backup has them, runs the commands, and compares what they restored.
    private func check(_ commands: String) async throws {
        let outer = TemporaryFolder()
        try outer.makeFolder("$x[1] s")
        let folder = outer.path + "/$x[1] s"
        let setup =
            "folder='\(folder)'; export STATE_DIRECTORY=\"$folder/state\" CACHE_DIRECTORY=\"$folder/cache\" "
            + "RUNTIME_DIRECTORY=\"$folder/run\""
        let written = try await ChildProcess("HomeProgramFixture", "lists", setup: setup).end()
        #expect(written.status == 0, "it said: \(written.lines)")
        try Data(commands.utf8).write(to: URL(fileURLWithPath: folder + "/commands"))
        let shell = "folder='\(folder)'; (set -e; . \"$folder/commands\") >\"$folder/log\" 2>&1; exit"
        _ = try await ChildProcess("HomeProgramFixture", "none", setup: shell).end()

        let wanted = try files(in: folder + "/state").filter { $0.text == "in" }.map(\.path)
        let restored = (try? files(in: folder + "/restored" + folder + "/state").map(\.path)) ?? []
        let log = (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? ""
        #expect(!wanted.isEmpty)
        #expect(restored == wanted, "it said: \(log)")
    }

    /// The files below a folder by their paths' bytes, since two of the names are equal as texts.
    private func files(in folder: String) throws -> [(path: [UInt8], text: String)] {
        try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { !$0.hasPrefix(".") }
            .compactMap { path in
                FileManager.default.contents(atPath: "\(folder)/\(path)")
                    .map { (Array(path.utf8), String(decoding: $0, as: UTF8.self)) }
            }
            .sorted { $0.0.lexicographicallyPrecedes($1.0) }
    }
}
