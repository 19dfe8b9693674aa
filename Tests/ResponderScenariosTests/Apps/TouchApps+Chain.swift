import ResponderKit
import ResponderKitTesting
import ResponderScenarios

// MARK: - The links of the chain

extension Responder {
    /// Writes into the diary of the delegate at the end of the chain that this responder's method is called.
    fileprivate func note(_ phase: Touch.Phase, _ touches: TouchSet) {
        var link: Responder? = self
        while let responder = link {
            let number = touches.count > 1 ? " \(touches.count)" : ""
            if let delegate = responder as? ChainDelegate { delegate.diary.note("\(type(of: self)) \(phase)\(number)") }
            link = responder.next
        }
    }
}

/// A view that handles touches and presses, and passes on what it does not keep.
class RelayView: View {
    /// The phases of touches that the view does not pass on.
    var kept: Set<Touch.Phase> = []
    /// Called before a began is passed on.
    var onBegan: (() -> Void)?

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        note(.began, touches)
        onBegan?()
        if !kept.contains(.began) { super.touchesBegan(touches, with: event) }
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        if !kept.contains(.moved) { super.touchesMoved(touches, with: event) }
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        note(.ended, touches)
        if !kept.contains(.ended) { super.touchesEnded(touches, with: event) }
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        note(.cancelled, touches)
        if !kept.contains(.cancelled) { super.touchesCancelled(touches, with: event) }
    }

    override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {
        super.pressesBegan(presses, with: event)
    }

    override func pressesEnded(_ presses: PressSet, with event: PressesEvent) {
        super.pressesEnded(presses, with: event)
    }
}

final class LeafView: RelayView {
    override var canBecomeFirstResponder: Bool { true }
}

final class BranchView: RelayView {
    var diary: Diary?

    override func scrollWheel(with event: WheelEvent) {
        diary?.note("the branch is scrolled by \(event.delta.y), hit \(type(of: event.view))")
    }
}

final class TrunkView: RelayView {}
final class ChildView: RelayView {}
final class SheetView: RelayView {}

/// A controller that handles touches and presses, and passes them on.
class RelayController: ViewController {
    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        note(.began, touches)
        super.touchesBegan(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        note(.ended, touches)
        super.touchesEnded(touches, with: event)
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        note(.cancelled, touches)
        super.touchesCancelled(touches, with: event)
    }

    override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {
        super.pressesBegan(presses, with: event)
    }

    override func pressesEnded(_ presses: PressSet, with event: PressesEvent) {
        super.pressesEnded(presses, with: event)
    }
}

final class RootController: RelayController {}
final class ChildController: RelayController {}
final class SheetController: RelayController {}

final class ChainWindow: Window {
    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        note(.began, touches)
        super.touchesBegan(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        note(.ended, touches)
        super.touchesEnded(touches, with: event)
    }

    override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {
        super.pressesBegan(presses, with: event)
    }
}

final class ChainApplication: Application {
    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        note(.began, touches)
        super.touchesBegan(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        note(.ended, touches)
        super.touchesEnded(touches, with: event)
    }

    override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {
        super.pressesBegan(presses, with: event)
    }
}

/// The end of the chain, and the maker of its links.
final class ChainDelegate: Responder, EntryPointDelegate {
    static var manifest: Manifest { Manifest(principalClass: ChainApplication.self) }
    var window: Window?
    private let (root, child) = (RootController(), ChildController())
    private let trunk = TrunkView(frame: Rect(0, 0, 1000, 1000))
    private let branch = BranchView(frame: Rect(0, 0, 600, 600))
    private let leaf = LeafView(frame: Rect(100, 100, 200, 200))
    private let childView = ChildView(frame: Rect(350, 100, 200, 200))
    fileprivate let diary = Diary()

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let window = ChainWindow(frame: Rect(0, 0, 1000, 1000), application: application)
        leaf.isMultipleTouchEnabled = true
        branch.diary = diary
        root.view = trunk
        child.view = childView
        window.rootViewController = root
        trunk.addSubview(branch)
        trunk.addSubview(diary)
        branch.addSubview(leaf)
        root.addChild(child)
        branch.addSubview(childView)
        window.makeKeyAndVisible()
        self.window = window
        return true
    }

    override var keyCommands: [KeyCommand]? {
        [
            KeyCommand("p") { [unowned self] _ in
                let sheet = SheetController()
                sheet.view = SheetView(frame: Rect(0, 0, 1000, 1000))
                root.present(sheet)
            },
            KeyCommand("d") { [unowned self] _ in root.dismiss() },
            KeyCommand("k") { [unowned self] _ in branch.kept = Set(Touch.Phase.allCases) },
            KeyCommand("n") { [unowned self] _ in branch.kept = [.began] },
            KeyCommand("t") { [unowned self] _ in trunk.addSubview(leaf) },
            KeyCommand("l") { [unowned self] _ in leaf.onBegan = { [unowned self] in trunk.addSubview(leaf) } },
            KeyCommand("f") { [unowned self] _ in leaf.becomeFirstResponder() },
            KeyCommand("v") { [unowned self] _ in
                // The controller's own view is not loaded to answer this.
                let next = ViewController()
                diary.note("\(next.next == nil ? "no next" : "a next"), \(next.isViewLoaded ? "loaded" : "not loaded")")
            },
        ]
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        note(.began, touches)
        super.touchesBegan(touches, with: event)
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        note(.ended, touches)
        super.touchesEnded(touches, with: event)
    }

    override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {
        super.pressesBegan(presses, with: event)
    }
}

extension ScenarioApps {
    /// `chain`: a whole chain whose links all handle touches and presses, note touches in
    /// the diary, and pass them on.
    ///
    /// A leaf with multi-touch, at (100, 100), 200 x 200, is in a branch at (0, 0), 600 x 600, which is in the trunk,
    /// the root controller's view. At (350, 100) in the branch is the view of a child controller, 200 x 200. Then come
    /// the window, the application and the delegate.
    ///
    /// Keys: p presents a sheet over all, d dismisses it; k has the branch keep all touches, n the begans alone; t
    /// moves the leaf into the trunk, l has it move into the trunk by itself at the next began; f makes the leaf first
    /// responder; v notes what a controller without a view has as its next responder.
    mutating func registerChain() { register("chain", ChainDelegate.self) }
}
