import ResponderKiosk
import ResponderKit

/// The first screen: a button, a card and a clock, and buttons that lead to the other screens.
final class CardScreen: ViewController {
    let clock = Clock(frame: .zero)
    private let card = Card(frame: .zero)
    private lazy var check = view.window?.application.flatMap { codeCheck(in: $0) }
    private var presses = 0
    private lazy var press = Button("Press", frame: .zero) { [unowned self] in
        presses += 1
        say("presses: \(presses)")
    }
    /// The buttons that lead to the other screens, from right to left.
    private lazy var ways = [
        Button("Settings", frame: .zero) { [unowned self] in
            navigationController?.pushViewController(SettingsScreen(clock: clock, card: card, check: check))
        },
        Button("Menu", frame: .zero) { [unowned self] in navigationController?.pushViewController(MenuScreen()) },
        Button("Form", frame: .zero) { [unowned self] in navigationController?.pushViewController(FormScreen()) },
    ]

    override init() {
        super.init()
        title = "Card"
    }

    override func loadView() {
        view = Background(frame: .zero)
        press.role = .primary
        for part in [clock, card, press] + ways { view.addSubview(part) }
    }

    override func viewDidLayoutSubviews() {
        let bounds = view.bounds
        clock.frame = Rect(bounds.maxX - 200, 16, 180, 44)
        for (index, way) in ways.enumerated() {
            way.frame = Rect(bounds.maxX - 454 - 140 * Double(index), 12, 120, 48)
        }
        press.frame = Rect(40, bounds.maxY - 120, 240, 80)
        let top = 106.0
        let room = Rect(40, top, bounds.width - 80, bounds.maxY - 140 - top)
        let extent = Size(max(500, room.width / 2), max(300, room.height * 0.7))
        let place = Rect(room.midX - extent.width / 2, room.minY, extent.width, extent.height)
        card.lay(place.intersection(room) ?? room)
    }
}

/// Takes the touches that hit no other view.
final class Background: View {
    override init(frame: Rect) {
        super.init(frame: frame)
        isMultipleTouchEnabled = true
    }

    /// Where a column of controls begins: on a wide screen it stands in the middle.
    static func left(in bounds: Rect) -> Double { max(40, bounds.midX - 472) }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {}
    override func touchesMoved(_ touches: TouchSet, with event: Event) {}
    override func touchesEnded(_ touches: TouchSet, with event: Event) {}
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {}
}

/// Counts the seconds while it runs, and shows them.
final class Clock: Label {
    var isRunning = true
    private var seconds = 0 { didSet { show() } }

    override init(frame: Rect) {
        super.init(frame: frame)
        alignment = .right
        show()
    }

    func restart() { seconds = 0 }

    func tick() {
        guard isRunning else { return }
        seconds += 1
        if seconds % 60 == 0 { say("up for \(seconds / 60) min") }
    }

    private func show() {
        let (minutes, rest) = (seconds / 60, seconds % 60)
        text = "\(minutes):\(rest < 10 ? "0" : "")\(rest)"
    }
}
