import ResponderKit

/// The first screen: a button, a card and a clock, and buttons that lead to the other screens.
final class CardScreen: ViewController {
    let clock = Clock(frame: Rect(824, 20, 180, 40))
    private let card = Card(frame: Rect(262, 106, 500, 300))
    private var presses = 0

    override init() {
        super.init()
        title = "Card"
    }

    override func loadView() {
        view = Background(frame: .zero)
        view.addSubview(clock)
        view.addSubview(card)
        view.addSubview(
            Button("Press", frame: Rect(40, 436, 240, 80)) { [unowned self] in
                presses += 1
                say("presses: \(presses)")
            }
        )
        view.addSubview(
            Button("Settings", frame: Rect(570, 16, 120, 44)) { [unowned self] in
                navigationController?.pushViewController(SettingsScreen(clock: clock, card: card))
            }
        )
        view.addSubview(
            Button("Menu", frame: Rect(430, 16, 120, 44)) { [unowned self] in
                navigationController?.pushViewController(MenuScreen())
            }
        )
        view.addSubview(
            Button("Form", frame: Rect(290, 16, 120, 44)) { [unowned self] in
                navigationController?.pushViewController(FormScreen())
            }
        )
    }
}

/// Takes the touches that hit no other view.
final class Background: View {
    override init(frame: Rect) {
        super.init(frame: frame)
        isMultipleTouchEnabled = true
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {}
    override func touchesMoved(_ touches: TouchSet, with event: Event) {}
    override func touchesEnded(_ touches: TouchSet, with event: Event) {}
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {}
}

/// Counts the seconds while it runs; a renderer would draw them.
final class Clock: View {
    var isRunning = true
    private var seconds = 0

    func restart() { seconds = 0 }

    func tick() {
        guard isRunning else { return }
        seconds += 1
        if seconds % 60 == 0 { say("up for \(seconds / 60) min") }
    }
}
