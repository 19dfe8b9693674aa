import ResponderKiosk
import ResponderKit

/// The second screen: for the clock, the card and the screen's brightness, with the lock for cleaning.
///
/// The operator finds the service here.
final class SettingsScreen: ViewController {
    private let clock: Clock
    private let card: Card
    private let check: CodeCheck?

    /// - Parameter check: The one check of the operator's code: another would not know of the codes that were wrong.
    init(clock: Clock, card: Card, check: CodeCheck?) {
        self.clock = clock
        self.card = card
        self.check = check
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

    private lazy var clean = Button("Clean", frame: .zero) { [unowned self] in lockForCleaning() }
    private var operatorGesture: OperatorGesture?

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
        for part in [running, clockLabel, putBack, brightness, brightnessLabel, restart, clean] {
            view.addSubview(part)
        }
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
        clean.frame = row(1, 140).offsetBy(dx: 260, dy: 0)
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

    private func lockForCleaning() {
        guard let window = view.window else { return }
        let lock = CleaningLock(over: window)
        lock.onUnlock = { say("cleaning is over") }
        lock.lock(for: .seconds(30))
        say("locked for cleaning")
    }

    override func viewDidAppear() {
        guard let check, let window = view.window, let application = window.application else { return }
        operatorGesture = OperatorGesture(.hold(fingers: 3, duration: .seconds(2)), in: window, check) {
            say("service")
            let touches = application.touchPort.statistics.contacts
            AlertController(title: "Service", message: "\(touches) touches since the start").show(over: window)
        }
    }

    override func viewWillDisappear() {
        operatorGesture?.stop()
        operatorGesture = nil
    }
}
