internal import Glibc
internal import ResponderInterface
internal import ResponderKit

/// An app that counts up in its state, which it saves continuously, until it is killed.
///
/// Called with the state's file, and, if it is to count at another pace than once in 20 ms, the milliseconds. It prints
/// a line for each value, with the instant in nanoseconds on the system's monotonic clock:
///
/// - `restored VALUE INSTANT` once, when it is launched; the value is 0 without a state;
/// - `changed VALUE INSTANT` when it has counted;
/// - `saved VALUE INSTANT` when its store has said that the value is safe;
/// - `error TEXT` for an error of the state.
@main
final class SavingProgram: Responder, EntryPointDelegate {
    static let manifest = Manifest(
        identifier: "org.example.saving",
        stateFile: CommandLine.arguments.dropFirst().first ?? "state.json",
        savesStateContinuously: true
    )

    static func makeStateStore(named name: String) -> (any StateStore)? { ReportingStore(StateFile(path: name)) }

    private let pace = Duration.milliseconds(CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 20)
    private var value = 0

    func application(_ application: Application, willFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        application.onLifecycleEvent = { event in
            if case .stateError(let error) = event.kind { Self.write("error \(error)") }
        }
        return true
    }

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        Self.say("restored", value)
        application.runLoop.addTimer(after: pace, every: pace) { [weak self, weak application] _ in
            guard let self, let application else { return }
            value += 1
            application.invalidateRestorableState()
            Self.say("changed", value)
        }
        return true
    }

    func application(_ application: Application, shouldSaveApplicationState coder: StateCoder) -> Bool { true }
    func application(_ application: Application, shouldRestoreApplicationState coder: StateCoder) -> Bool { true }

    func application(_ application: Application, willEncodeRestorableStateWith coder: StateCoder) {
        coder.encode(value, forKey: ReportingStore.key)
        // So long that a write takes more than one step.
        coder.encode([UInt8](repeating: UInt8(truncatingIfNeeded: value), count: 30_000), forKey: "bytes")
    }

    func application(_ application: Application, didDecodeRestorableStateWith coder: StateCoder) {
        value = coder.decodeInteger(forKey: ReportingStore.key) ?? 0
    }

    nonisolated static func say(_ what: String, _ value: Int) {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        write("\(what) \(value) \(time.tv_sec * 1_000_000_000 + time.tv_nsec)")
    }

    /// Writes a line at once, in one call, since two threads write and the process may be killed at any moment.
    nonisolated static func write(_ line: String) {
        Array("\(line)\n".utf8).withUnsafeBytes { _ = Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    }
}
