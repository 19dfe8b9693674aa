import Glibc
import TestSupport
import Testing

@Suite("responderkit, where its output goes,")
struct OutputTests {
    private static let sample = TouchData.package + "/Samples/taps-drag-pinch.evemu"

    private static let commands = [
        ["replay", sample, "--speed", "max"],
        ["replay", sample, "--speed", "max", "--json"],
        ["explain", sample, "--at", "1,1"],
        ["lifecycle"],
        ["lifecycle", "--transitions"],
        ["demo", "--replay", sample],
        ["--help"],
    ]

    @Test("A command fails when what it prints is lost", arguments: commands)
    func lost(command: [String]) async throws {
        let full = try await Tool.run(command, shell: #"exec "$@" >/dev/full"#)
        #expect(full.status == EX_IOERR)
        let message = "responderkit: standard output: cannot be written: "
        #expect(full.errors == message + "No space left on device\n")
        let closed = try await Tool.run(command, shell: #"exec "$@" >&-"#)
        #expect(closed.status == EX_IOERR)
        #expect(closed.errors == message + "Bad file descriptor\n")
    }

    @Test(
        "A command fails by its status alone where there is no standard error either",
        arguments: ["/dev/full", "&-"]
    )
    func nobodyToTell(place: String) async throws {
        let silent = try await Tool.run(["lifecycle"], shell: #"exec "$@" <&- >\#(place) 2>\#(place)"#)
        #expect(silent.status == EX_IOERR)
        // Each line of these scripts is one to tell of.
        let refused = try TemporaryFile(".txt", containing: "unlock\nunlock\n")
        let goesOn = try await Tool.run(["lifecycle", refused.path], shell: #"exec "$@" 2>\#(place)"#)
        #expect(goesOn.status == EXIT_FAILURE && goesOn.output.hasPrefix("TIME"))
        let wrong = try TemporaryFile(".txt", containing: "fly\nfly\n")
        let stops = try await Tool.run(["lifecycle", wrong.path], shell: #"exec "$@" 2>\#(place)"#)
        #expect(stops.status == EX_DATAERR && stops.output.isEmpty)
        let missing = try await Tool.run(["replay", "/no/such.evemu"], shell: #"exec "$@" 2>\#(place)"#)
        #expect(missing.status == EX_NOINPUT && missing.output.isEmpty)
    }

    @Test("A command keeps its output out of files that it opens while the standard output is closed")
    func noOtherFile() async throws {
        let picture = TemporaryFile(".svg")
        let tool = try await Tool.run(["lifecycle", "--svg", picture.path], shell: #"exec "$@" <&- >&-"#)
        #expect(tool.status == EX_IOERR)
        #expect(try picture.text.hasSuffix("</svg>\n"))
    }

    @Test("A command ends without a word when nobody reads on, as behind head")
    func closedPipe() async throws {
        let script = try TemporaryFile(".txt", containing: String(repeating: "launch demo\nhome\n", count: 2000))
        let tool = try await Tool.run(["lifecycle", script.path], shell: #""$@" | head -n 1"#)
        #expect(tool.output == "TIME          APP   STATE        WHAT HAPPENS\n" || tool.output.hasPrefix("TIME"))
        #expect(tool.errors.isEmpty)
    }
}
