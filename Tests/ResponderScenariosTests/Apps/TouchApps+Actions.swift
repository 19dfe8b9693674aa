import ResponderKit
import ResponderKitTesting
import ResponderScenarios

// MARK: - Motion

/// A view that becomes first responder when it is tapped.
final class FirstView: View {
    override var canBecomeFirstResponder: Bool { true }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { becomeFirstResponder() }
}

/// A view that notes motions and remote controls that reach it.
final class MotionView: View {
    var diary: Diary?
    override func motionBegan(_ motion: EventSubtype, with event: MotionEvent) { diary?.note("\(motion) began") }
    override func motionEnded(_ motion: EventSubtype, with event: MotionEvent) { diary?.note("\(motion) ended") }

    override func motionCancelled(_ motion: EventSubtype, with event: MotionEvent) {
        diary?.note("\(motion) cancelled")
    }

    override func remoteControlReceived(with event: RemoteControlEvent) { diary?.note("\(event.subtype)") }
}

extension ScenarioApps {
    /// `motion`: a view at (0, 0), 400 x 400, that notes motions and remote controls, around one at (100, 100),
    /// 100 x 100, that becomes first responder when it is tapped, and does nothing with them.
    ///
    /// Keys: e asks for remote controls, n wants them no longer; b begins a motion, f ends it, c cancels it; o observes
    /// the accelerometer, and notes the accelerations.
    mutating func registerMotion() {
        register("motion") { window in
            let diary = Diary()
            let view = MotionView(frame: Rect(0, 0, 400, 400))
            view.diary = diary
            view.addSubview(FirstView(frame: Rect(100, 100, 100, 100)))
            window.addSubview(view)
            window.addSubview(diary)
            guard let application = window.application else { return }
            var observation: StreamObservation?
            let acts: [String: @MainActor () -> Void] = [
                "e": { [weak application] in application?.beginReceivingRemoteControlEvents() },
                "n": { [weak application] in application?.endReceivingRemoteControlEvents() },
                "b": { [weak application] in application?.beginMotion() },
                "f": { [weak application] in application?.endMotion() },
                "c": { [weak application] in application?.cancelMotion() },
                "o": { [weak application] in
                    _ = observation
                    observation = application?.deviceStreams.observe(Acceleration.self) {
                        diary.note("\($0.x), \($0.y), \($0.z)")
                    }
                },
            ]
            application.delegate = KeyDelegate(acts)
        }
    }
}

// MARK: - Actions

/// A view that performs `save`, unless it says that it cannot.
final class Saver: View {
    private let name: String
    private let diary: Diary
    var canSave = true
    /// Who is the target in place of this view.
    var deputy: Responder?

    init(_ name: String, _ frame: Rect, _ diary: Diary) {
        (self.name, self.diary) = (name, diary)
        super.init(frame: frame)
    }

    override class var actions: ActionTable {
        [.on(.save) { (saver: Saver) in saver.diary.note("\(saver.name) saves") }]
    }

    override func canPerformAction(_ action: AnyAction, withSender sender: Any?) -> Bool {
        canSave && super.canPerformAction(action, withSender: sender)
    }

    override func target(forAction action: AnyAction, withSender sender: Any?) -> Responder? {
        deputy ?? super.target(forAction: action, withSender: sender)
    }
}

extension Action where Sender == Button {
    fileprivate static let save = Action("save")
}

extension ScenarioApps {
    /// `actions`: views that perform the action `save`, each 200 x 200, and buttons that send it.
    ///
    /// At (0, 0): desk, with the button Save. At (200, 0): shelf, with a view at (250, 50), 100 x 100, that becomes first
    /// responder when it is tapped. At (400, 0): such a view, at (450, 50), that nobody who saves is around. At (600, 0):
    /// box, which holds lid, which cannot save, with the button Store. At (800, 0): one that names shelf as its deputy,
    /// with the button Send.
    ///
    /// At y = 300: the buttons To shelf, which has shelf as its target; To nobody, whose target does not save; Alone, which
    /// nobody who saves is around; Twice, which adds 1 to the number two times, and Undo. The diary has who saves, and
    /// whether anyone did where nobody may.
    mutating func registerActions() {
        register("actions") { window in
            guard let application = window.application else { return }
            let diary = Diary()
            @MainActor func button(
                _ title: String,
                _ x: Double,
                _ y: Double,
                _ act: @escaping @MainActor (Button) -> Void
            ) -> Button {
                let button = Button(title: title)
                button.frame = Rect(x, y, 150, 50)
                button.addAction(for: .touchUpInside, act)
                return button
            }
            @MainActor func sender(_ title: String, to target: Responder? = nil, _ x: Double = 0, _ y: Double = 0)
                -> Button
            {
                button(title, x, y) { [weak application] button in
                    if application?.sendAction(.save, to: target, from: button) == false { diary.note("nobody saves") }
                }
            }
            let desk = Saver("desk", Rect(0, 0, 200, 200), diary)
            desk.addSubview(sender("Save"))
            let shelf = Saver("shelf", Rect(200, 0, 200, 200), diary)
            shelf.addSubview(FirstView(frame: Rect(50, 50, 100, 100)))
            let place = View(frame: Rect(400, 0, 200, 200))
            place.addSubview(FirstView(frame: Rect(50, 50, 100, 100)))
            let box = Saver("box", Rect(600, 0, 200, 200), diary)
            let lid = Saver("lid", Rect(0, 0, 200, 200), diary)
            lid.canSave = false
            lid.addSubview(sender("Store"))
            box.addSubview(lid)
            let clerk = Saver("clerk", Rect(800, 0, 200, 200), diary)
            clerk.deputy = shelf
            clerk.addSubview(sender("Send"))

            let number = Label(frame: Rect(0, 500, 200, 40))
            (number.text, number.accessibilityIdentifier) = ("0", "number")
            let counter = Counter(number)
            let twice = button("Twice", 540, 300) { [weak window] _ in
                for _ in 0..<2 { counter.change(by: 1, window?.undoManager) }
            }
            let undo = button("Undo", 720, 300) { [weak window] _ in window?.undoManager?.undo() }
            for view in [
                desk, shelf, place, box, clerk, sender("To shelf", to: shelf, 0, 300),
                sender("To nobody", to: place, 180, 300), sender("Alone", 360, 300), twice, undo, number, diary,
            ] {
                window.addSubview(view)
            }
        }
    }
}

/// A number that a label shows.
@MainActor
private final class Counter {
    private var number = 0
    private let label: Label

    init(_ label: Label) { self.label = label }

    func change(by step: Int, _ undoManager: UndoManager?) {
        number += step
        label.text = "\(number)"
        undoManager?.registerUndo(withTarget: self) { [weak undoManager] in $0.change(by: -step, undoManager) }
    }
}
