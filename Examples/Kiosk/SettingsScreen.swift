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

    private let running = Switch(frame: .zero)
    private let brightness = Slider(frame: .zero)
    private let clockLabel = Label(text: "Clock runs")
    private let brightnessLabel = Label(text: "Brightness")
    private lazy var putBack = Button("Put back", frame: .zero) { [card] in
        card.putBack()
        say("card put back")
    }
    private lazy var restart = Button("Restart", frame: .zero) { [unowned self] in askWhetherToRestart() }

    override func loadView() {
        view = Background(frame: .zero)
        running.isOn = clock.isRunning
        running.addAction(for: .valueChanged) { [clock] running in
            clock.isRunning = running.isOn
            say(running.isOn ? "clock runs" : "clock stopped")
        }
        brightness.value = 1
        brightness.isContinuous = false
        brightness.addAction(for: .valueChanged) { say("brightness \(Int(($0.value * 100).rounded())) %") }
        for part in [running, clockLabel, putBack, brightness, brightnessLabel, restart] { view.addSubview(part) }
    }

    override func viewDidLayoutSubviews() {
        // Four rows; they are nearer to each other on a low screen.
        let distance = min(120, (view.bounds.height - 76) / 4)
        let left = Background.left(in: view.bounds)
        func row(_ index: Double, _ width: Double) -> Rect {
            Rect(left, 56 + index * distance, width, min(80, distance - 8))
        }
        running.frame = row(0, 240)
        clockLabel.frame = row(0, 240).offsetBy(dx: 80, dy: 0)
        putBack.frame = row(1, 240)
        brightness.frame = row(2, 400)
        brightnessLabel.frame = row(2, 240).offsetBy(dx: 420, dy: 0)
        restart.frame = row(3, 240)
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
