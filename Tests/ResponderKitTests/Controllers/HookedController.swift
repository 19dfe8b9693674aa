import ResponderKitTesting

@testable import ResponderCore

/// A controller that notes each call that it gets, as `NAME.CALL`, and then does what a test wants.
class HookedController: ViewController {
    let name: String
    let log: ResponderLog
    var forwards = true
    var body: ((String) -> Void)?

    init(_ name: String, _ log: ResponderLog) {
        self.name = name
        self.log = log
        super.init()
    }

    /// A controller whose view is loaded, with an empty log.
    static func loaded(_ name: String, _ log: ResponderLog) -> HookedController {
        let controller = HookedController(name, log)
        controller.loadViewIfNeeded()
        log.clear()
        return controller
    }

    func note(_ call: String) {
        log.note("\(name).\(call)")
        body?(call)
    }

    override func loadView() {
        note("loadView")
        view = View(frame: Rect(0, 0, 100, 100))
    }

    override func viewDidLoad() { note("didLoad") }
    override func viewWillLayoutSubviews() { note("willLayout") }
    override func viewDidLayoutSubviews() { note("didLayout") }
    override func viewWillAppear() { note("willAppear") }
    override func viewIsAppearing() { note("isAppearing") }
    override func viewDidAppear() { note("didAppear") }
    override func viewWillDisappear() { note("willDisappear") }
    override func viewDidDisappear() { note("didDisappear") }
    override func didReceiveMemoryWarning() { note("memoryWarning") }
    override var shouldAutomaticallyForwardAppearanceMethods: Bool { forwards }

    override func willMove(toParent parent: ViewController?) {
        super.willMove(toParent: parent)
        note("willMove\(parent == nil ? " nil" : "")")
    }

    override func didMove(toParent parent: ViewController?) {
        super.didMove(toParent: parent)
        note("didMove\(parent == nil ? " nil" : "")")
    }
}

@MainActor
extension ResponderLog {
    /// Takes the lines out; without those of layout.
    func take() -> [String] { takeLines().filter { !$0.hasSuffix("Layout") } }
}

@MainActor
extension HookedController {
    /// A child whose view is in this controller's.
    func add(_ child: ViewController) {
        addChild(child)
        view.addSubview(child.view)
        child.didMove(toParent: self)
    }
}
