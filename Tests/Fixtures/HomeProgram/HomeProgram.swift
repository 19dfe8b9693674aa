// Uses the home of its process as its argument says: tests look at what it prints and leaves.
import Foundation
import ResponderEnvironment

@main
enum HomeProgram {
    static func main() {
        do {
            try run(CommandLine.arguments.dropFirst().first ?? "")
        } catch {
            say("\(error)")
            exit(1)
        }
    }

    /// Prints a line at once, since a test may end the program at any time.
    private static func say(_ line: some CustomStringConvertible) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    private static func run(_ act: String) throws {
        if try SettingsActs.run(act, { say($0) }) || StorageActs.run(act, { say($0) }) { return }
        let identifier = "org.example.home"
        let directories = try ProcessDirectories(identifier: identifier)
        let container = try ProcessContainer.open(identifier: identifier, directories: directories)
        switch act {
        case "hold":
            say("opened by \(getpid())")
            while true { pause() }
        case "write":
            // Without an end: the test ends it.
            var number = 0
            while true {
                number += 1
                let text = [String](repeating: "\(number)", count: 5000).joined(separator: " ")
                try container.write(Array(text.utf8), to: "Documents/file")
                say(number)
            }
        case "credentials":
            let credentials = try ProcessCredentials()
            for name in try credentials.names() {
                say("\(name) \(String(decoding: try credentials.read(name) ?? [], as: UTF8.self))")
            }
        case "lists": try writeLists(container)
        case "landlock": try restrict(container)
        case "landlock-with-threads":
            let thread = Thread { while true { pause() } }
            thread.start()
            say("restricted, without \(try Landlock.restrict(to: container))")
        default: say("unknown act \(act)")
        }
    }

    /// Writes files of difficult names, every second one excluded, and the lists of backup programs for them.
    private static func writeLists(_ container: AppContainer) throws {
        let names = [
            "a", "a b", "a*b", "axb", "a?b", "[ab]", "a\\b", "$HOME", "${HOME}", "#c", "!c", "end", "end ", " start",
            "start",
            "tab\t", "new\nline", "new line", "re\rturn", "re turn", "é", "e\u{301}", "☃\u{a0}", "☃", "**", "-", "~",
            "+ pf:a",
        ]
        for (number, name) in names.enumerated() {
            for isExcluded in [true, false] {
                let folder = "Documents/\(isExcluded == number.isMultiple(of: 2) ? "one" : "other")"
                try container.createFolder("\(folder)/\(name) folder")
                for path in ["\(folder)/\(name)", "\(folder)/\(name) folder/in"] {
                    try container.write(Array("\(isExcluded ? "out" : "in")".utf8), to: path)
                }
                guard isExcluded else { continue }
                try container.setExcludedFromBackup(true, at: "\(folder)/\(name)")
                try container.setExcludedFromBackup(true, at: "\(folder)/\(name) folder")
            }
        }
        try container.write(Array("out".utf8), to: "Library/Caches/c")
        let lists = try BackupLists(of: container)
        try container.write(Array(lists.resticIncludes.utf8), to: "tmp/restic-includes")
        try container.write(Array(lists.resticExcludes.utf8), to: "tmp/restic-excludes")
        try container.write(Array(try lists.borgPatterns().utf8), to: "tmp/borg-patterns")
        say(names.count)
    }

    /// Tries what is allowed and what is not, inside and outside of the home.
    private static func restrict(_ container: AppContainer) throws {
        let outside = CommandLine.arguments[2]
        let readable = CommandLine.arguments[3]
        try container.write([1], to: "Documents/before")
        let descriptor = open(outside, O_RDONLY)
        let missing = try Landlock.restrict(to: container, alsoReading: [readable], keeping: [])
        let version = Landlock.version ?? 0
        report(
            "lacks what the version lacks",
            Set(missing) == Set(Landlock.Part.allCases.filter { $0.version > version })
        )

        try container.write([2], to: "Documents/after")
        try container.write([2], to: "Library/Caches/after")
        try container.createFolder("Documents/folder")
        try container.move("Documents/after", to: "Documents/folder/after")
        try container.move("Documents/folder/after", to: "tmp/after")
        report("uses the home", try container.read("tmp/after") == [2])
        try container.remove("Documents/before")
        report("removes in the home", try !container.exists("Documents/before"))
        report("knows its paths", FileManager.default.fileExists(atPath: try container.path(of: "tmp/after")))
        report("lists its bundle", try !container.names(in: container.bundleName ?? "").isEmpty)

        report("reads a given path", open(readable, O_RDONLY) >= 0)
        report("does not write it", open(readable, O_WRONLY) < 0 && errno == EACCES)
        report("does not read outside", open(outside, O_RDONLY) < 0 && errno == EACCES)
        report("does not write outside", open(outside, O_WRONLY) < 0 && errno == EACCES)
        report("does not make a file outside", open(outside + ".new", O_WRONLY | O_CREAT, 0o600) < 0 && errno == EACCES)
        report("does not remove outside", unlink(outside) != 0 && errno == EACCES)
        report("does not list outside", opendir("/") == nil && errno == EACCES)
        if version >= 3 { report("does not cut outside", truncate(outside, 0) != 0 && errno == EACCES) }
        if version >= 4 { report("does not connect", !connects() && errno == EACCES) }
        if version >= 6 { report("does not signal its parent", kill(getppid(), 0) != 0 && errno == EPERM) }
        var byte: UInt8 = 0
        report("keeps what was open", read(descriptor, &byte, 1) == 1)
        say("done")
    }

    private static func connects() -> Bool {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = 9
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func report(_ what: String, _ holds: Bool) {
        if !holds { say("not so: \(what) (\(String(cString: strerror(errno))))") }
    }
}
