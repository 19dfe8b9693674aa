import ResponderKit
import ResponderKitTesting
import ResponderScenarios

// The apps of the scenarios about windows, views, touches and the responder chain.
extension ScenarioApps {
    mutating func registerTouchApps() {
        registerPads()
        registerFacts()
        registerShapes()
        registerWindows()
        registerChain()
        registerFocus()
        registerKeys()
        registerMotion()
        registerActions()
    }
}

// MARK: - What the apps have in common

/// A label with the identifier `diary`, which says what happened, in words with commas between them.
final class Diary: Label {
    init() {
        super.init(frame: Rect(0, 950, 1000, 40))
        accessibilityIdentifier = "diary"
    }

    func note(_ words: String) { text = text.map { "\($0), \(words)" } ?? words }
}

/// An application's delegate that acts when a key is typed: at the end of the chain, so whoever is first responder.
///
/// Keys that key commands take make no lines in a trace.
final class KeyDelegate: Responder, ApplicationDelegate {
    private let acts: [String: @MainActor () -> Void]
    /// Windows that nobody else keeps.
    var windows: [Window] = []
    /// Observers of notifications.
    var tokens: [ObservationToken] = []

    init(_ acts: [String: @MainActor () -> Void]) { self.acts = acts }

    override var keyCommands: [KeyCommand]? {
        acts.map { key, act in KeyCommand(.characters(key)) { _ in act() } }
    }
}

/// A view that handles touches, and passes none on.
final class TouchPad: RecordingView {
    convenience init(_ x: Double, _ y: Double, _ width: Double, _ height: Double, multi: Bool = false) {
        self.init("pad", frame: Rect(x, y, width, height))
        isMultipleTouchEnabled = multi
    }
}

// MARK: - Pads

extension ScenarioApps {
    /// `touch-pads`: pads side by side, each 400 x 400.
    ///
    /// At (0, 0) in a view that fits it: a pad with a small one, 100 x 100, at (100, 100) in it. At (400, 0): a pad
    /// with multi-touch. At (0, 400): an exclusive pad. At (400, 400): a pad. At (800, 0), 200 x 400: another window
    /// with a pad.
    ///
    /// Keys: r removes the first pad, a removes the view around it, m moves it into the window itself; w hides the
    /// other window; b and e begin and end to ignore interaction. The first pad does so itself: when it is touched
    /// beyond y = 300, it removes itself at the began; beyond x = 300, it begins to ignore interaction at the end.
    mutating func registerPads() {
        register("touch-pads") { window in
            guard let application = window.application else { return }
            let holder = View(frame: Rect(0, 0, 400, 400))
            let first = TouchPad(0, 0, 400, 400)
            first.addSubview(TouchPad(100, 100, 100, 100))
            holder.addSubview(first)
            let exclusive = TouchPad(0, 400, 400, 400)
            exclusive.isExclusiveTouch = true
            for view in [holder, TouchPad(400, 0, 400, 400, multi: true), exclusive, TouchPad(400, 400, 400, 400)] {
                window.addSubview(view)
            }
            let diary = Diary()
            window.addSubview(diary)
            first.handler = { [weak first, weak application] phase, touches, _ in
                guard let place = touches.first?.location(in: first) else { return }
                diary.note("\(phase)")
                if phase == .began && place.y > 300 {
                    first?.removeFromSuperview()
                    diary.note("removed")
                }
                if phase == .ended && place.x > 300 { application?.beginIgnoringInteractionEvents() }
            }
            // The window comes to the front when it is shown, after this.
            window.windowLevel = Window.Level(-1)
            let other = Window(frame: Rect(800, 0, 200, 400), application: application)
            other.addSubview(TouchPad(0, 0, 200, 400))
            other.isHidden = false
            let delegate = KeyDelegate([
                "r": { [weak first] in first?.removeFromSuperview() },
                "a": { [weak holder] in holder?.removeFromSuperview() },
                "m": { [weak window, weak first] in if let first { window?.addSubview(first) } },
                "w": { [weak other] in other?.isHidden = true },
                "b": { [weak application] in application?.beginIgnoringInteractionEvents() },
                "e": { [weak application] in application?.endIgnoringInteractionEvents() },
            ])
            delegate.windows = [other]
            application.delegate = delegate
        }
    }

    /// `facts`: a pad with multi-touch at (0, 0) and a single one at (500, 0), each 500 x 800, whose latest call is
    /// written into labels.
    ///
    /// The labels: `call`, the phase and how many touches the call has; `all`, the phases of all touches of the event;
    /// `own`, how many of them are the view's; `taps`, the tap counts; `place`, the first touch's location, and the
    /// previous one; `age`, the milliseconds since each touch of the event changed; `same`, whether touches and event
    /// are those of the call before; `diary`, the calls.
    mutating func registerFacts() {
        register("facts") { window in
            var labels: [String: Label] = [:]
            for (row, name) in ["call", "all", "own", "taps", "place", "age", "same"].enumerated() {
                let label = Label(frame: Rect(0, 800 + 20 * Double(row), 1000, 20))
                label.accessibilityIdentifier = name
                labels[name] = label
                window.addSubview(label)
            }
            let diary = Diary()
            window.addSubview(diary)
            var lastTouch: Touch?
            for pad in [TouchPad(0, 0, 500, 800, multi: true), TouchPad(500, 0, 500, 800)] {
                window.addSubview(pad)
                pad.handler = { [weak pad] phase, touches, event in
                    guard let pad, let touch = touches.first else { return }
                    func list(_ texts: [String]) -> String { texts.joined(separator: ", ") }
                    diary.note("\(phase) \(touches.count)")
                    labels["call"]?.text = "\(phase) \(touches.count)"
                    labels["all"]?.text = list(event.allTouches.map { "\($0.phase)" })
                    labels["own"]?.text = "\(event.touches(for: pad).count)"
                    labels["taps"]?.text = list(touches.map { "\($0.tapCount)" })
                    labels["place"]?.text = "\(touch.location(in: nil)) after \(touch.previousLocation(in: nil))"
                    labels["age"]?.text = list(
                        event.allTouches.map { "\($0.timestamp.duration(to: event.timestamp) / .milliseconds(1))" }
                    )
                    labels["same"]?.text = "\(touch == lastTouch)"
                    lastTouch = touch
                }
            }
        }
    }
}
