import Foundation
import ResponderEventLoop
import ResponderRecordings
import ResponderTouchInput
import TestSupport
import Testing

/// The example, started as systemd starts it: with a socket for its messages, a watchdog, and folders.
@Suite("The service, under a manager that plays systemd")
struct ServiceTests {
    private let folder = TemporaryFolder()
    private let manager: NotifySocket
    private let keyboard: DeviceFIFO

    init() throws {
        manager = try NotifySocket()
        keyboard = try DeviceFIFO()
        try folder.makeFolder("conf")
    }

    /// Starts the program with no signal blocked but SIGHUP, which it lets through itself: a thread of the tests blocks
    /// many signals, and a child inherits that.
    private func start(hasKeyboard: Bool = true) throws -> ChildProcess {
        var (blocked, former) = (sigset_t(), sigset_t())
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGHUP)
        pthread_sigmask(SIG_SETMASK, &blocked, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        let folders = [("STATE", "state"), ("CACHE", "cache"), ("RUNTIME", "run"), ("CONFIGURATION", "conf")]
            .map { "\($0)_DIRECTORY='\(folder.path)/\($1)'" }
            .joined(separator: " ")
        return try ChildProcess(
            "Service",
            "--hang-button",
            setup: "export NOTIFY_SOCKET='\(manager.path)' WATCHDOG_USEC=1000000 WATCHDOG_PID=$$ SYSTEMD_EXEC_PID=$$ "
                + "RESPONDERKIT_INPUT_DEVICES='\(hasKeyboard ? keyboard.request : "")' \(folders)"
        )
    }

    /// Presses and releases keys, one after the other.
    private func type(_ codes: UInt16...) async {
        let events = codes.flatMap { code in
            [1, 0].flatMap { value in
                [
                    EvdevEvent(time: .zero, type: EvdevCodes.key, code: code, value: value),
                    EvdevEvent(time: .zero, type: EvdevCodes.synchronization, code: EvdevCodes.report, value: 0),
                ]
            }
        }
        await keyboard.play(events)
    }

    // Rules: U1, U3, U4.
    @Test("A service is ready, reloads, hangs and is ended by the watchdog, and its restart has its count")
    func life() async throws {
        let (tab, enter): (UInt16, UInt16) = (15, 28)
        let child = try start()
        #expect(try await manager.messages { $0 == "READY=1" } == ["STATUS=Hello 0", "READY=1"])
        // The keyboard has been opened, and stays connected from one key to the next.
        let connection = try keyboard.stayConnected()
        defer { try? connection.close() }

        await type(tab, enter)
        #expect(try await manager.messages { $0.hasPrefix("STATUS") } == ["STATUS=Hello 1"])

        try folder.write("Good evening\n", to: "conf/service.conf")
        child.send(SIGHUP)
        let reload = try await manager.messages { $0 == "READY=1" }
        try #require(reload.count == 3)
        #expect(reload[0].wholeMatch(of: /RELOADING=1\nMONOTONIC_USEC=[1-9][0-9]*/) != nil, "\(reload)")
        #expect(reload[1...] == ["STATUS=Good evening 1", "READY=1"])
        #expect(try await manager.next() == "WATCHDOG=1")

        await type(tab, enter)
        // On a busy machine any turn may be reported.
        var report = ""
        while let line = await child.nextLine() {
            report = line
            if line.contains("hang") { break }
        }
        #expect(
            report.wholeMatch(
                of: /the main thread is stuck for .* seconds in input ".*", presses[A-Z][a-z]+ of Button "hang"/
            ) != nil,
            "it said: \(report)"
        )
        // A stuck thread sends nothing, so what is in the socket now was sent before.
        while try await manager.next(within: 0) != nil {}
        #expect(try await manager.next(within: 1) == nil)
        child.send(SIGABRT)
        let end = try await child.end()
        #expect(end.wasSignalled && end.status == SIGABRT)

        let next = try start()
        #expect(try await manager.messages { $0 == "READY=1" } == ["STATUS=Good evening 1", "READY=1"])
        next.send(SIGTERM)
        #expect(try await manager.messages { $0 == "STOPPING=1" } == ["STOPPING=1"])
        let last = try await next.end()
        #expect(last.status == 0)
        #expect(last.errors.isEmpty, "\(last.errors)")
    }

    // Rules: U3, P5.
    @Test("An idle service that monitors the clock wakes for its signs of life, and polls nothing")
    func idle() async throws {
        // A keyboard would have it wake for each file that another test makes beside it.
        let child = try start(hasKeyboard: false)
        #expect(try await manager.messages { $0 == "READY=1" }.last == "READY=1")
        let before = try child.voluntarySwitches
        let signs = 6
        for _ in 0..<signs { #expect(try await manager.next() == "WATCHDOG=1") }
        let count = try child.voluntarySwitches - before
        // On a busy machine it may also wait for memory; a poll at each frame would be 180 waits.
        #expect(count <= 10 * signs)
        child.send(SIGTERM)
        #expect(try await child.end().status == 0)
    }

    // Rules: U5.
    @Test("A service whose manager is gone says so once, and goes on")
    func absent() async throws {
        let child = try ChildProcess(
            "Service",
            setup: "export NOTIFY_SOCKET='\(folder.path)/none' WATCHDOG_USEC=20000 STATE_DIRECTORY='\(folder.path)/s' "
                + "CACHE_DIRECTORY='\(folder.path)/c' RUNTIME_DIRECTORY='\(folder.path)/r' "
                + "RESPONDERKIT_INPUT_DEVICES='\(keyboard.request)'"
        )
        // It has opened its keyboard, and so is at work.
        await type(15)
        child.send(SIGTERM)
        let end = try await child.end()
        #expect(end.status == 0)
        let lines = (end.lines + end.errors.split(separator: "\n").map(String.init)).filter {
            !$0.isEmpty && !$0.hasPrefix("the main thread is stuck")
        }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("takes no message: No such file or directory") == true, "it said: \(lines)")
    }
}
