import ResponderKit
import ResponderKitTesting
import Testing

@MainActor
@Suite("A container inside a container")
struct NestedContainerTests {
    private let harness: AppHarness
    private let screen = SizedController()
    private let tabs = TabBarController()

    init() throws {
        harness = try AppHarness(screenSize: Size(360, 600))
    }

    // Rules: VC3.
    @Test("A container gives its child's view the final size before the child appears, so no autoresizing is lost")
    func sizes() {
        tabs.viewControllers = [ViewController(), NavigationController(rootViewController: screen)]
        harness.window.rootViewController = tabs
        tabs.selectedIndex = 1
        harness.settle()
        #expect(screen.appearedIn == [Size(360, 507)])
        #expect(screen.bar.frame == Rect(20, 20, 320, 40))
        tabs.selectedIndex = 0
        harness.window.bounds.size = Size(600, 360)
        harness.settle()
        tabs.selectedIndex = 1
        harness.settle()
        #expect(screen.appearedIn == [Size(360, 507), Size(600, 267)])
        #expect(screen.bar.frame == Rect(20, 20, 560, 40))
    }

    // Rules: VC3.
    @Test("A presented container gives its child's view the final size before the child appears")
    func presented() {
        harness.window.rootViewController = tabs
        tabs.present(NavigationController(rootViewController: screen))
        #expect(screen.appearedIn == [Size(360, 556)])
        #expect(screen.bar.frame == Rect(20, 20, 320, 40))
    }
}

/// A controller that notes the size of its view when it appears, with a view that keeps its margins.
@MainActor
private final class SizedController: ViewController {
    let bar = View(frame: Rect(20, 20, 320, 40))
    private(set) var appearedIn: [Size] = []

    override func loadView() {
        view = View(frame: Rect(0, 0, 360, 600))
        bar.autoresizingMask = .flexibleWidth
        view.addSubview(bar)
    }

    override func viewIsAppearing() { appearedIn.append(view.bounds.size) }
}
