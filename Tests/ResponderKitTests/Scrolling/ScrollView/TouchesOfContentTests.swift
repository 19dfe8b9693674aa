import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// A scroll view whose answers about touches of its content are set.
private final class AskingScrollView: ScrollView {
    var mayBegin = true
    var mayCancel = true
    var questions: [String] = []

    override func touchesShouldBegin(_ touches: TouchSet, with event: Event, in view: View) -> Bool {
        questions.append("begin")
        return mayBegin
    }

    override func touchesShouldCancel(in view: View) -> Bool {
        questions.append("cancel")
        return mayCancel
    }
}

@MainActor
@Suite("Touches of a scroll view's content")
struct TouchesOfContentTests {
    private let scene: ScrollStage
    private let view: AskingScrollView

    init() throws {
        let asking = AskingScrollView(frame: Rect(0, 0, 400, 600))
        scene = try ScrollStage { _ in asking }
        view = asking
    }

    private func down() -> Finger {
        let finger = scene.harness.finger()
        finger.down(at: Point(200, 300))
        scene.harness.settle()
        return finger
    }

    // Rules: G23, G24.
    @Test(
        "Content's touches come after 150 milliseconds, or the time that is set, with the values of the began",
        arguments: [150, 40]
    )
    func delay(milliseconds: Int) {
        if milliseconds != 150 { view.contentTouchDelay = .milliseconds(milliseconds) }
        let finger = down()
        scene.wait(Double(milliseconds) - 1)
        #expect(scene.touches.isEmpty)
        scene.wait(2)
        #expect(scene.content.log.lines == ["content.began(200, 300)"])
        finger.up()
        scene.harness.settle()
        #expect(scene.touches == ["content.began", "content.ended"])
        #expect(view.questions == ["begin"])
    }

    @Test("Content's touches come at once with the end when the finger is lifted early, and at once without delay")
    func tap() {
        let finger = down()
        scene.wait(30)
        finger.up()
        scene.harness.settle()
        #expect(scene.touches == ["content.began", "content.ended"])
        scene.content.log.clear()
        view.delaysContentTouches = false
        let other = down()
        #expect(scene.touches == ["content.began"])
        other.up()
        scene.harness.settle()
        #expect(scene.touches == ["content.began", "content.ended"])
    }

    @Test("Content's touches never come when they are a drag at once")
    func dragged() {
        scene.drag(by: -100)
        #expect(scene.isAtRest && scene.touches.isEmpty && scene.offset.y > 80)
        #expect(view.questions == ["begin"])
    }

    // Rules: G20, G28.
    @Test("Content's touches are taken away when they become a drag later")
    func cancelled() {
        let finger = down()
        scene.wait(200)
        finger.move(by: 0, -20)
        scene.harness.settle()
        finger.move(by: 0, -20)
        scene.harness.settle()
        #expect(scene.touches == ["content.began", "content.cancelled"])
        #expect(view.questions == ["begin", "cancel"] && view.isDragging)
        finger.up()
        #expect(scene.isAtRest && scene.touches == ["content.began", "content.cancelled"])
    }

    @Test(
        "Content's touches are not taken away where the view may not, and then nothing scrolls",
        arguments: [true, false]
    )
    func kept(byAnswer: Bool) {
        if byAnswer { view.mayCancel = false } else { view.canCancelContentTouches = false }
        let finger = down()
        scene.wait(200)
        finger.move(by: 0, -50)
        scene.harness.settle()
        finger.move(by: 0, -50)
        scene.harness.settle()
        #expect(scene.touches == ["content.began", "content.moved", "content.moved"])
        #expect(view.questions == (byAnswer ? ["begin", "cancel"] : ["begin"]))
        finger.up()
        scene.harness.settle()
        #expect(scene.touches.last == "content.ended" && scene.offset == .zero)
        #expect(scene.log.lines.isEmpty)
        // The content has not got this one: there is nothing to ask.
        scene.drag(by: -100)
        #expect(scene.offset.y > 80)
    }

    @Test("Content's touches do not come where the view says so, and drags go on")
    func refused() {
        view.mayBegin = false
        scene.harness.tap(at: Point(200, 300))
        let finger = down()
        scene.wait(500)
        finger.move(by: 0, -20)
        scene.harness.settle()
        finger.move(by: 0, -30)
        scene.harness.settle()
        #expect(scene.touches.isEmpty && scene.offset.y == 42)
        finger.up()
        #expect(scene.isAtRest && view.questions == ["begin", "begin"])
    }

    @Test("Touches that stop a fling do not reach the content, nor its recognisers")
    func caught() {
        var taps = 0
        let tap = TapGestureRecognizer()
        tap.addAction { _ in taps += 1 }
        scene.content.addGestureRecognizer(tap)
        scene.harness.tap(at: Point(200, 300))
        #expect(taps == 1)
        scene.content.log.clear()
        scene.flick(by: -200)
        scene.wait(100)
        scene.harness.tap(at: Point(200, 300), for: .milliseconds(300))
        #expect(!view.isDecelerating && taps == 1 && scene.touches.isEmpty)
        let offset = scene.offset
        #expect(scene.isAtRest && scene.offset == offset)
        // The next one is.
        scene.harness.tap(at: Point(200, 300))
        #expect(taps == 2)
    }

    @Test("Touches do not stop a fling where the pan does not get them")
    func notForThePan() {
        final class Refusal: GestureRecognizerDelegate {
            func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool { false }
        }
        let refusal = Refusal()
        scene.flick(by: -200)
        view.panGestureRecognizer.delegate = refusal
        scene.wait(100)
        scene.harness.tap(at: Point(200, 300))
        #expect(view.isDecelerating)
        #expect(scene.isAtRest)
        withExtendedLifetime(refusal) {}
    }

    @Test(
        "Touches that stop a fling do not reach other views where the pan is another view's, either",
        arguments: [false, true]
    )
    func givenAway(isBack: Bool) {
        let harness = scene.harness
        let around = harness.add(RecordingView("around", frame: Rect(0, 0, 400, 900)))
        let beside = RecordingView("beside", frame: Rect(0, 600, 400, 300))
        around.addSubview(view)
        around.addSubview(beside)
        var taps = 0
        for tapped in [scene.content, beside] {
            let tap = TapGestureRecognizer()
            tap.addAction { _ in taps += 1 }
            tapped.addGestureRecognizer(tap)
        }
        around.addGestureRecognizer(view.panGestureRecognizer)
        if isBack { view.addGestureRecognizer(view.panGestureRecognizer) }
        var found: [[String]] = []
        for place in [Point(200, 300), Point(200, 700)] {
            view.contentOffset = .zero
            harness.flick(from: Point(200, isBack ? 500 : 850), to: Point(200, isBack ? 300 : 650))
            harness.advance(by: .milliseconds(100))
            scene.content.log.clear()
            beside.log.clear()
            harness.tap(at: place, for: .milliseconds(300))
            let touches = (scene.content.log.lines + beside.log.lines).map { String($0.prefix { $0 != "(" }) }
            found.append(touches + [view.isDecelerating ? "goes on" : "stops"])
        }
        // The pan of another view takes the touches of all that is in that view.
        #expect(found == [["stops"], isBack ? ["beside.began", "beside.cancelled", "goes on"] : ["stops"]])
        #expect(taps == (isBack ? 1 : 0))
        #expect(scene.isAtRest)
        harness.tap(at: Point(200, 300))
        #expect(taps == (isBack ? 2 : 1))
        // The scroll view still says which touches may be taken away.
        view.canCancelContentTouches = false
        let (finger, offset) = (down(), scene.offset)
        scene.wait(200)
        finger.move(by: 0, -50)
        scene.harness.settle()
        #expect(scene.offset == offset && !view.isDragging)
        finger.up()
        harness.settle()
        #expect(around.gestureRecognizers.count == (isBack ? 0 : 2))
    }

    @Test("Touches of a second finger do not reach the content while the first finger drags")
    func second() {
        scene.content.isMultipleTouchEnabled = true
        let finger = down()
        finger.move(by: 0, -30)
        scene.harness.settle()
        let other = scene.harness.finger()
        other.down(at: Point(100, 100))
        scene.harness.settle()
        scene.wait(300)
        #expect(scene.touches.isEmpty && view.panGestureRecognizer.numberOfTouches == 2)
        scene.harness.together {
            finger.up()
            other.up()
        }
        #expect(scene.isAtRest && scene.touches.isEmpty)
    }

    @Test("Touches of the scroll view itself are not withheld")
    func own() {
        scene.content.frame = Rect(0, 0, 400, 100)
        let finger = down()
        #expect(view.contentTouches.state == .possible && view.questions.isEmpty)
        finger.up()
        #expect(scene.isAtRest)
    }
}
