import ResponderEnvironment
import Testing

@Suite struct HomePathTests {
    @Test(
        "A path that leaves the home is refused, with the reason",
        arguments: [
            ("/etc/passwd", "slash"), ("..", "leads out"), ("Documents/../../x", "leads out"), ("a\0b", "zero byte"),
            (String(repeating: "n", count: 256), "255 bytes"), (String(repeating: "n/", count: 513), "1024 bytes"),
        ]
    )
    func outside(text: String, reason: String) {
        let error = #expect(throws: FileError.self) { _ = try HomePath(text) }
        #expect(error?.description.contains(reason) == true)
    }

    // Rules: S2.
    @Test("Names that differ in case are different names")
    func cased() throws {
        #expect(try HomePath("Documents/a.txt") != HomePath("Documents/A.txt"))
        #expect(try HomePath("./Documents//a.txt/").names == ["Documents", "a.txt"])
    }
}
