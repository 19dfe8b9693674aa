import Foundation
import TestSupport
import Testing

@Suite("responderkit record")
struct RecordTests {
    @Test("`responderkit record` ends in order at SIGINT and SIGTERM", arguments: [SIGINT, SIGTERM])
    func signal(_ signal: Int32) async throws {
        let fifo = TemporaryFile(".fifo")
        try #require(mkfifo(fifo.path, 0o600) == 0)
        let panel = "\(fifo.path), x=0:100, y=0:100"
        let child = try ChildProcess("responderkit", "record", "/dev/null", "--panel", panel)
        #expect(await child.nextLine() == "Recording \(fifo.path); Ctrl-C ends it.")
        child.send(signal)
        let end = try await child.end()
        #expect(end.status == 0)
        #expect(end.lines == ["Nothing came, so /dev/null was not written."])
    }
}
