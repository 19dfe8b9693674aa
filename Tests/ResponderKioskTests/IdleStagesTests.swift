import ResponderKiosk
import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import TestSupport
import Testing

/// A kiosk whose stages are at 10, 20, 30 and 40 seconds.
@MainActor
struct IdleScene {
    final class Log {
        var lines: [String] = []
        func take() -> [String] {
            defer { lines = [] }
            return lines
        }
    }

    let harness: AppHarness
    let view: RecordingView
    let log = Log()
    let idle: IdleStages

    init() throws {
        harness = try AppHarness()
        view = harness.add(RecordingView("view", frame: Rect(0, 0, 500, 500)))
        idle = IdleStages(
            harness.application,
            [
                .warning(after: .seconds(10)) { [log] left in
                    log.lines.append(left.map { "\($0.components.seconds) s left" } ?? "warning over")
                },
                .reset(after: .seconds(20)) { [log] in log.lines.append("reset") },
                .dimmed(after: .seconds(30), to: 0.25) { [log] in log.lines.append("level \($0)") },
                .displayOff(after: .seconds(40), wakeDelay: .seconds(1)) { [log] in
                    log.lines.append($0 ? "on" : "off")
                },
            ]
        )
    }

    func tap() async {
        harness.finger().down(at: Point(10, 10)).up()
        await harness.settle()
    }
}

@MainActor
@Suite("Stages of a kiosk that nobody uses")
struct IdleStagesTests {
    let scene: IdleScene

    init() throws { scene = try IdleScene() }

    // Rules: K8.
    @Test("Each stage begins at its delay after the newest input, and the warning tells each second how many are left")
    func order() async {
        await scene.harness.advance(by: .seconds(5))
        await scene.tap()
        await scene.harness.advance(by: .milliseconds(9999))
        #expect(scene.log.take().isEmpty && scene.idle.begun == 0)
        await scene.harness.advance(by: .milliseconds(1))
        #expect(scene.log.take() == ["10 s left"] && scene.idle.begun == 1)
        await scene.harness.advance(by: .milliseconds(9999))
        #expect(scene.log.take() == (1...9).reversed().map { "\($0) s left" })
        await scene.harness.advance(by: .milliseconds(1))
        #expect(scene.log.take() == ["warning over", "reset"])
        await scene.harness.advance(by: .seconds(20))
        #expect(scene.log.take() == ["level 0.25", "off"] && scene.idle.begun == 4)
        await scene.harness.advance(by: .seconds(3600))
        #expect(scene.log.take().isEmpty)
    }

    // Rules: K8.
    @Test("A tap during the warning ends the warning and is delivered")
    func warned() async {
        await scene.harness.advance(by: .seconds(12))
        _ = scene.log.take()
        await scene.tap()
        #expect(scene.log.take() == ["warning over"])
        #expect(scene.view.log.lines == ["view.began(10, 10)", "view.ended(10, 10)"])
        await scene.harness.advance(by: .milliseconds(9999))
        #expect(scene.log.take().isEmpty)
    }

    // Rules: K9.
    @Test("The tap that wakes a dimmed display is withheld with all its fingers, and the next tap is delivered")
    func wakingTap() async {
        await scene.harness.advance(by: .seconds(31))
        _ = scene.log.take()
        let first = scene.harness.finger().down(at: Point(10, 10))
        await scene.harness.settle()
        #expect(scene.log.take() == ["level 1.0"] && scene.idle.begun == 0)
        let second = scene.harness.finger().down(at: Point(20, 20))
        await scene.harness.advance(by: .milliseconds(50))
        first.up()
        second.up()
        await scene.harness.settle()
        #expect(scene.view.log.lines.isEmpty)
        await scene.tap()
        #expect(scene.view.log.lines == ["view.began(10, 10)", "view.ended(10, 10)"])
    }

    // Rules: K9.
    @Test("After a display was off, taps are withheld until it had the time to come on")
    func wakeDelay() async {
        await scene.harness.advance(by: .seconds(41))
        _ = scene.log.take()
        await scene.tap()
        #expect(scene.log.take() == ["on", "level 1.0"])
        await scene.harness.advance(by: .milliseconds(900))
        await scene.tap()
        #expect(scene.view.log.lines.isEmpty)
        await scene.harness.advance(by: .milliseconds(100))
        await scene.tap()
        #expect(scene.view.log.lines == ["view.began(10, 10)", "view.ended(10, 10)"])
    }

    // Rules: K9.
    @Test("A key wakes a dimmed display and types nothing; a mouse that moves wakes it, too")
    func otherInput() async {
        let field = scene.harness.add(TextField(frame: Rect(0, 600, 200, 40)))
        field.becomeFirstResponder()
        await scene.harness.advance(by: .seconds(31))
        // The reset has ended the editing.
        field.becomeFirstResponder()
        scene.harness.keyboard.type("x")
        await scene.harness.settle()
        #expect(scene.idle.begun == 0 && field.text.isEmpty)
        await scene.harness.advance(by: .seconds(31))
        #expect(scene.idle.begun == 3)
        scene.harness.pointer().enter(at: Point(5, 5))
        await scene.harness.settle()
        #expect(scene.idle.begun == 0)
    }

    // Rules: K8.
    @Test("While the stages are paused none begins, and the delays begin anew at the last resume")
    func pausing() async {
        await scene.harness.advance(by: .seconds(31))
        _ = scene.log.take()
        scene.idle.pause()
        #expect(scene.log.take() == ["level 1.0"])
        scene.idle.pause()
        await scene.harness.advance(by: .seconds(100))
        scene.idle.resume()
        await scene.harness.advance(by: .seconds(100))
        #expect(scene.log.take().isEmpty && scene.idle.isPaused)
        scene.idle.resume()
        await scene.harness.advance(by: .milliseconds(9999))
        #expect(scene.log.take().isEmpty)
        await scene.harness.advance(by: .milliseconds(1))
        #expect(scene.log.take() == ["10 s left"])
    }

    // Rules: K8.
    @Test("The background ends all stages; none begins there, and the delays begin anew at the return")
    func background() async throws {
        await scene.harness.advance(by: .seconds(31))
        _ = scene.log.take()
        try scene.harness.device.perform(.home)
        await scene.harness.settle()
        #expect(scene.log.take() == ["level 1.0"])
        await scene.harness.advance(by: .seconds(100))
        #expect(scene.log.take().isEmpty)
        try scene.harness.device.perform(.openSwitcher)
        try scene.harness.device.perform(.choose("Application"))
        await scene.harness.advance(by: .milliseconds(9000))
        #expect(scene.log.take().isEmpty && !scene.harness.application.isWithholdingInput)
        await scene.harness.advance(by: .seconds(2))
        #expect(scene.log.take().first == "10 s left")
    }

    // Rules: K8.
    @Test("Input moves no timer: while a finger moves all the time, the timer fires once each delay")
    func lazyTimer() async {
        let loop = scene.harness.loop
        loop.startLedger()
        let finger = scene.harness.finger().down(at: Point(10, 10))
        for step in 0..<1050 {
            finger.move(to: Point(10 + Double(step % 100), 10))
            await scene.harness.advance(by: .milliseconds(10))
        }
        #expect(loop.stopLedger()?.served[.timer] == 1)
        #expect(scene.log.take().isEmpty)
    }

    @Test("Stages whose delays do not grow stop the process with a message")
    func misuse() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await MainActor.run {
                let harness = try AppHarness()
                _ = IdleStages(harness.application, [.reset(after: .seconds(2)), .reset(after: .seconds(2))])
            }
        }
        result.expectMessage("give the idle stages positive delays, each greater than the one before")
    }

    @Test("A resume of the stages without a pause stops the process with a message")
    func unmatchedResume() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await MainActor.run {
                let harness = try AppHarness()
                IdleStages(harness.application, [.reset(after: .seconds(2))]).resume()
            }
        }
        result.expectMessage("IdleStages.resume() was called once more than pause()")
    }

    // Rules: K9.
    @Test("Stages that are released while a display is dimmed still wake it, and nothing stays withheld")
    func released() async throws {
        let harness = try AppHarness()
        var level = 1.0
        var idle: IdleStages? = IdleStages(harness.application, [.dimmed(after: .seconds(1), to: 0.5) { level = $0 }])
        await harness.advance(by: .seconds(2))
        weak let reference = idle
        idle = nil
        #expect(level == 0.5 && reference != nil)
        harness.finger().down(at: Point(10, 10)).up()
        await harness.settle()
        #expect(level == 1 && reference == nil && !harness.application.isWithholdingInput)
    }

    // Rules: K8.
    @Test("Stages that a warning's closure wakes at its end begin anew, and the next stage does not begin")
    func wokenByWarning() async throws {
        let harness = try AppHarness()
        final class Kept { var idle: IdleStages? }
        let kept = Kept()
        var (ends, levels) = (0, [Double]())
        kept.idle = IdleStages(
            harness.application,
            [
                .warning(after: .seconds(10)) { [kept] left in
                    guard left == nil else { return }
                    ends += 1
                    kept.idle?.wake()
                },
                .dimmed(after: .seconds(20), to: 0.5) { levels.append($0) },
            ]
        )
        await harness.advance(by: .seconds(25))
        #expect(ends == 1 && levels.isEmpty && kept.idle?.begun == 0 && !harness.application.isWithholdingInput)
        await harness.advance(by: .seconds(5))
        #expect(kept.idle?.begun == 1)
        kept.idle = nil
    }

    // Rules: K9.
    @Test("Stages that are woken by the handler of a touch that dimming cancels do not dim")
    func wokenByCancel() async throws {
        let view = scene.harness.add(CancelView(frame: Rect(0, 0, 500, 500)))
        view.onCancel = { [idle = scene.idle] in idle.wake() }
        scene.harness.finger().down(at: Point(10, 10))
        await scene.harness.advance(by: .seconds(31))
        #expect(scene.log.take().last != "level 0.25")
        #expect(scene.idle.begun == 0 && !scene.harness.application.isWithholdingInput)
        view.onCancel = {}
    }
}
