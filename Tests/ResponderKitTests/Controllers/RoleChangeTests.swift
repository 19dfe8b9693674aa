import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("A presentation or a new root inside a hook of another one")
struct RoleChangeTests {
    private let harness: AppHarness

    init() throws { harness = try AppHarness() }

    // Rules: VC6.
    @Test(
        "A hook that presents or dismisses leaves views of controllers without a role where the app has put them",
        arguments: ModalPresentationStyle.allCases
    )
    func withoutRole(style: ModalPresentationStyle) {
        let (placed, first, second) = (ActingController(), ActingController(), ActingController())
        harness.add(placed.view)
        first.modalPresentationStyle = style
        second.modalPresentationStyle = .overFullScreen
        first.onAppearing = { [unowned first] in first.present(second) }
        placed.present(first)
        #expect(placed.presentedViewController === first && first.presentedViewController === second)
        #expect(first.view.window != nil && second.view.window != nil)
        first.onAppearing = { [unowned first] in first.dismiss() }
        placed.dismiss()
        placed.present(first)
        #expect(placed.view.window != nil && first.view.superview == nil)
        first.onAppearing = {}
        placed.present(first)
        placed.onAppearing = { [unowned placed] in placed.present(second) }
        placed.dismiss()
        #expect(placed.view.window != nil)
        placed.onAppearing = {}
        placed.dismiss()
    }

    // Rules: VC26.
    @Test("A hook that presents or dismisses leaves views of former and present roots where the app has put them")
    func roots() {
        let (former, root, presented) = (ActingController(), ActingController(), ActingController())
        presented.modalPresentationStyle = .overFullScreen
        harness.window.rootViewController = former
        root.view.addSubview(former.view)
        root.onAppearing = { [unowned root] in root.present(presented) }
        harness.window.rootViewController = root
        #expect(former.view.superview === root.view)
        root.onAppearing = {}
        root.dismiss()
        let container = harness.add(View(frame: Rect(0, 0, 100, 100)))
        container.addSubview(root.view)
        presented.onAppearing = { [unowned presented] in presented.dismiss() }
        root.present(presented)
        #expect(root.view.superview === container)
    }

    @Test("A presentation keeps no controller alive that another hook has dismissed")
    func released() {
        harness.window.rootViewController = ActingController()
        let other = Window(frame: Rect(0, 0, 100, 100), application: harness.application)
        other.isHidden = false
        let root = ActingController()
        weak var gone: ActingController?
        var isGone = false
        root.onAppearing = { [harness] in
            do {
                let presented = ActingController()
                gone = presented
                harness.window.rootViewController?.present(presented)
                harness.window.rootViewController?.dismiss()
            }
            harness.settle()
            isGone = gone == nil
        }
        other.rootViewController = root
        #expect(isGone)
    }
}

private final class ActingController: ViewController {
    var onAppearing: () -> Void = {}

    override func loadView() { view = View(frame: Rect(0, 0, 100, 100)) }
    override func viewDidAppear() { onAppearing() }
}
