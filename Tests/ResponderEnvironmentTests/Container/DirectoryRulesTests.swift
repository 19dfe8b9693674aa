import ResponderEnvironment
import Testing

@Suite struct DirectoryRulesTests {
    // Rules: S2, S3.
    @Test(
        "The longest standard directory that a path is in decides whether it is backed up and purged",
        arguments: [
            ("Documents/a/b.txt", StandardDirectory.documents, true, false),
            ("Documents/Inbox/a.txt", .inbox, true, false), ("Documents/inbox/a.txt", .documents, true, false),
            ("Library/x", .library, true, false), ("Library/Caches/x", .caches, false, true),
            ("Library/Caches2/x", .library, true, false),
            ("Library/Application Support/a", .applicationSupport, true, false),
            ("Library/Preferences/p", .preferences, true, false), ("tmp/a", .temporary, false, true),
            ("Clock.app/Clock", .bundle, false, false),
        ]
    )
    func longest(text: String, directory: StandardDirectory, isBackedUp: Bool, isPurgeable: Bool) throws {
        let path = try HomePath(text)
        #expect(DirectoryRules.directory(of: path) == directory)
        #expect(DirectoryRules.isBackedUp(path) == isBackedUp)
        #expect(DirectoryRules.directory(of: path)?.isPurgeable == isPurgeable)
    }

    @Test(
        "What is beside the standard directories is in none, and in no backup",
        arguments: ["", "documents/a", "x", "Tmp"]
    )
    func beside(text: String) throws {
        let path = try HomePath(text)
        #expect(DirectoryRules.directory(of: path) == nil)
        #expect(!DirectoryRules.isBackedUp(path))
    }

    @Test("Each standard directory is found at its own path")
    func own() {
        for directory in StandardDirectory.allCases {
            guard let path = directory.path else { continue }
            #expect(DirectoryRules.directory(of: path) == directory)
            #expect(DirectoryRules.isStandard(path))
        }
    }
}
