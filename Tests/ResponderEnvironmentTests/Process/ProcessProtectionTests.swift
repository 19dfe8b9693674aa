import ResponderEnvironment
import TestSupport
import Testing

/// Protected files of a real process.
@Suite struct ProcessProtectionTests {
    private let home = ProcessHome()

    private func credentials(_ key: String?) throws -> ProcessCredentials {
        try home.folder.makeFolder("credentials")
        if let key { try home.folder.write(key, to: "credentials/responderkit.key") }
        return try ProcessCredentials(path: home.folder.path + "/credentials")
    }

    private func refusal(of container: AppContainer) -> String? {
        do throws(FileError) {
            try container.write([1], to: "Documents/a", protection: .complete)
            return nil
        } catch {
            return error.description
        }
    }

    @Test(
        "Without encryption a real process never protects a file in the clear, and says what to build",
        .enabled(if: !Sealing.encrypts)
    )
    func clear() throws {
        let container = try home.open(credentials: try credentials(String(repeating: "k", count: 32)))
        let refusal = refusal(of: container)
        #expect(refusal?.contains("trait Sodium") == true, "it said: \(refusal ?? "nothing")")
        #expect(try !container.exists("Documents/a"))
        try container.write([1], to: "Documents/b")
        #expect(try container.protection(of: "Documents/b") == ProtectionClass.none)
    }

    @Test(
        "Without its credential a real process has no protected files, and says how to get the credential",
        .enabled(if: Sealing.encrypts),
        arguments: [false, true]
    )
    func noCredential(hasOthers: Bool) throws {
        let container = try home.open(credentials: hasOthers ? try credentials(nil) : nil)
        let refusal = refusal(of: container)
        #expect(refusal?.contains("LoadCredentialEncrypted=responderkit.key:") == true, "it said: \(refusal ?? "")")
        try container.write([1], to: "Documents/b")
        #expect(try container.protection(of: "Documents/b") == ProtectionClass.none)
    }

    @Test(
        "With its credential a real process has encrypted files, also after it was started anew",
        .enabled(if: Sealing.encrypts)
    )
    func encrypted() throws {
        let credentials = try credentials(String(repeating: "k", count: 32))
        func writeOnce(_ text: String) throws {
            let container = try home.open(credentials: credentials)
            try container.write(Array(text.utf8), to: "Documents/a", protection: .complete)
            let stored = try Folder(path: home.folder.path).read(HomePath("state/Documents/a"))
            #expect(!String(decoding: stored, as: UTF8.self).contains(text))
        }
        try writeOnce("plain text")
        #expect(try home.open(credentials: credentials).read("Documents/a") == Array("plain text".utf8))
    }

    @Test(
        "A credential that is no key, or another key than before, is an error that names the credential",
        .enabled(if: Sealing.encrypts),
        arguments: ["short", String(repeating: "l", count: 32)]
    )
    func wrongKey(key: String) throws {
        _ = try home.open(credentials: try credentials(String(repeating: "k", count: 32)))
        let refusal = home.refusal(home.systemd, credentials: try credentials(key))
        #expect(refusal?.contains("responderkit.key") == true, "it said: \(refusal ?? "nothing")")
    }
}
