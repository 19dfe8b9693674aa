import Glibc
import ResponderKit

/// A kiosk with one window: a button, a card to drag and to pinch, and a clock.
///
/// The code names no panel: start the kiosk with `RESPONDERKIT_TOUCH_PANELS=any`, or name the panel in a manifest; see
/// the guide Panels.
@main
final class Kiosk: Responder, EntryPointDelegate {
    private static let size = Size(1024, 600)
    private let controller = KioskController()

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let window = Window(frame: Rect(origin: .zero, size: Self.size), application: application)
        window.rootViewController = controller
        window.makeKeyAndVisible()
        application.runLoop.addTimer(after: .seconds(1), every: .seconds(1)) { [controller] _ in
            controller.clock.seconds += 1
        }
        return true
    }

    func applicationDidBecomeActive(_ application: Application) {
        say("ready")
    }

    func applicationWillTerminate(_ application: Application) {
        say("closed after \(application.touchPort.statistics.contacts) touches")
    }
}

final class KioskController: ViewController {
    let clock = Clock(frame: Rect(824, 20, 180, 40))

    override func loadView() {
        view = Background(frame: .zero)
        view.addSubview(clock)
        view.addSubview(Card(frame: Rect(262, 150, 500, 300)))
        view.addSubview(Button(frame: Rect(40, 480, 240, 80)))
    }
}

/// Takes the touches that hit no other view.
final class Background: View {
    override init(frame: Rect) {
        super.init(frame: frame)
        isMultipleTouchEnabled = true
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {}
}

/// Counts the seconds since the start; a renderer would draw them.
final class Clock: View {
    var seconds = 0 {
        didSet { if seconds % 60 == 0 { say("up for \(seconds / 60) min") } }
    }
}

/// A button: pressed when a finger is lifted inside.
final class Button: View {
    private var presses = 0

    override func touchesBegan(_ touches: TouchSet, with event: Event) {}

    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        for touch in touches where bounds.contains(touch.location(in: self)) {
            presses += 1
            say("presses: \(presses)")
        }
    }
}

/// A card: one finger drags it, two fingers scale it.
final class Card: View {
    /// The fingers on the card, in the order in which they came.
    private var fingers: [Touch] = []
    private var scale = 1.0

    override init(frame: Rect) {
        super.init(frame: frame)
        isMultipleTouchEnabled = true
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) { fingers += touches }

    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        guard let first = fingers.first else { return }
        let (now, before) = (first.location(in: superview), first.previousLocation(in: superview))
        if fingers.count == 1 {
            center = Point(center.x + now.x - before.x, center.y + now.y - before.y)
        } else {
            let (other, former) = (fingers[1].location(in: superview), fingers[1].previousLocation(in: superview))
            let (distance, formerDistance) = (Self.distance(now, other), Self.distance(before, former))
            if formerDistance > 0 { scale = min(max(scale * distance / formerDistance, 0.5), 4) }
        }
    }

    override func touchesEnded(_ touches: TouchSet, with event: Event) { lift(touches) }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { lift(touches) }

    private func lift(_ touches: TouchSet) {
        let wasPinched = fingers.count > 1
        fingers.removeAll { touches.contains($0) }
        guard fingers.isEmpty || wasPinched else { return }
        say(
            "card at (\(Int(center.x)), \(Int(center.y))), \(Int((scale * 100).rounded())) % of its size"
        )
    }

    private static func distance(_ one: Point, _ other: Point) -> Double {
        ((one.x - other.x) * (one.x - other.x) + (one.y - other.y) * (one.y - other.y)).squareRoot()
    }
}

/// Prints a line at once, even where the output goes to a journal or another program.
private func say(_ line: String) {
    print(line)
    fflush(nil)
}
