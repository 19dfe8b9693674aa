import Glibc
import ResponderEventLoop
import TestSupport
import Testing

/// RealTimeTests tests signals in a program of its own, since signals belong to the process.
@Suite("Signals as a sequence")
struct SignalsTests {
    @Test("A signal that cannot be taken is an error that says why")
    @MainActor
    func refused() throws {
        let loop = try makeLoop()
        #expect(throws: MainRunLoop.Error.self) { try loop.signals(SIGKILL) }
    }
}
