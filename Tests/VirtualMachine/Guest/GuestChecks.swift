internal import Glibc
internal import ResponderKit

/// The checks that need a kernel of their own: `Scripts/vm` starts this program in a virtual machine.
///
/// Each argument names a group of checks. Each check prints a line, `ok NAME` or `FAILED NAME: why`.
@main
final class GuestChecks: Responder, EntryPointDelegate {
    /// The groups, by the names that the arguments give.
    private static let groups: KeyValuePairs<String, @MainActor (Harness) async -> Void> = [
        "panels": panelChecks,
        "flood": floodChecks,
        "plugging": pluggingChecks,
        "keys": keyChecks,
        "hid": hidChecks,
        "recordings": recordingChecks,
    ]

    static func main() {
        guard isInGuest else {
            writeLine("this program makes devices in the kernel; it runs in the virtual machine of Scripts/vm alone")
            exit(EX_USAGE)
        }
        Application.main(delegateClass: GuestChecks.self)
    }

    /// Whether the kernel was started by Scripts/vm, whose command line has this word.
    private static var isInGuest: Bool {
        guard let file = fopen("/proc/cmdline", "r") else { return false }
        defer { fclose(file) }
        var bytes = [CChar](repeating: 0, count: 4096)
        return fgets(&bytes, Int32(bytes.count), file) != nil && strstr(bytes, "responderkit.guest") != nil
    }

    private var harness: Harness?

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        harness = Harness(application)
        return true
    }

    func applicationDidBecomeActive(_ application: Application) {
        Task { [self] in
            guard let harness else { return }
            for name in CommandLine.arguments.dropFirst() {
                guard let group = Self.groups.first(where: { $0.key == name }) else {
                    harness.fail("the group \(name)", because: "there is none of this name")
                    continue
                }
                await group.value(harness)
            }
            application.terminate(status: harness.hasFailed ? EXIT_FAILURE : EXIT_SUCCESS)
        }
    }
}

/// Prints a line at once: the console is read by another process.
func writeLine(_ line: String) {
    Array("\(line)\n".utf8).withUnsafeBytes { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
}
