internal import ResponderKit

// Makes the app, and the parts that come later.
extension FuzzScene {
    /// The screen, in points.
    static let screen = Rect(0, 0, 400, 700)

    /// Makes the first window with what is in it.
    func build() {
        guard let application else { return }
        // A pointer that hovers is hit-tested only once the process has such a recogniser: in each run from the start.
        _ = HoverGestureRecognizer()
        let window = Window(frame: Self.screen, application: application)
        made(window, "the window")
        self.window = window
        window.rootViewController = makeRoot()
        window.makeKeyAndVisible()
        guard has(.windows) else { return }
        for level in [Window.Level.normal, .statusBar] where random.one(in: 2) {
            let extra = Window(frame: Rect(20, 500, 200, 120), application: application)
            extra.windowLevel = level
            made(extra, name("window"))
            fill(extra)
            windows.append(extra)
            if random.one(in: 2) { extra.isHidden = false }
        }
    }

    private func makeRoot() -> ViewController {
        guard has(.tabs) else { return makeBranch() }
        let tabs = TabBarController()
        tabs.restorationIdentifier = "tabs"
        tabs.viewControllers = (0...random.number(in: 1...2)).map { _ in makeBranch() }
        made(tabs, "the tabs")
        self.tabs = tabs
        return tabs
    }

    private func makeBranch() -> ViewController {
        let screen = FuzzController(self)
        guard has(.navigation) else { return screen }
        let navigation = NavigationController(rootViewController: screen)
        navigation.restorationIdentifier = name("navigation")
        navigations.add(navigation)
        made(navigation, navigation.restorationIdentifier ?? "")
        return navigation
    }

    /// A controller that a saved state names.
    func restored(_ path: [String]) -> ViewController? {
        log("is asked for \(path.joined(separator: "/"))")
        guard let name = path.last, name.hasPrefix("pushed") else { return nil }
        return FuzzController(self, identifier: name)
    }

    /// Puts random views into a view.
    func fill(_ view: View) {
        let area = view.bounds
        for _ in 0...random.number(in: 2...5) { view.addSubview(makeView(in: area, depth: 0)) }
        if has(.recognizers) { addRecognizers(to: view) }
    }

    private func makeView(in area: Rect, depth: Int) -> View {
        let corner = random.point(in: Rect(0, 0, max(1, area.width - 60), max(1, area.height - 60)))
        let frame = Rect(
            corner.x,
            corner.y,
            Double(random.number(in: 40...max(41, Int(area.width * 0.8)))),
            Double(random.number(in: 40...max(41, Int(area.height * 0.5))))
        )
        switch random.below(9) {
        case 0 where has(.controls), 1 where has(.controls): return makeControl(frame)
        case 2 where has(.fields): return makeText(frame)
        case 3 where has(.lists) && depth < 2, 4 where has(.lists) && depth < 2: return FuzzList(self, frame: frame)
        case 5 where has(.scrolling) && depth < 2: return makeScroll(frame, depth)
        default:
            let view = FuzzView(self, frame: frame)
            if depth < 2 {
                for _ in 0..<random.below(3) { view.addSubview(makeView(in: view.bounds, depth: depth + 1)) }
            }
            if has(.recognizers), random.one(in: 2) { addRecognizers(to: view) }
            return view
        }
    }

    private func makeScroll(_ frame: Rect, _ depth: Int) -> View {
        let scroll = ScrollView(frame: frame)
        scroll.accessibilityIdentifier = name("scroll")
        scroll.contentSize = Size(frame.width * 2, frame.height * 3)
        scroll.isPagingEnabled = random.one(in: 3)
        scroll.delaysContentTouches = !random.one(in: 3)
        scroll.isDirectionalLockEnabled = random.one(in: 3)
        if random.one(in: 2) { (scroll.minimumZoomScale, scroll.maximumZoomScale) = (0.5, 3) }
        let content = FuzzView(self, frame: Rect(origin: .zero, size: scroll.contentSize))
        scroll.addSubview(content)
        content.addSubview(makeView(in: content.bounds, depth: depth + 1))
        scroll.delegate = scrollDelegate
        scrolls.add(scroll)
        views.add(scroll)
        made(scroll, scroll.accessibilityIdentifier ?? "")
        return scroll
    }

    private func makeText(_ frame: Rect) -> View {
        if random.one(in: 3) {
            let text = TextView(frame: frame)
            text.text = "one two\nthree four five six\nseven"
            text.delegate = fieldDelegate
            views.add(text)
            made(text, name("text"))
            return text
        }
        let field = TextField(frame: Rect(frame.minX, frame.minY, frame.width, 40))
        field.placeholder = name("field")
        field.delegate = fieldDelegate
        field.keyboardType = random.one(in: 3) ? .numberPad : .normal
        views.add(field)
        made(field, field.placeholder ?? "")
        return field
    }

    func makeButton(_ frame: Rect) -> Button {
        let button = FuzzButton(self, frame: frame)
        listen(to: button, button.fuzzName)
        return button
    }

    private func makeControl(_ frame: Rect) -> View {
        let control: Control
        switch random.below(6) {
        case 0: control = Switch(frame: frame)
        case 1: control = Slider(frame: frame)
        case 2: control = Stepper(frame: frame)
        case 3:
            let segments = SegmentedControl(titles: ["a", "b", "c"])
            segments.frame = frame
            control = segments
        default: return makeButton(Rect(frame.minX, frame.minY, 100, 44))
        }
        let name = name("control")
        control.accessibilityIdentifier = name
        listen(to: control, name)
        views.add(control)
        made(control, name)
        return control
    }

    private func listen(to control: Control, _ name: String) {
        let calls: [(Control.Events, Observation.ControlCall)] = [
            (.touchDown, .down), (.touchUpInside, .upInside), (.touchUpOutside, .upOutside), (.touchCancel, .cancel),
        ]
        for (events, call) in calls {
            control.addAction(
                ControlAction { [weak self] _, _ in
                    self?.note(.control(name, call))
                    self?.happen("control")
                },
                for: events
            )
        }
        control.addAction(
            ControlAction { [weak self] _, _ in self?.happen("\(name) has changed") },
            for: .valueChanged
        )
    }
}
