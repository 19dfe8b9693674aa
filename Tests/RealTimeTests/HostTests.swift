import Glibc
import TestSupport
import Testing

@Suite("An entry point with a host")
struct HostTests {
    @Test("The host is made before the launch, and lives as long as the application")
    func host() async throws {
        let child = try ChildProcess("LaunchFixture", "host")
        let end = try await child.end()
        #expect(end.status == 0 && end.lines.contains("screen 320.0, host there: true"), "\(end)")
    }

    @Test("Without a host's screen the app ends with the reason in a line, and the status 69")
    func noHost() async throws {
        let child = try ChildProcess("LaunchFixture", "no-host")
        let end = try await child.end()
        #expect(end.status == 69, "\(end)")
        #expect(end.errors.contains("LaunchFixture: there is no screen\\u{1B}[31m"), "\(end)")
    }

    @Test(
        "A variable that names devices is refused beside a host that brings the touches, with the reason",
        arguments: ["RESPONDERKIT_TOUCH_PANELS", "RESPONDERKIT_INPUT_DEVICES"]
    )
    func variable(name: String) async throws {
        let child = try ChildProcess("LaunchFixture", "host", setup: "export \(name)=/dev/input/event1")
        let end = try await child.end()
        #expect(end.status == 78 && end.errors.contains("\(name) is set, but"), "\(end)")
        #expect(end.errors.contains("each touch and each key would come twice"))
    }
}
