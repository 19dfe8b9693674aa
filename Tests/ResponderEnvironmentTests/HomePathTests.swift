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
    @Test("Names of different bytes are different names, also where they look the same")
    func notNormalized() throws {
        let (one, other) = (try HomePath("Documents/\u{e9}"), try HomePath("Documents/e\u{301}"))
        #expect(one != other)
        #expect(Set([one, other]).count == 2)
        #expect(!(try HomePath("Documents/\u{e9}/a")).isBelow(other))
    }

    // Rules: S2.
    @Test("Names that differ in case are different names")
    func cased() throws {
        #expect(try HomePath("Documents/a.txt") != HomePath("Documents/A.txt"))
        #expect(try HomePath("./Documents//a.txt/").names == ["Documents", "a.txt"])
    }
}
