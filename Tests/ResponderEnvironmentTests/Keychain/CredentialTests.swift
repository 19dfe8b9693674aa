import ResponderEnvironment
import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@Suite struct CredentialKeychainTests {
    @Test("Credentials of a process are items of its identifier that can be read, and adding one names the remedy")
    func credentials() throws {
        let folder = TemporaryFolder()
        try folder.write("hunter2", to: "database")
        let keychain = Keychain(credentials: try ProcessCredentials(path: folder.path), groups: ["org.example.app"])
        #expect(try keychain.items().map(\.account) == ["database"])
        #expect(try keychain.read(service: "org.example.app", account: "database") == Array("hunter2".utf8))
        #expect(throws: KeychainError.notFound(service: "mail", account: "database")) {
            try keychain.read(service: "mail", account: "database")
        }
        #expect(throws: KeychainError.notFound(service: "org.example.app", account: "x")) {
            try keychain.read(service: "org.example.app", account: "x")
        }
        let error = #expect(throws: KeychainError.self) { try keychain.add("x") }
        #expect(error?.description.contains("LoadCredentialEncrypted=") == true)
        #expect(throws: KeychainError.self) { try keychain.remove(service: "org.example.app", account: "database") }
    }

    // Rules: S22.
    @Test("The manifest's groups of the keychain are read from its text, and without any the app has its own")
    func manifest() throws {
        let text = "identifier = org.example.app\n"
        #expect(try Manifest(parsing: text).groupsOfKeychain == ["org.example.app"])
        #expect(try Manifest(parsing: text + "keychain-groups = a, b").groupsOfKeychain == ["a", "b"])
        #expect(throws: Manifest.Invalid.self) { try Manifest(parsing: "keychain-groups = a,, b") }
    }

    @MainActor
    @Test("An application has the keychain and the preferences that its host has set, or those of its container")
    func application() throws {
        let (home, device) = (TemporaryFolder(), try KeychainDevice())
        let application = try AppHarness().application
        application.parts.keychain = try device.open().view(groups: ["app"])
        try application.keychain.add("a")
        #expect(try application.keychain.text("a") == "secret of a")
        application.parts.container = AppContainer(
            identifier: "org.example.app",
            bundleName: nil,
            mounts: [AppContainer.Mount(folder: try Folder(path: home.path))],
            protection: nil,
            space: nil
        )
        try application.preferences[.count] = 7
        #expect(try application.preferences === application.preferences)
        try application.receive(.enterBackground)
        #expect(try home.text(of: "Library/Preferences/org.example.app.preferences") == "\"count\" = 7\n")
    }
}
