import ResponderKit
import ResponderKitTesting
import ResponderScenarios

/// A view that contains points up to 60 points outside of its bounds.
final class WideView: View {
    override func point(inside point: Point, with event: Event?) -> Bool {
        bounds.minX - 60 <= point.x && point.x < bounds.maxX + 60 && bounds.minY - 60 <= point.y
            && point.y < bounds.maxY + 60
    }
}

/// A view whose hit-test has an answer of its own.
final class AnsweringView: View {
    var answer: View?
    var onCall: ((Event?) -> Void)?

    override func hitTest(_ point: Point, with event: Event?) -> View? {
        guard self.point(inside: point, with: event) else { return nil }
        onCall?(event)
        return answer
    }
}

// MARK: - Hit-testing

extension ScenarioApps {
    /// `shapes`: what decides over a hit, each 100 x 100.
    ///
    /// At (0, 0): a view with a wide one inside. At (200, 0): a wide view with a pad that sticks out of it to the
    /// right. At (400, 0): a view that is scrolled by 100, with a pad in the lower half of what it shows. At (600, 0):
    /// a pad under a view that is scaled to nothing. At (800, 0): a view, turned clockwise by a right angle, with a pad
    /// that its own coordinates have in the upper half.
    ///
    /// At (0, 200): a view whose hit-test answers with the pad at (800, 200). At (200, 200): one that answers nil,
    /// above a pad. At (400, 200): one that answers with a view in no window. At (600, 200): a disabled button above a
    /// pad.
    ///
    /// The key q asks for the view at (250, 250), without an event, and at (50, 50). The diary says how the view at
    /// (200, 200) was asked. The key c notes the turned
    /// pad's corner in the window, and back, and the extent in the window of a view that is turned by 45 degrees.
    mutating func registerShapes() {
        register("shapes") { window in
            @MainActor func add(_ view: View, _ subviews: View...) {
                subviews.forEach(view.addSubview)
                window.addSubview(view)
            }
            add(View(frame: Rect(0, 0, 100, 100)), WideView(frame: Rect(20, 20, 60, 60)))
            add(WideView(frame: Rect(200, 0, 100, 100)), TouchPad(100, 20, 50, 60))
            let scrolled = View(frame: Rect(400, 0, 100, 100))
            scrolled.bounds.origin = Point(0, 100)
            add(scrolled, TouchPad(0, 150, 100, 50))
            add(TouchPad(600, 0, 100, 100))
            let flat = View(frame: Rect(600, 0, 100, 100))
            flat.transform = Transform(scaleX: 0, y: 1)
            add(flat, TouchPad(0, 0, 100, 100))
            let turned = View(frame: Rect(800, 0, 100, 100))
            turned.transform = Transform(rotationAngle: .pi / 2)
            let upper = TouchPad(0, 0, 100, 50)
            add(turned, upper)
            let slanted = View(frame: Rect(0, 500, 100, 100))
            slanted.transform = Transform(rotationAngle: .pi / 4)
            add(slanted)

            let target = TouchPad(800, 200, 100, 100)
            let pointing = AnsweringView(frame: Rect(0, 200, 100, 100))
            pointing.answer = target
            let hole = AnsweringView(frame: Rect(200, 200, 100, 100))
            let lost = AnsweringView(frame: Rect(400, 200, 100, 100))
            lost.answer = TouchPad(0, 0, 10, 10)
            let button = Button(title: "Off")
            button.frame = Rect(600, 200, 100, 100)
            button.isEnabled = false
            let diary = Diary()
            for view in [
                target, pointing, TouchPad(200, 200, 100, 100), hole, lost, TouchPad(600, 200, 100, 100), button, diary,
            ] {
                window.addSubview(view)
            }
            button.addAction(for: .touchUpInside) { _ in diary.note("pressed") }
            hole.onCall = { diary.note($0 == nil ? "asked without an event" : "asked with an event") }
            let acts: [String: @MainActor () -> Void] = [
                "q": { [weak window] in
                    for place in [Point(250, 250), Point(50, 50)] {
                        diary.note(window?.hitTest(place, with: nil).map { "\(type(of: $0))" } ?? "nobody")
                    }
                },
                "c": { [weak window] in
                    func words(_ point: Point) -> String { "(\(Int(point.x.rounded())), \(Int(point.y.rounded())))" }
                    let corner = upper.convert(Point(0, 0), to: nil)
                    let size = slanted.convert(slanted.bounds, to: window).size
                    diary.note(words(corner))
                    diary.note(words(upper.convert(corner, from: window)))
                    diary.note(words(Point(size.width, size.height)))
                },
            ]
            window.application?.delegate = KeyDelegate(acts)
        }
    }
}

// MARK: - Windows

/// A window that notes in a diary when it becomes key, and when it resigns.
final class NotingWindow: Window {
    var name = ""
    var diary: Diary?

    override func becomeKey() { diary?.note("\(name) becomes key") }
    override func resignKey() { diary?.note("\(name) resigns key") }
}

extension ScenarioApps {
    /// `windows`: windows that overlap, each with a pad that fills it.
    ///
    /// The key window fills the screen, at the level -1. Red is at (100, 100) and blue, in front, at (200, 200), both
    /// 300 x 300. Alarm, at (300, 300), 300 x 300, is of the level of alerts, and is hidden at first. (250, 250) is in
    /// red and blue, (350, 350) in all. The diary, in the key window, notes notifications and what becomes key.
    ///
    /// Keys: r and b make red or blue key and visible; k makes red key; l and n set red's level to 1 and to normal;
    /// s sets it to that of the status bar; h hides the key window; a shows the alarm; p makes red nearly
    /// transparent, u takes red's interaction.
    mutating func registerWindows() {
        register("windows") { window in
            guard let application = window.application else { return }
            window.addSubview(TouchPad(0, 0, 1000, 1000))
            let diary = Diary()
            window.addSubview(diary)
            @MainActor func made(_ name: String, _ x: Double) -> NotingWindow {
                let window = NotingWindow(frame: Rect(x, x, 300, 300), application: application)
                (window.name, window.diary) = (name, diary)
                window.addSubview(TouchPad(0, 0, 300, 300))
                return window
            }
            let (red, blue, alarm) = (made("red", 100), made("blue", 200), made("alarm", 300))
            alarm.windowLevel = .alert
            @MainActor func name(_ window: AnyObject?) -> String { (window as? NotingWindow)?.name ?? "main" }
            let centre = application.notificationCenter
            let tokens = [
                centre.observe(Window.DidBecomeKey.self) { diary.note("\(name($0.subject)) did become key") },
                centre.observe(Window.DidResignKey.self) { diary.note("\(name($0.subject)) did resign key") },
                centre.observe(Window.DidBecomeVisible.self) { diary.note("\(name($0.subject)) is shown") },
                centre.observe(Window.DidBecomeHidden.self) { diary.note("\(name($0.subject)) is hidden") },
            ]
            let acts: [String: @MainActor () -> Void] = [
                "r": { red.makeKeyAndVisible() }, "b": { blue.makeKeyAndVisible() }, "k": { red.makeKey() },
                "l": { red.windowLevel = Window.Level(1) }, "n": { red.windowLevel = .normal },
                "s": { red.windowLevel = .statusBar },
                "h": { [weak application] in application?.keyWindow?.isHidden = true },
                "a": { alarm.isHidden = false },
                "p": { red.alpha = 0.009 }, "u": { red.isUserInteractionEnabled = false },
            ]
            let delegate = KeyDelegate(acts)
            (delegate.windows, delegate.tokens) = ([red, blue, alarm], tokens)
            application.delegate = delegate
            // The window comes to the front when it is shown, after this.
            window.windowLevel = Window.Level(-1)
            (red.isHidden, blue.isHidden) = (false, false)
        }
    }
}
