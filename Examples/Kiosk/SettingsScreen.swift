import ResponderKit

/// The second screen: stops, starts and restarts the clock, puts the card back, and dims the screen.
final class SettingsScreen: ViewController {
    private let clock: Clock
    private let card: Card

    init(clock: Clock, card: Card) {
        self.clock = clock
        self.card = card
        super.init()
        title = "Settings"
    }

    override func loadView() {
        view = Background(frame: .zero)
        let running = Switch(frame: Rect(40, 56, 240, 80))
        running.isOn = clock.isRunning
        running.addAction(for: .valueChanged) { [clock] running in
            clock.isRunning = running.isOn
            say(running.isOn ? "clock runs" : "clock stopped")
        }
        view.addSubview(running)
        view.addSubview(
            Button("Put back", frame: Rect(40, 176, 240, 80)) { [card] in
                card.putBack()
                say("card put back")
            }
        )
        let brightness = Slider(frame: Rect(40, 296, 400, 80))
        brightness.value = 1
        brightness.isContinuous = false
        brightness.addAction(for: .valueChanged) { say("brightness \(Int(($0.value * 100).rounded())) %") }
        view.addSubview(brightness)
        view.addSubview(Button("Restart", frame: Rect(40, 416, 240, 80)) { [unowned self] in askWhetherToRestart() })
    }

    private func askWhetherToRestart() {
        guard let window = view.window else { return }
        let alert = AlertController(title: "Restart the clock?", message: "It begins at zero again.")
        alert.addAction("Restart", style: .destructive) { [clock] in
            clock.restart()
            say("clock restarted")
        }
        alert.addAction("Cancel", style: .cancel) { say("clock goes on") }
        alert.show(over: window)
    }
}
