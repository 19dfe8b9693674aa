import Glibc
import ResponderKit
import Testing

/// On the system's clock: a callback blocks until the watchdog has reported it, or for ever.
@MainActor
@Suite("The watchdog")
struct WatchdogTests {
    // Rules: A16.
    @Test("The watchdog reports a callback that overruns while the callback runs, and the application goes on")
    func reports() throws {
        let pipe = try Pipe()
        let application = Application(runLoop: try MainRunLoop())
        let delegate = BlockingDelegate()
        delegate.pipe = pipe
        application.delegate = delegate
        application.timeLimits.launch = .nanoseconds(1)
        application.startWatchdog { limit in pipe.write(limit == .launch ? 1 : 2) }
        application.launch()
        #expect(delegate.read == 1)
        #expect(application.lifecycleState == .active)
        application.terminate()
    }

    // Rules: A16.
    @Test("The watchdog ends the process where it is asked to, with the report before that")
    func ends() async {
        let result = await #expect(processExitsWith: .exitCode(EX_SOFTWARE), observing: [\.standardOutputContent]) {
            setenv("SWIFT_BACKTRACE", "enable=no", 1)
            try await MainActor.run {
                let application = Application(runLoop: try MainRunLoop())
                let delegate = BlockingDelegate()
                delegate.pipe = try Pipe()
                application.delegate = delegate
                application.timeLimits.launch = .nanoseconds(1)
                application.startWatchdog(endsProcess: true) { limit in
                    Array("over \(limit)".utf8).withUnsafeBytes { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
                }
                application.launch()
            }
        }
        let output = result.map { String(decoding: $0.standardOutputContent, as: UTF8.self) } ?? ""
        #expect(output.contains("over launch"))
    }
}

/// Blocks in the launch until something is in its pipe.
private final class BlockingDelegate: ApplicationDelegate {
    var pipe: Pipe?
    var read: UInt8 = 0

    func application(_ application: Application, willFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        read = pipe?.read() ?? 0
        return true
    }
}

/// A pipe, closed with it.
private final class Pipe: Sendable {
    private let ends: (Int32, Int32)

    init() throws {
        var ends: [Int32] = [-1, -1]
        try #require(Glibc.pipe(&ends) == 0)
        self.ends = (ends[0], ends[1])
    }

    deinit {
        close(ends.0)
        close(ends.1)
    }

    func write(_ byte: UInt8) {
        var byte = byte
        Glibc.write(ends.1, &byte, 1)
    }

    /// Waits for a byte.
    func read() -> UInt8 {
        var byte: UInt8 = 0
        Glibc.read(ends.0, &byte, 1)
        return byte
    }
}
