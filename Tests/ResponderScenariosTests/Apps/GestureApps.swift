import ResponderKitTesting
import ResponderScenarios

// The apps of the scenarios about gestures, controls, lists, text, controllers and the life cycle.
extension ScenarioApps {
    mutating func registerGestureApps() {
        register("pads") { fillPads($0) }
        register("recognizers") { fillRecognizers($0) }
        register("controls") { fillControls($0) }
        register("board") { fillBoard($0) }
        register("scrolling") { fillScrolling($0) }
        register("list") { fillList($0) }
        register("fields") { fillFields($0) }
        register("layouts") { fillLayouts($0) }
        register("controllers") { fillControllers($0) }
        register("navigation") { fillNavigation($0) }
        register("life", LifeDelegate.self)
        register("life-exits", ExitingDelegate.self)
        register("life-paints", PaintingDelegate.self)
    }
}

/// What happened in an app, as words on the screen: the element `log`.
///
/// A move is noted once in a row, since how often a finger moves is not what a scenario is about.
final class ScreenLog: Label {
    private var words: [String] = []

    override init(frame: Rect) {
        super.init(frame: frame)
        accessibilityIdentifier = "log"
        text = ""
    }

    func note(_ word: String, isMove: Bool = false) {
        if isMove, words.last == word { return }
        words.append(word)
        text = words.joined(separator: ", ")
    }

    func clear() { (words, text) = ([], "") }
}

/// A view that notes its touches, of several fingers too, and has recognisers that note their actions.
final class Pad: View {
    /// What the delegate of the pad's recognisers answers.
    final class Answers: GestureRecognizerDelegate {
        var letsBegin = true
        var receives = true
        var together = false

        func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { letsBegin }

        func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool { receives }

        func gestureRecognizer(
            _ recognizer: GestureRecognizer,
            shouldRecognizeSimultaneouslyWith other: GestureRecognizer
        ) -> Bool { together }
    }

    let log: ScreenLog
    let answers = Answers()
    var letsBegin = true
    /// Called at the first touch.
    var onBegan: (Pad) -> Void = { _ in }

    init(_ identifier: String, _ frame: Rect, _ log: ScreenLog) {
        self.log = log
        super.init(frame: frame)
        accessibilityIdentifier = identifier
        isMultipleTouchEnabled = true
    }

    override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { letsBegin }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        note("began", touches)
        onBegan(self)
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event) { log.note("pad moved", isMove: true) }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { note("ended", touches) }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { note("cancelled", touches) }

    private func note(_ phase: String, _ touches: TouchSet) {
        log.note("pad \(phase)\(touches.count > 1 ? " \(touches.count)" : "")")
    }

    /// Adds a recogniser with that name.
    @discardableResult
    func add<Recognizer: GestureRecognizer>(
        _ recognizer: Recognizer,
        _ name: String,
        _ change: (Recognizer) -> Void = { _ in }
    ) -> Recognizer {
        recognizer.name = name
        recognizer.delegate = answers
        recognizer.addAction { [log] in log.note("\(name) \($0.state)", isMove: $0.state == .changed) }
        change(recognizer)
        addGestureRecognizer(recognizer)
        return recognizer
    }
}

extension TapGestureRecognizer {
    convenience init(taps: Int, touches: Int = 1) {
        self.init()
        (numberOfTapsRequired, numberOfTouchesRequired) = (taps, touches)
    }
}

/// Puts pads into five columns and five rows of 200 by 180 points each, with the log below.
@MainActor
struct PadGrid {
    let window: Window
    let log = ScreenLog(frame: Rect(0, 920, 1000, 60))
    private var count = 0

    init(_ window: Window) {
        self.window = window
        window.addSubview(log)
    }

    @discardableResult
    mutating func pad(_ identifier: String, _ fill: (Pad) -> Void) -> Pad {
        let frame = Rect(Double(count % 5) * 200, Double(count / 5) * 180, 200, 180)
        count += 1
        let pad = Pad(identifier, frame, log)
        fill(pad)
        window.addSubview(pad)
        return pad
    }
}

/// `pads`: 25 pads of 200 by 180 points, each with recognisers of the library; the pad's identifier says which.
@MainActor
private func fillPads(_ window: Window) {
    var grid = PadGrid(window)
    // The first row: taps.
    grid.pad("tap") { $0.add(TapGestureRecognizer(), "tap") }
    grid.pad("double") { $0.add(TapGestureRecognizer(taps: 2), "double") }
    grid.pad("either") {
        $0.add(TapGestureRecognizer(), "single")
        $0.add(TapGestureRecognizer(taps: 2), "double")
    }
    grid.pad("patient") {
        let double = $0.add(TapGestureRecognizer(taps: 2), "double")
        $0.add(TapGestureRecognizer(), "single") { $0.require(toFail: double) }
    }
    grid.pad("two") { $0.add(TapGestureRecognizer(taps: 1, touches: 2), "two fingers") }
    // The second row: continuous gestures of one finger.
    grid.pad("press") { $0.add(LongPressGestureRecognizer(), "press") }
    grid.pad("tap and press") { $0.add(LongPressGestureRecognizer(), "press") { $0.numberOfTapsRequired = 1 } }
    grid.pad("pan") { $0.add(PanGestureRecognizer(), "pan") }
    grid.pad("pan of two") {
        $0.add(PanGestureRecognizer(), "pan") { ($0.minimumNumberOfTouches, $0.maximumNumberOfTouches) = (2, 2) }
    }
    grid.pad("swipe") { $0.add(SwipeGestureRecognizer(), "swipe") }
    // The third row: several at once.
    grid.pad("pinch") { $0.add(PinchGestureRecognizer(), "pinch") }
    grid.pad("rotation") { $0.add(RotationGestureRecognizer(), "rotation") }
    grid.pad("together") {
        $0.add(PanGestureRecognizer(), "pan")
        // The delegate of one recogniser is enough.
        $0.add(PanGestureRecognizer(), "other pan") { $0.delegate = nil }
        $0.answers.together = true
    }
    grid.pad("rivals") {
        $0.add(SwipeGestureRecognizer(), "swipe")
        $0.add(PanGestureRecognizer(), "pan")
    }
    grid.pad("press or pan") {
        $0.add(LongPressGestureRecognizer(), "press")
        $0.add(PanGestureRecognizer(), "pan")
    }
    // The fourth row: what the view gets, and who refuses.
    grid.pad("keeping") { $0.add(TapGestureRecognizer(), "tap") { $0.cancelsTouchesInView = false } }
    grid.pad("late") { $0.add(TapGestureRecognizer(), "tap") { $0.delaysTouchesBegan = true } }
    grid.pad("prompt") { $0.add(TapGestureRecognizer(taps: 2), "double") { $0.delaysTouchesEnded = false } }
    grid.pad("refused by its delegate") {
        $0.add(TapGestureRecognizer(), "tap")
        $0.answers.letsBegin = false
    }
    grid.pad("refused by its view") {
        $0.add(TapGestureRecognizer(), "tap")
        $0.letsBegin = false
    }
    // The fifth row: who gets no touches, or no more.
    grid.pad("off") { $0.add(TapGestureRecognizer(), "tap") { $0.isEnabled = false } }
    grid.pad("deaf") {
        $0.add(TapGestureRecognizer(), "tap")
        $0.answers.receives = false
    }
    grid.pad("stopping") { $0.add(PanGestureRecognizer(), "pan") { $0.addAction { $0.isEnabled = false } } }
    grid.pad("leaving") {
        $0.add(LongPressGestureRecognizer(), "press") { $0.addAction { $0.view?.removeFromSuperview() } }
    }
    grid.pad("nested") {
        $0.add(TapGestureRecognizer(), "outer tap")
        let inner = Pad("inner", Rect(50, 50, 100, 80), $0.log)
        inner.add(TapGestureRecognizer(), "inner tap")
        $0.addSubview(inner)
    }
}
