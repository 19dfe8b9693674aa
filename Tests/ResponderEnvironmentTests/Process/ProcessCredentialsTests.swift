import ResponderEnvironment
import TestSupport
import Testing

@Suite struct ProcessCredentialsTests {
    private let folder = TemporaryFolder()

    @Test("The credentials of a process are listed and read, and one that is not there is nil")
    func reading() throws {
        try folder.write("secret", to: "token")
        try folder.write("", to: "empty")
        let credentials = try ProcessCredentials(path: folder.path)
        #expect(try credentials.names() == ["empty", "token"])
        #expect(try credentials.read("token") == Array("secret".utf8))
        #expect(try credentials.read("empty") == [])
        #expect(try credentials.read("other") == nil)
    }

    @Test(
        "A name that no credential can have is refused",
        arguments: ["", ".", "..", "../token", "a/b", "a:b", "é", "a\n"]
    )
    func names(name: String) throws {
        let credentials = try ProcessCredentials(path: folder.path)
        #expect(throws: FileError.self) { try credentials.read(name) }
    }

    @Test("A credential of more than 1 MiB, and one that is no file, are refused")
    func limits() throws {
        try folder.write(String(repeating: "x", count: ProcessCredentials.longest + 1), to: "long")
        try folder.write(String(repeating: "x", count: ProcessCredentials.longest), to: "longest")
        try folder.makeFolder("folder")
        try folder.link("link", to: "/etc/hostname")
        let credentials = try ProcessCredentials(path: folder.path)
        #expect(try credentials.read("longest")?.count == ProcessCredentials.longest)
        for name in ["long", "folder", "link"] { #expect(throws: FileError.self) { try credentials.read(name) } }
    }

    @Test("A folder of credentials that is not there, or has no absolute path, is an error")
    func folders() {
        #expect(throws: FileError.self) { try ProcessCredentials(path: folder.path + "/none") }
        #expect(throws: FileError.self) { try ProcessCredentials(path: "credentials") }
    }
}
