import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("What is given up is released")
struct ReleaseTests {
    private let harness: AppHarness

    init() throws {
        harness = try AppHarness()
    }

    @Test("A list that was scrolled and removed lets go of its cells, those that wait among them")
    func cells() {
        struct Cell { weak var cell: ListCell? }
        var cells: [Cell] = []
        weak var released: ListView?
        do {
            let list = harness.add(ListView(frame: Rect(0, 0, 200, 400)))
            list.register(forCellReuseIdentifier: "number") {
                let cell = NumberCell(reuseIdentifier: $0)
                cells.append(Cell(cell: cell))
                return cell
            }
            let data = ListData([Array(0..<100)])
            list.dataSource = data
            list.delegate = data
            harness.settle()
            for offset in [100.0, 1000, 3000] {
                list.contentOffset.y = offset
                harness.settle()
            }
            // Fewer rows are seen, and some cells wait.
            list.frame.size.height = 100
            harness.settle()
            list.removeFromSuperview()
            released = list
        }
        harness.settle()
        #expect(released == nil && cells.count > 8 && cells.allSatisfy { $0.cell == nil })
    }

    @Test("Views and controllers of the kit that were used and removed are gone")
    func kit() {
        let views: [(String, () -> View)] = [
            ("button", { Button(title: "a") }), ("switch", { Switch() }), ("slider", { Slider() }),
            ("stepper", { Stepper() }), ("segments", { SegmentedControl(titles: ["a", "b"]) }),
            ("pages", { PageControl() }), ("label", { Label() }), ("image", { ImageView(frame: .zero) }),
            ("progress", { ProgressView() }), ("field", { TextField(frame: .zero) }),
            ("text", { TextView(frame: .zero) }),
            ("keyboard", { KeyboardView(frame: .zero) }), ("stack", { StackView(arrangedSubviews: [Button()]) }),
            (
                "scroll",
                {
                    let view = ScrollView(frame: .zero)
                    (view.contentSize, view.maximumZoomScale) = (Size(300, 3000), 2)
                    return view
                }
            ),
        ]
        let controllers: [(String, () -> ViewController)] = [
            ("navigation", { NavigationController(rootViewController: ViewController()) }),
            (
                "tabs",
                {
                    let tabs = TabBarController()
                    tabs.viewControllers = [ViewController(), ViewController()]
                    return tabs
                }
            ),
        ]
        var kept: [String] = []
        for (name, make) in views {
            weak var released: View?
            do {
                let view = make()
                view.frame = Rect(100, 100, 300, 300)
                harness.add(view)
                use(view)
                released = view
                view.removeFromSuperview()
            }
            harness.advance(by: .seconds(5))
            if released != nil { kept.append(name) }
        }
        for (name, make) in controllers {
            weak var released: ViewController?
            do {
                let controller = make()
                harness.window.rootViewController = controller
                use(controller.view)
                released = controller
                harness.window.rootViewController = nil
            }
            harness.advance(by: .seconds(5))
            if released != nil { kept.append(name) }
        }
        #expect(kept == [])
    }

    /// Touches, drags, types and undoes.
    private func use(_ view: View) {
        harness.settle()
        view.becomeFirstResponder()
        for _ in 0..<2 {
            harness.finger().down(at: Point(250, 250)).up()
            harness.settle()
        }
        harness.flick(from: Point(250, 350), to: Point(250, 150), speed: 1000)
        harness.keyboard.type("ab ")
        harness.settle()
        harness.advance(by: .milliseconds(300))
    }

    // Rules: R21, V10.
    @Test("A released window tells its views, so that an editing ends, and all who listen hear of that")
    func window() {
        let log = ResponderLog()
        var window: Window? = Window(frame: Rect(0, 0, 300, 300), application: harness.application)
        let (outer, field, witness) = (HookedView("o", log), TextField(frame: Rect(0, 0, 100, 48)), TextWitness())
        outer.addSubview(HookedView("i", log))
        field.delegate = witness
        window?.addSubview(outer)
        window?.addSubview(field)
        window?.makeKeyAndVisible()
        field.becomeFirstResponder()
        harness.application.notificationCenter.observe(TextField.DidEndEditing.self, ownedBy: log) { log, _ in
            log.note("posted")
        }
        field.addAction(for: .editingDidEnd) { _ in log.note("sent") }
        window?.isHidden = true
        harness.settle()
        #expect(field.isEditing)
        log.clear()
        _ = witness.lines()
        window = nil
        harness.settle()
        #expect(!field.isEditing && !field.isFirstResponder && !field.isFocused && witness.lines() == ["ended"])
        #expect(
            log.lines == [
                "posted", "sent", "o.willMoveToWindow nil", "i.willMoveToWindow nil", "o.willMoveToSuperview nil",
                "o.didMoveToWindow nil", "i.didMoveToWindow nil", "o.didMoveToSuperview nil",
            ]
        )
    }

    @Test("A window that its owner releases is gone when those that hear of its end look at the owner")
    func windowOfOwner() {
        final class Owner: TextFieldDelegate {
            var panels: [Window] = []
            var counts: [Int] = []
            func textFieldDidEndEditing(_ textField: TextField) { counts.append(panels.count) }
        }
        let (owner, field) = (Owner(), TextField(frame: Rect(0, 0, 100, 48)))
        field.delegate = owner
        owner.panels.append(Window(frame: Rect(0, 0, 300, 300), application: harness.application))
        owner.panels[0].addSubview(field)
        owner.panels[0].makeKeyAndVisible()
        field.becomeFirstResponder()
        owner.panels[0].isHidden = true
        harness.settle()
        owner.panels.removeAll()
        harness.settle()
        #expect(owner.counts == [0] && !field.isEditing)
    }

    // Rules: A16.
    @Test("A window that is released when its application has ended calls nobody")
    func windowOfEndedApplication() throws {
        let log = ResponderLog()
        var window: Window? = Window(frame: Rect(0, 0, 300, 300), application: harness.application)
        let view = HookedView("v", log)
        window?.addSubview(view)
        try harness.application.receive(.kill)
        log.clear()
        window = nil
        harness.settle()
        #expect(log.lines == [] && view.window == nil)
    }
}
