import ResponderKit
import ResponderKitTesting
import ResponderRecordings
import TestSupport
import Testing

@MainActor
@Suite("A recording that is played in a harness")
struct RecordedTouchTests {
    @Test("A recording played in a harness gives its view each recorded touch in virtual time, as the README shows")
    func played() async throws {
        let harness = try AppHarness(screenSize: Size(400, 400))
        let view = harness.add(RecordingView("view", frame: Rect(0, 0, 400, 400)))
        view.isMultipleTouchEnabled = true
        var phases: [Touch.Phase: Int] = [:]
        view.handler = { phase, touches, _ in phases[phase, default: 0] += touches.count }

        let recording = try EvdevRecording(path: TouchData.package + "/Samples/taps-drag-pinch.evemu")
        let frames = try recording.decoded(size: harness.window.bounds.size).frames
        let sender = harness.application.touchPort.makeSender()
        let player = RecordingPlayer(frames, to: sender, on: harness.loop, pace: .speed(1))
        var isPlayed = false
        player.play { isPlayed = true }
        await harness.advance(by: .seconds(10))
        #expect(isPlayed)
        #expect(phases[.began] == 7 && phases[.ended] == 7 && phases[.cancelled] == nil)
    }
}
