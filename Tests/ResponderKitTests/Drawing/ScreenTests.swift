import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@MainActor
@Suite("The screen that an embedder describes")
struct ScreenTests {
    private let harness: AppHarness

    init() throws {
        harness = try AppHarness(screenSize: Size(800, 480))
    }

    private var application: Application { harness.application }

    @Test("A screen is unknown at first, on a simulated device it has the device's size, and it has a safe area")
    func values() throws {
        let bare = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        #expect(bare.screen == Screen(size: .zero, scale: 1, framesPerSecond: 60, safeAreaInsets: .zero))
        #expect(application.screen == Screen(size: Size(800, 480)))
        var screen = application.screen
        screen.safeAreaInsets = EdgeInsets(top: 10, left: 20, bottom: 30, right: 40)
        #expect(screen.bounds == Rect(0, 0, 800, 480) && screen.safeArea == Rect(20, 10, 740, 440))
        screen.safeAreaInsets.left = 900
        #expect(screen.safeArea.width == 0)
    }

    @Test("Windows that fill the screen fill it when it has another size, and their controllers are told")
    func size() {
        let controller = SizedController()
        harness.window.rootViewController = controller
        let other = Window(frame: Rect(0, 0, 100, 480), application: application)
        other.isHidden = false
        harness.settle()
        application.setScreen(Screen(size: Size(1024, 600)))
        #expect(harness.window.frame == Rect(0, 0, 1024, 600) && controller.view.bounds.size == Size(1024, 600))
        #expect(other.frame == Rect(0, 0, 100, 480) && controller.sizes == [Size(1024, 600)])
        application.setScreen(Screen(size: Size(1024, 600)))
        #expect(controller.sizes.count == 1)
    }

    @Test("New insets lay out the windows that fill the screen, and their controllers' views")
    func insets() {
        harness.window.rootViewController = ViewController()
        harness.settle()
        let layouts = application.updateStatistics.layouts
        var screen = application.screen
        screen.safeAreaInsets.top = 24
        application.setScreen(screen)
        harness.settle()
        #expect(application.updateStatistics.layouts == layouts + 2)
        #expect(harness.window.convert(application.screen.safeArea, from: nil) == Rect(0, 24, 800, 456))
    }

    @Test("A new size or scale presents the whole screen, other changes present nothing")
    func presents() {
        var lines: [[String]] = []
        application.onPresentScreen = { lines.append($0.map(\.line)) }
        var coarse: [String] = []
        application.onPresent = { coarse.append($1.line) }
        harness.settle()
        var screen = application.screen
        let changes: [(inout Screen) -> Void] = [
            { $0.scale = 1.25 },
            { $0.size.width = 804 },
            { $0.framesPerSecond = 75 },
        ]
        for (change, line) in zip(changes, ["0,0,800,480", "0,0,804,480", nil]) {
            (lines, coarse) = ([], [])
            change(&screen)
            application.setScreen(screen)
            harness.settle()
            #expect(lines == (line.map { [[$0]] } ?? []) && coarse == (line.map { [$0] } ?? []))
        }
        application.onPresentScreen = nil
        application.onPresent = nil
    }
}

/// A controller that notes the sizes it is told of.
@MainActor
private final class SizedController: ViewController {
    private(set) var sizes: [Size] = []

    override func viewWillTransition(to size: Size) {
        sizes.append(size)
        super.viewWillTransition(to: size)
    }
}
