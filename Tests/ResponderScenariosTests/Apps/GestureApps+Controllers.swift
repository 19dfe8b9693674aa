import ResponderKitTesting
import ResponderScenarios

/// A view that notes its layout.
private final class PageView: View {
    let name: String
    let log: ScreenLog

    init(_ name: String, _ log: ScreenLog) {
        (self.name, self.log) = (name, log)
        super.init(frame: .zero)
    }

    override func layoutSubviews() { log.note("\(name).layout", isMove: true) }
}

/// A controller that notes its calls.
class Page: ViewController {
    let name: String
    let log: ScreenLog
    var forwards = true
    /// Whether layouts and places are noted too.
    var notesMore = false

    init(_ name: String, _ log: ScreenLog) {
        (self.name, self.log) = (name, log)
        super.init()
        title = name
    }

    override func loadView() {
        note("loadView")
        view = notesMore ? PageView(name, log) : View()
    }

    override func viewDidLoad() { note("didLoad") }
    override func viewWillAppear() { note("willAppear\(circumstances)") }
    override func viewIsAppearing() { if notesMore { note("isAppearing\(circumstances)") } }
    override func viewDidAppear() { note("didAppear\(circumstances)") }
    override func viewWillDisappear() { note("willDisappear\(circumstances)") }
    override func viewDidDisappear() { note("didDisappear\(circumstances)") }
    override func viewWillLayoutSubviews() { if notesMore { note("willLayout") } }
    override func viewDidLayoutSubviews() { if notesMore { note("didLayout") } }
    override func didReceiveMemoryWarning() { note("memoryWarning") }
    override var shouldAutomaticallyForwardAppearanceMethods: Bool { forwards }

    override func willMove(toParent parent: ViewController?) {
        super.willMove(toParent: parent)
        note("willMove to \(Self.name(of: parent))")
    }

    override func didMove(toParent parent: ViewController?) {
        super.didMove(toParent: parent)
        note("didMove to \(Self.name(of: parent))")
    }

    /// The controller's name; none for none.
    static func name(of controller: ViewController?) -> String {
        controller.map { ($0 as? Page)?.name ?? "\(type(of: $0))" } ?? "none"
    }

    /// Why the controller appears or disappears, and where its view is, if that is noted.
    private var circumstances: String {
        guard notesMore else { return "" }
        var words: [String] = []
        if isBeingPresented { words.append("presented") }
        if isBeingDismissed { words.append("dismissed") }
        if isMovingToParent { words.append("to parent") }
        if isMovingFromParent { words.append("from parent") }
        words.append(viewIfLoaded?.window == nil ? "no window" : "\(Int(view.frame.width)) wide")
        return " (\(words.joined(separator: ", ")))"
    }

    private func note(_ call: String) { log.note("\(name).\(call)") }
}

/// Buttons along the lower edge of a window, in front of the window's controllers; the first one clears the log.
@MainActor
final class Buttons {
    let log = ScreenLog(frame: Rect(0, 600, 1000, 40))
    private let panel = View(frame: Rect(0, 650, 1000, 350))
    private weak var window: Window?
    private var count = 0

    init(_ window: Window) {
        self.window = window
        window.addSubview(log)
        window.addSubview(panel)
        add("Clear") { [log] in log.clear() }
    }

    func add(_ title: String, _ action: @escaping () -> Void) {
        let button = Button(title: title)
        button.frame = Rect(Double(count % 4) * 250, Double(count / 4) * 50, 240, 45)
        count += 1
        button.addAction(for: .touchUpInside) { [weak window, weak log, weak panel] (_: Button) in
            action()
            // What was presented is in front.
            for view in [log, panel] { view.map { window?.bringSubviewToFront($0) } }
        }
        panel.addSubview(button)
    }
}

/// `controllers`: the page A, and buttons that present B and C, add the children D and E to A, and so on; the log has
/// all calls of the pages.
///
/// The button More has layouts and places noted too.
@MainActor
func fillControllers(_ window: Window) {
    let buttons = Buttons(window)
    let log = buttons.log
    func page(_ name: String) -> Page { Page(name, log) }
    let (a, b, c, d, e, f) = (page("A"), page("B"), page("C"), page("D"), page("E"), page("F"))
    window.rootViewController = a
    fillPresenting(buttons, a, b, c)
    buttons.add("More") { for page in [a, b, f] { page.notesMore = true } }
    buttons.add("Load F") {
        log.note(f.isViewLoaded ? "loaded" : "not loaded")
        f.loadViewIfNeeded()
        f.loadViewIfNeeded()
        log.note(f.isViewLoaded ? "loaded" : "not loaded")
    }
    func add(_ child: Page, to parent: Page) {
        parent.addChild(child)
        log.note("adding")
        child.view.frame = Rect(0, 0, 100, 100)
        parent.view.addSubview(child.view)
        child.didMove(toParent: parent)
    }
    buttons.add("Add D") { add(d, to: a) }
    buttons.add("Add E") { add(e, to: a) }
    buttons.add("Remove D") {
        d.willMove(toParent: nil)
        d.view.removeFromSuperview()
        log.note("removing")
        d.removeFromParent()
    }
    buttons.add("Move D to E") { add(d, to: e) }
    buttons.add("Forward nothing") { a.forwards = false }
    buttons.add("Begin and end D") {
        d.beginAppearanceTransition(true)
        d.beginAppearanceTransition(true)
        log.note("begun")
        d.endAppearanceTransition()
        log.note("ended once")
        d.endAppearanceTransition()
    }
    buttons.add("Turn D back") {
        d.beginAppearanceTransition(true)
        d.beginAppearanceTransition(false)
        log.note("turned")
        d.endAppearanceTransition()
        d.endAppearanceTransition()
    }
    buttons.add("Take A out") { a.view.removeFromSuperview() }
    buttons.add("Root F") { [weak window] in window?.rootViewController = f }
    buttons.add("Hide window") { [weak window] in window?.isHidden = true }
}

@MainActor
private func fillPresenting(_ buttons: Buttons, _ a: Page, _ b: Page, _ c: Page) {
    let log = buttons.log
    func present(_ page: Page, on presenter: Page, _ style: ModalPresentationStyle) {
        page.modalPresentationStyle = style
        presenter.present(page) { log.note("presented") }
        log.note("covers \(Page.name(of: page.presentingViewController))")
    }
    buttons.add("Present B") { present(b, on: a, .fullScreen) }
    buttons.add("Present B over") { present(b, on: a, .overFullScreen) }
    buttons.add("Present C") { present(c, on: b, .fullScreen) }
    buttons.add("Present C on A") { present(c, on: a, .fullScreen) }
    buttons.add("Dismiss A") { a.dismiss { log.note("dismissed") } }
    buttons.add("Dismiss B") { b.dismiss { log.note("dismissed") } }
    buttons.add("Dismiss C") { c.dismiss { log.note("dismissed") } }
    buttons.add("Present B on D") {
        guard let d = a.children.first as? Page else { return }
        present(b, on: d, .fullScreen)
    }
}

/// `navigation`: a navigation controller with the page A, and buttons that push and pop the page B.
@MainActor
func fillNavigation(_ window: Window) {
    let buttons = Buttons(window)
    let navigation = NavigationController(rootViewController: Page("A", buttons.log))
    navigation.interactivePopGestureRecognizer.name = "swipe back"
    window.rootViewController = navigation
    let b = Page("B", buttons.log)
    buttons.add("Push B") { navigation.pushViewController(b) }
    buttons.add("Pop") { _ = navigation.popViewController() }
}
