import Foundation
import TestSupport
import Testing

/// What an app prints in each part of its life; see `LaunchFixture`.
private enum Lines {
    static let active = "UIApplicationDidBecomeActiveNotification [active]"
    static let resign = ["willResignActive [active]", "UIApplicationWillResignActiveNotification [active]"]
    static let background = [
        "didEnterBackground [background]", "UIApplicationDidEnterBackgroundNotification [background]",
    ]
    static let foreground = [
        "UIApplicationWillEnterForegroundNotification [background]", "didBecomeActive [active]", active,
    ]
    static let terminate = ["willTerminate [background]", "UIApplicationWillTerminateNotification [background]"]
}

@Suite("The signals that stop a process")
struct StopSignalTests {
    /// Spawns the fixture, which is ready when it says so, or when it is active.
    private func launch(_ mode: String, upTo line: String = "ready", setup: String? = nil) async throws -> ChildProcess
    {
        let child = try ChildProcess("LaunchFixture", mode, setup: setup)
        #expect(await child.lines(upTo: Lines.active).last == Lines.active)
        if line != Lines.active { #expect(await child.lines(upTo: line).last == line) }
        return child
    }

    private func expectEnd(_ child: ChildProcess, _ lines: [String]) async throws {
        let end = try await child.end()
        #expect(end == ChildProcess.End(status: 0, wasSignalled: false, lines: lines, errors: ""))
    }

    // Rules: P1, P2.
    @Test("SIGTSTP stops a process after the calls of the background, and SIGCONT has those of the foreground follow")
    func stopAndContinue() async throws {
        let child = try await launch("wait")
        for cancelled in [["cancelled"], []] {
            child.send(SIGTSTP)
            #expect(try await child.stop() == SIGTSTP)
            let left = Lines.resign + cancelled + Lines.background
            #expect(await child.lines(upTo: left[left.count - 1]) == left)
            child.send(SIGCONT)
            #expect(await child.lines(upTo: Lines.active) == Lines.foreground)
        }
        child.send(SIGTERM)
        #expect(try await child.end().status == 0)
    }

    // Rules: P2.
    @Test("A SIGTERM that comes to a stopped process ends the app in order after SIGCONT")
    func terminate() async throws {
        let child = try await launch("nested")
        child.send(SIGTSTP)
        #expect(try await child.stop() == SIGTSTP)
        child.send(SIGTERM)
        child.send(SIGCONT)
        let end = Lines.resign + Lines.background + Lines.terminate + ["inner run ended", "outer run ended"]
        // The signal may come before the app is back in the foreground.
        let lines = try await child.end().lines
        #expect(lines.prefix(4) == (Lines.resign + Lines.background)[...])
        #expect(lines.suffix(4) == end.suffix(4))
    }

    // Rules: P3.
    @Test("An app in the background, and one that is inactive, is after SIGCONT what it was")
    func formerState() async throws {
        let background = try await launch("in-background")
        background.send(SIGTSTP)
        #expect(try await background.stop() == SIGTSTP)
        background.send(SIGCONT)
        background.send(SIGTERM)
        try await expectEnd(background, Lines.terminate)

        let inactive = try await launch("inactive")
        inactive.send(SIGTSTP)
        #expect(try await inactive.stop() == SIGTSTP)
        #expect(await inactive.lines(upTo: Lines.background[1]) == Lines.background)
        inactive.send(SIGCONT)
        #expect(await inactive.lines(upTo: Lines.resign[1]) == Lines.foreground + Lines.resign)
        inactive.send(SIGTERM)
        try await expectEnd(inactive, Lines.background + Lines.terminate)
    }

    // Rules: P4.
    @Test("A second SIGTSTP stops a process that is stuck in a callback at once, and SIGCONT lets it go on")
    func stuck() async throws {
        let child = try await launch("stuck", upTo: Lines.active)
        child.send(SIGTERM)
        #expect(await child.lines(upTo: Lines.terminate[0]) == Lines.resign + Lines.background + [Lines.terminate[0]])
        for _ in 0..<2 {
            #expect(try await child.stopBySending(SIGTSTP) == SIGTSTP)
            child.send(SIGCONT)
        }
        child.send(SIGTERM)
        let end = try await child.end()
        #expect(end == ChildProcess.End(status: 128 + SIGTERM, wasSignalled: false, lines: [], errors: ""))
    }

    // Rules: P1.
    @Test("A SIGTSTP in a callback stops the process when the callback has returned, not in a run inside of it")
    func callback() async throws {
        let child = try ChildProcess("LaunchFixture", "stop-in-callback")
        #expect(try await child.stop() == SIGTSTP)
        let last = Lines.background[1]
        let lines = await child.lines(upTo: last)
        #expect(lines.suffix(6) == ["callback returns", Lines.active] + Lines.resign + Lines.background)
        child.send(SIGCONT)
        #expect(await child.lines(upTo: Lines.active) == Lines.foreground)
        child.send(SIGTERM)
        try await expectEnd(child, Lines.resign + Lines.background + Lines.terminate)
    }

    // Rules: P1.
    @Test("A SIGTSTP in a run inside a touch handler stops the process, and the touch is cancelled")
    func handler() async throws {
        let child = try await launch("nested-in-touch", upTo: "began")
        child.send(SIGTSTP)
        #expect(try await child.stop() == SIGTSTP)
        #expect(await child.lines(upTo: Lines.background[1]).contains(Lines.background[0]))
        child.send(SIGCONT)
        #expect(await child.lines(upTo: Lines.active).suffix(3) == Lines.foreground[...])
        child.send(SIGTERM)
        let end = try await child.end()
        #expect(end.status == 0 && end.lines.contains("handler returns"), "\(end)")
    }

    // Rules: P3.
    @Test("An app that exits on suspend ends in order at SIGTSTP")
    func exitsOnSuspend() async throws {
        let child = try await launch("exits-on-suspend", upTo: Lines.active)
        child.send(SIGTSTP)
        let terminate = Lines.terminate.map { $0.replacingOccurrences(of: "background", with: "inactive") }
        try await expectEnd(child, Lines.resign + terminate)
    }

    // Rules: P4.
    @Test("A SIGTSTP that the process was started with ignored stays ignored")
    func ignored() async throws {
        let child = try await launch("wait", setup: "trap '' TSTP")
        // An ignored signal is discarded when kill returns.
        child.send(SIGTSTP)
        child.send(SIGTERM)
        try await expectEnd(child, Lines.resign + ["cancelled"] + Lines.background + Lines.terminate)
    }

    // Rules: P4.
    @Test("A process that no shell continues stops too, as by SIGSTOP")
    func service() async throws {
        let child = try await launch("session", upTo: Lines.active)
        child.send(SIGTSTP)
        #expect(await child.lines(upTo: Lines.background[1]).last == Lines.background[1])
        #expect(try await child.stop() == SIGSTOP)
        child.send(SIGCONT)
        #expect(await child.lines(upTo: Lines.active) == Lines.foreground)
        child.send(SIGTERM)
        #expect(try await child.end().status == 0)
    }
}
