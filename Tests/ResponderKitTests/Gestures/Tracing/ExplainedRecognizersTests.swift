import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("Explaining a touch's recognisers")
struct ExplainedRecognizersTests {
    // Rules: G10, G11, G13.
    @Test("An explanation lists which recognisers would get the touch, why others would not, and what each means")
    func order() throws {
        let scene = try TracedScene()
        let log = scene.calls
        let delegate = ScriptedDelegate()
        var asked = 0
        delegate.receivesEvent = { _ in
            asked += 1
            return false
        }
        let pan = ScriptedRecognizer("pan", log: log)
        scene.harness.window.addGestureRecognizer(pan)
        let (single, double) = (scene.drags("single"), scene.drags("double"))
        single.require(toFail: double)
        single.require(toFail: pan)
        single.delaysTouchesBegan = true
        single.cancelsTouchesInView = false
        double.delegate = delegate
        double.delaysTouchesEnded = false
        scene.drags("off").isEnabled = false
        scene.drags("stylus").allowedTouchTypes = [.pencil]
        let explanation = scene.harness.application.explainTouch(at: Point(1, 1))
        #expect(asked == 0 && log.lines.isEmpty && scene.lines.isEmpty)
        let found = explanation.recognizers
        #expect(found.map(\.recognizer.name) == ["single", "double", "off", "stylus", "pan"])
        #expect(found.map(\.refusal) == [nil, nil, .disabled, .touchType, nil])
        #expect(found.map(\.view) == [scene.view, scene.view, scene.view, scene.view, scene.harness.window])
        #expect(found.map(\.hasDelegate) == [false, true, false, false, false])
        #expect(found[0].failureRequirements == [double, pan])
        let (view, window) = (TracedView.text, "Window (0, 0, 320 x 240)")
        let kinds = "its allowedTouchTypes do not have the kind of the contact"
        #expect(
            explanation.description.split(separator: "\n").drop { !$0.hasPrefix("gestures") } == [
                "gestures: single on \(view) gets it; delays began and ended, leaves the touch to the view; waits for "
                    + "double and pan to fail",
                "          double on \(view) gets it, unless its delegate is against it; takes the touch from the view",
                "          off on \(view) does not get it: its isEnabled is false",
                "          stylus on \(view) does not get it: \(kinds)",
                "          pan on \(window) gets it; delays ended, takes the touch from the view",
                "began: \(view) gets it",
            ]
        )
        // The explanation is a value.
        single.delaysTouchesBegan = false
        #expect(explanation.recognizers[0].delaysTouchesBegan)
        #expect("\(explanation.recognizers[0])".contains("delays began and ended"))
    }

    // Rules: G14.
    @Test("Recognisers get a touch that only the view refuses, and none that the application refuses")
    func refusedTouch() throws {
        let scene = try TracedScene()
        _ = scene.drags("pan")
        scene.view.isMultipleTouchEnabled = false
        _ = scene.down(5, 5)
        func line() -> Substring? {
            "\(scene.harness.application.explainTouch(at: Point(1, 1)))".split(separator: "\n").first {
                $0.hasPrefix("gestures")
            }
        }
        let effects = "delays ended, takes the touch from the view"
        #expect(line() == "gestures: pan on \(TracedView.text) gets it; \(effects)")
        // And so it is for a touch.
        _ = scene.take()
        _ = scene.down(1, 1)
        #expect(scene.take().contains("touch 2 at (1, 1): given to pan"))
        scene.harness.application.beginIgnoringInteractionEvents()
        #expect(line() == "gestures: pan on \(TracedView.text) would get it if it were not refused; \(effects)")
        scene.harness.application.endIgnoringInteractionEvents()
    }

    @Test("An explanation says nothing about recognisers where there are none, or no view is hit")
    func none() throws {
        let scene = try TracedScene()
        let application = scene.harness.application
        #expect(application.explainTouch(at: Point(1, 1)).recognizers.isEmpty)
        #expect(!"\(application.explainTouch(at: Point(1, 1)))".contains("gestures"))
        _ = scene.drags("pan")
        #expect(application.explainTouch(at: Point(200, 1)).recognizers.isEmpty)
        #expect(application.explainTouch(at: Point(2000, 1)).recognizers.isEmpty)
    }
}
