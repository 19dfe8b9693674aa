import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("A touch after a change of screen")
final class NewScreenTests {
    /// A controller whose view notes the touches that begin in it, and does something when one ends.
    private final class Screen: ViewController {
        let pad = Pad(frame: Rect(0, 0, 1000, 1000))

        init(_ name: String, _ log: ResponderLog) {
            (pad.name, pad.log) = (name, log)
        }

        override func loadView() { view = pad }
    }

    private final class Pad: View {
        var name = ""
        var log: ResponderLog?
        var onDown: (() -> Void)?
        var onUp: (() -> Void)?

        override func touchesBegan(_ touches: TouchSet, with event: Event) {
            log?.note(name)
            onDown?()
        }
        override func touchesEnded(_ touches: TouchSet, with event: Event) { onUp?() }
    }

    enum Change: CaseIterable {
        case push, pop, present, dismiss, dismissWhatCoversNothing, tab, root, alert, answer
    }

    private let harness: AppHarness
    private let log = ResponderLog()
    private let (first, second): (Screen, Screen)
    private let navigation = NavigationController()
    private let alert = AlertController(title: "Sure?")
    private let place = Point(500, 500)

    init() throws {
        harness = try AppHarness()
        (first, second) = (Screen("first", log), Screen("second", log))
    }

    private func tap() {
        harness.finger().down(at: place).up()
        harness.settle()
    }

    private var refusal: TouchRefusal? { harness.application.explainTouch(at: place).refusal }

    /// Shows the first screen; returns what changes to the second.
    private func prepare(_ change: Change) -> () -> Void {
        let (window, first, second, navigation, alert) = (harness.window, first, second, navigation, alert)
        switch change {
        case .push, .pop:
            window.rootViewController = navigation
            navigation.viewControllers = change == .push ? [first] : [second, first]
            return change == .push
                ? { navigation.pushViewController(second) } : { navigation.popViewController() }
        case .present:
            window.rootViewController = first
            return { first.present(second) }
        case .dismiss, .dismissWhatCoversNothing:
            window.rootViewController = second
            if change == .dismissWhatCoversNothing { first.modalPresentationStyle = .overFullScreen }
            second.present(first)
            return { first.dismiss() }
        case .tab:
            let tabs = TabBarController()
            tabs.viewControllers = [first, second]
            window.rootViewController = tabs
            return { [unowned tabs] in tabs.selectedIndex = 1 }
        case .root:
            window.rootViewController = first
            return { window.rootViewController = second }
        case .alert:
            window.rootViewController = first
            return { alert.show(over: window) }
        case .answer:
            window.rootViewController = second
            alert.addAction("Yes")
            alert.show(over: window)
            let button = (alert.view as? AlertView)?.buttons.first
            alert.view.layoutIfNeeded()
            // Over the whole screen, as the first screen is otherwise.
            button?.superview?.frame = window.bounds
            button?.frame = window.bounds
            return {}
        }
    }

    // Rules: H1.
    @Test(
        "A touch on what has come with a new screen is dropped until 0.35 s have passed, as in a double tap",
        arguments: Change.allCases
    )
    func dropped(_ change: Change) {
        var refusals: [TouchRefusal] = []
        harness.application.onTouchTrace = { if case .refused(let refusal) = $0.kind { refusals.append(refusal) } }
        let act = prepare(change)
        first.pad.onUp = { [first] in
            first.pad.onUp = nil
            act()
        }
        harness.settle()
        let shown = change == .answer ? [] : ["first"]
        tap()
        #expect(log.lines == shown)
        let screen: Responder =
            switch change {
            case .alert: alert
            case .answer: harness.window
            default: second
            }
        #expect(refusal == .newScreen(of: screen))
        tap()
        harness.advance(by: .milliseconds(349))
        tap()
        #expect(log.lines == shown && refusals == [.newScreen(of: screen), .newScreen(of: screen)])
        #expect(harness.application.touchStatistics.refusedOnNewScreen == 2)
        harness.advance(by: .milliseconds(1))
        #expect(refusal == nil)
        tap()
        #expect(log.lines == (change == .alert ? shown : shown + ["second"]) && refusals.count == 2)
        harness.application.onTouchTrace = nil
    }

    @Test("A touch on a new screen is taken where it is the first, on what stayed, or with a delay of 0")
    func taken() {
        let act = prepare(.push)
        harness.add(RecordingView("side", log: log, frame: Rect(900, 0, 100, 1000)))
        act()
        tap()
        navigation.popViewController()
        // A finger that comes down on what has stayed.
        harness.finger().down(at: Point(950, 500))
        harness.settle()
        tap()
        #expect(log.lines == ["second", "side.began(950, 500)"])
        harness.application.newScreenDelay = .seconds(-1)
        tap()
        #expect(log.lines.last == "first" && harness.application.newScreenDelay == .zero)
        harness.application.newScreenDelay = .seconds(1)
        harness.advance(by: .seconds(1))
        let finger = harness.finger().down(at: Point(950, 500))
        harness.settle()
        navigation.pushViewController(second)
        finger.up()
        harness.settle()
        tap()
        #expect(log.lines.last == "second")
    }

    @Test("A touch on a new screen is also dropped where the former one acted at its began and was cancelled")
    func atBegan() {
        let act = prepare(.pop)
        first.pad.onDown = { act() }
        tap()
        tap()
        #expect(log.lines == ["first"])
        harness.tap(at: place)
        // Whole gestures begin when the screen takes touches.
        #expect(log.lines == ["first", "second"])
    }

    @Test("A touch on a back button that has come with the screen is dropped; one that was there takes the touch")
    func backButton() {
        let third = Screen("third", log)
        let act = prepare(.push)
        first.pad.onUp = { [first] in
            first.pad.onUp = nil
            act()
        }
        tap()
        harness.settle()
        for _ in 0..<2 {
            harness.finger().down(at: Point(20, 20)).up()
            harness.settle()
            if navigation.viewControllers.count == 2 { navigation.pushViewController(third) }
        }
        #expect(navigation.topViewController === third)
        for _ in 0..<2 {
            harness.advance(by: .seconds(1))
            harness.finger().down(at: Point(20, 20)).up()
            harness.settle()
        }
        #expect(navigation.topViewController === first)
    }
}
