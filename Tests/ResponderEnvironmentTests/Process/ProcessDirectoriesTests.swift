import ResponderEnvironment
import Testing

@Suite struct ProcessDirectoriesTests {
    private static func directories(
        _ variables: [String: String],
        _ identifier: String = "org.example.clock"
    ) throws(FileError) -> ProcessDirectories {
        try ProcessDirectories(identifier: identifier) { variables[$0] }
    }

    @Test("The directories of systemd come first, and of several the first one")
    func systemd() throws {
        let found = try Self.directories([
            "STATE_DIRECTORY": "/var/lib/clock:/var/lib/other", "CACHE_DIRECTORY": "/var/cache/clock/",
            "RUNTIME_DIRECTORY": "/run/clock", "XDG_STATE_HOME": "/x", "HOME": "/home/u",
        ])
        #expect(found.state == "/var/lib/clock")
        #expect(found.caches == "/var/cache/clock")
        #expect(found.temporary == "/run/clock")
    }

    @Test("Without systemd the app has a folder in the directories of XDG, or else in those below HOME")
    func xdg() throws {
        let named = try Self.directories([
            "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/c", "XDG_RUNTIME_DIR": "/run/user/1", "HOME": "/home/u",
        ])
        #expect(named.state == "/s/org.example.clock")
        #expect(named.caches == "/c/org.example.clock")
        #expect(named.temporary == "/run/user/1/org.example.clock")
        // An empty variable is as good as none.
        let home = try Self.directories(["HOME": "/home/u", "XDG_STATE_HOME": "", "STATE_DIRECTORY": ""])
        #expect(home.state == "/home/u/.local/state/org.example.clock")
        #expect(home.caches == "/home/u/.cache/org.example.clock")
        #expect(home.temporary.hasPrefix(home.caches + "/"))
    }

    private static let wrongOnes: [(variables: [String: String], identifier: String, words: [String])] = [
        ([:], "org.example.clock", ["STATE_DIRECTORY", "XDG_STATE_HOME", "HOME", "StateDirectory="]),
        (["STATE_DIRECTORY": "/s"], "org.example.clock", ["CACHE_DIRECTORY", "CacheDirectory="]),
        (["STATE_DIRECTORY": "state"], "org.example.clock", ["STATE_DIRECTORY", "not absolute"]),
        (["STATE_DIRECTORY": ":/s"], "org.example.clock", ["STATE_DIRECTORY", "not absolute"]),
        (["XDG_STATE_HOME": "~/state"], "org.example.clock", ["XDG_STATE_HOME", "not absolute"]),
        (["HOME": "home/u"], "org.example.clock", ["HOME", "not absolute"]),
        (["HOME": "/home/u"], "", ["identifier", "manifest", "StateDirectory="]),
        (["HOME": "/home/u"], "../other", ["leads out"]),
        (["HOME": "/home/u"], "a/b", ["names one folder"]),
    ]

    @Test(
        "A missing or wrong variable is an error that names the variable and the remedy",
        arguments: wrongOnes.indices
    )
    func wrong(index: Int) {
        let (variables, identifier, words) = Self.wrongOnes[index]
        let error = #expect(throws: FileError.self) { _ = try Self.directories(variables, identifier) }
        for word in words { #expect(error?.description.contains(word) == true, "it said: \(error?.description ?? "")") }
    }

    @Test("With systemd's directories alone an app needs no identifier")
    func anonymous() throws {
        let variables = ["STATE_DIRECTORY": "/s", "CACHE_DIRECTORY": "/c", "RUNTIME_DIRECTORY": "/r"]
        #expect(try Self.directories(variables, "").state == "/s")
    }
}
