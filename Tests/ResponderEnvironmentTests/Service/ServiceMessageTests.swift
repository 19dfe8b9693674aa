import Glibc
import ResponderKit
import TestSupport
import Testing

@testable import ResponderEnvironment

@MainActor
@Suite struct ServiceMessageTests {
    // Rules: U2.
    @Test("A status is kept until the manager is followed, and told when it has changed")
    func status() throws {
        let fixture = try ServiceFixture(manager: ManagerSocket(abstractName: "responderkit-test-\(getpid())"))
        fixture.application.serviceStatus = "early"
        try fixture.follow()
        fixture.application.serviceStatus = "early"
        fixture.application.serviceStatus = "on air"
        #expect(fixture.application.serviceStatus == "on air")
        #expect(fixture.manager.take() == ["STATUS=early", "STATUS=on air"])
    }

    // Rules: U2.
    @Test("A status of several lines is one message of one line, and a long one is cut")
    func oneLine() throws {
        let fixture = try ServiceFixture()
        try fixture.follow()
        fixture.application.serviceStatus = "a\nREADY=1"
        #expect(fixture.manager.take() == [#"STATUS=a\nREADY=1"#])
        fixture.application.serviceStatus = String(repeating: "\u{10FFFF}", count: 10_000)
        let message = try #require(fixture.manager.take().first)
        #expect(message.hasSuffix("…"))
        #expect(message.utf8.count < 4096)
    }

    // Rules: U5.
    @Test(
        "What a full socket has no room for is sent when there is room, the newest of each kind, without signs of life"
    )
    func full() async throws {
        let fixture = try ServiceFixture()
        try fixture.follow(["WATCHDOG_USEC": "2000000"])
        // A queue of the system has ten messages, or some hundreds.
        await fixture.loop.advance(by: .seconds(10_000))
        fixture.application.serviceStatus = "one"
        await fixture.launch()
        fixture.application.serviceStatus = "two"
        await fixture.loop.advance(by: .seconds(10))
        let first = fixture.manager.take()
        #expect(!first.isEmpty && first.allSatisfy { $0 == "WATCHDOG=1" })
        await fixture.loop.runUntilIdle()
        #expect(fixture.manager.take() == ["READY=1", "STATUS=two"])
        await fixture.loop.advance(by: .seconds(1.25))
        #expect(fixture.manager.take() == ["WATCHDOG=1"])
        #expect(fixture.problems == [])
    }

    // Rules: U5.
    @Test("A manager that is started anew, with another socket of the same name, gets the next message")
    func another() throws {
        let name = "responderkit-test-\(getpid())"
        var manager: ManagerSocket? = try ManagerSocket(abstractName: name)
        let socket = try ServiceSocket("@\(name)")
        #expect(socket.send("first") == .sent)
        #expect(manager?.take() == ["first"])
        manager = nil
        #expect(socket.send("lost") == .failed(errno: ECONNREFUSED))
        manager = try ManagerSocket(abstractName: name)
        #expect(socket.send("second") == .sent)
        manager = nil
        manager = try ManagerSocket(abstractName: name)
        #expect(socket.send("third") == .sent)
        #expect(manager?.take() == ["third"])
    }

    // Rules: U7.
    @Test("A child that fork(2) made sends nothing")
    func child() throws {
        let manager = try ManagerSocket()
        #expect(try ServiceSocket(manager.name, process: getpid() + 1).send("READY=1") == .sent)
        #expect(manager.take() == [])
    }

    // Rules: U5.
    @Test(
        "A socket that cannot be is told once, in one line, and the application goes on",
        arguments: [
            ("relative/path", "which is neither an absolute path nor an abstract name"),
            ("vsock:2:1234", "which is neither an absolute path nor an abstract name"),
            ("@", "which is neither an absolute path nor an abstract name"),
            ("/" + String(repeating: "a", count: 107), "of 108 bytes, and a socket's name has at most 107"),
            ("/nowhere\n/notify", #""/nowhere\n/notify" (NOTIFY_SOCKET) takes no message: No such file or directory"#),
            ("/dev/null", "takes no message: Connection refused"),
        ]
    )
    func unreachable(name: String, text: String) async throws {
        let fixture = try ServiceFixture()
        try fixture.follow(["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "1000000"])
        await fixture.launch()
        fixture.application.serviceStatus = "on air"
        await fixture.loop.advance(by: .seconds(10))
        #expect(fixture.problems.count == 1)
        let line = fixture.problems.first?.description ?? ""
        #expect(line.contains(text) && !line.contains("\n"), "it said: \(line)")
        #expect(fixture.application.lifecycleState == .active)
    }

    // Rules: U5.
    @Test(
        "A variable that cannot be read is told, with its name, and the rest works",
        arguments: [
            ("WATCHDOG_USEC", "0"), ("WATCHDOG_USEC", "-5"), ("WATCHDOG_USEC", "1"), ("WATCHDOG_USEC", "soon"),
            ("WATCHDOG_USEC", "99999999999999999999"), ("WATCHDOG_USEC", "9223372036854775807"),
            ("WATCHDOG_PID", "me"), ("WATCHDOG_PID", "0"), ("SYSTEMD_EXEC_PID", "99999999999"),
        ]
    )
    func variables(name: String, value: String) async throws {
        let fixture = try ServiceFixture()
        try fixture.follow(["WATCHDOG_USEC": "1000000"].merging([name: value]) { $1 })
        await fixture.launch()
        #expect(fixture.problems.count == 1)
        #expect(fixture.problems.first?.description.contains("\(name) is \"\(value)\"") == true)
        #expect(fixture.manager.take().last == "READY=1")
    }

    // Rules: U7.
    @Test("Programs that a service starts do not get the manager's variables, and without a socket nothing is done")
    func environment() async throws {
        await #expect(processExitsWith: .success) {
            let isFine = try await MainActor.run {
                let manager = try ManagerSocket(abstractName: "responderkit-test-\(getpid())")
                let application = Application(runLoop: try MainRunLoop())
                application.followServiceManager()
                setenv("NOTIFY_SOCKET", manager.name, 1)
                setenv("WATCHDOG_USEC", "1000000", 1)
                setenv("WATCHDOG_PID", "\(getpid())", 1)
                application.followServiceManager()
                let names = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]
                let isLeft = names.contains { (name: String) in getenv(name) != nil }
                application.runLoop.turn()
                return !isLeft && manager.take() == ["WATCHDOG=1"]
            }
            exit(isFine ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }
}
