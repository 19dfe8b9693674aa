import Glibc
import ResponderEventLoop
import TestSupport
import Testing

/// What comes of signals is tested in a program of its own (RealTimeTests): they are the process's.
@Suite("Signals as a sequence")
struct SignalsTests {
    @Test("A signal that cannot be taken is an error that says why")
    @MainActor
    func refused() throws {
        let loop = try makeLoop()
        #expect(throws: MainRunLoop.Error.self) { try loop.signals(SIGKILL) }
    }
}
