import ResponderKit

extension Workload {
    /// What an application with controllers does for a key, and for another screen; in virtual time.
    static let screens: [Workload] = [
        Workload(
            name: "app/key",
            summary: "a letter is typed into a field of a form with eight fields, and deleted: until the pass ends",
            references: []
        ) { effort in [try KeyContender(keys: effort.count(20))] },
        Workload(
            name: "app/push-pop",
            summary: "a screen with twelve controls is made, pushed and popped, each in a turn: time per pair",
            references: []
        ) { effort in [try PushPopContender(pairs: effort.count(5))] },
    ]
}

/// An application with a navigation controller, in virtual time.
@MainActor
final class ScreensApp {
    let application: Application
    let navigationController: NavigationController
    private let window: Window

    init(_ root: ViewController) throws {
        application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        navigationController = NavigationController(rootViewController: root)
        window = Window(frame: Rect(0, 0, 800, 480), application: application)
        window.rootViewController = navigationController
        window.makeKeyAndVisible()
        application.launch()
        settle()
    }

    /// Lets a frame's time pass.
    func settle() {
        let loop = application.runLoop
        loop.run(until: loop.now.advanced(by: .microseconds(16_667)))
    }
}

/// A form of eight fields in a scroll view, with a button that is enabled while all fields have a text.
private final class FormController: ViewController {
    let fields = (0..<8).map { _ in TextField(frame: .zero) }
    private let button = Button(frame: .zero)
    private let scrollView = ScrollView(frame: .zero)
    private(set) var changes = 0

    override func loadView() {
        view = scrollView
        for (index, field) in fields.enumerated() {
            let label = Label(text: "Field \(index + 1)")
            label.frame = Rect(20, Double(index) * 60, 120, 48)
            field.text = "Text number \(index + 1)"
            field.addAction(for: .editingChanged) { [unowned self] _ in check() }
            for part in [label, field] { view.addSubview(part) }
        }
        button.setTitle("Send", for: .normal)
        view.addSubview(button)
    }

    override func viewDidLayoutSubviews() {
        for (index, field) in fields.enumerated() { field.frame = Rect(160, Double(index) * 60, 400, 48) }
        button.frame = Rect(160, 500, 200, 60)
        scrollView.contentSize = Size(view.bounds.width, 600)
    }

    private func check() {
        changes += 1
        button.isEnabled = fields.allSatisfy(\.hasText)
    }
}

private struct KeyContender: Contender {
    let subject = Subject.responderKit
    private let app: ScreensApp
    private let form = FormController()
    private let sender: TouchPort.Sender
    private let keys: Int

    init(keys: Int) throws {
        self.keys = keys
        app = try ScreensApp(form)
        sender = app.application.touchPort.makeSender()
        form.fields[3].becomeFirstResponder()
        app.settle()
    }

    func run() throws -> [Measurement] {
        let batches = 20
        let text = form.fields[3].text
        let before = (form.changes, app.application.updateStatistics.draws)
        let time = medianOfBatches(batches) {
            nanoseconds {
                for _ in 0..<keys {
                    press(.keyboardB, "b")
                    press(.keyboardDeleteOrBackspace, "")
                }
            }
        }
        let fed = 2 * batches * keys
        let handled = min(form.changes - before.0, app.application.updateStatistics.draws - before.1)
        guard form.changes - before.0 == fed, handled >= fed, form.fields[3].text == text else {
            throw BenchError.miscounted(subject: subject, fed: fed, handled: handled)
        }
        return [Measurement("time", "ns/key", time / Double(2 * keys))]
    }

    private func press(_ key: HIDUsage, _ characters: String) {
        for phase in [PressFrame.Phase.began, .ended] {
            sender.send(
                PressFrame(
                    time: .zero,
                    usage: key,
                    phase: phase,
                    characters: characters,
                    charactersIgnoringModifiers: characters
                )
            )
        }
        app.settle()
    }
}

/// How often the screens of a run have appeared, disappeared and been laid out.
@MainActor
private final class ScreenCounts {
    var (appeared, disappeared, laidOut) = (0, 0, 0)
    var least: Int { min(appeared, disappeared, laidOut) }
}

/// A screen with four rows of a label, a switch and a button.
private final class DetailController: ViewController {
    private let counts: ScreenCounts
    private var rows: [[View]] = []

    init(_ counts: ScreenCounts) {
        self.counts = counts
        super.init()
        title = "Detail"
    }

    override func loadView() {
        view = View(frame: .zero)
        rows = (1...4).map { row in
            let button = Button(frame: .zero)
            button.setTitle("Choose", for: .normal)
            return [Label(text: "Choice number \(row)"), Switch(frame: .zero), button]
        }
        for part in rows.joined() { view.addSubview(part) }
    }

    override func viewDidLayoutSubviews() {
        counts.laidOut += 1
        for (row, parts) in rows.enumerated() {
            for (column, part) in parts.enumerated() {
                part.frame = Rect(20 + Double(column) * 240, 20 + Double(row) * 80, 200, 60)
            }
        }
    }

    override func viewDidAppear() { counts.appeared += 1 }
    override func viewDidDisappear() { counts.disappeared += 1 }
}

private struct PushPopContender: Contender {
    let subject = Subject.responderKit
    private let app: ScreensApp
    private let counts = ScreenCounts()
    private let pairs: Int

    init(pairs: Int) throws {
        self.pairs = pairs
        app = try ScreensApp(ViewController())
    }

    func run() throws -> [Measurement] {
        let batches = 20
        let before = counts.least
        let time = medianOfBatches(batches) {
            nanoseconds {
                for _ in 0..<pairs {
                    app.navigationController.pushViewController(DetailController(counts))
                    app.settle()
                    app.navigationController.popViewController()
                    app.settle()
                }
            }
        }
        let fed = batches * pairs
        guard counts.least - before == fed, app.navigationController.viewControllers.count == 1 else {
            throw BenchError.miscounted(subject: subject, fed: fed, handled: counts.least - before)
        }
        return [Measurement("time", "ns/pair", time / Double(pairs))]
    }
}
