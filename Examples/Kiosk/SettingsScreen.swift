import ResponderKit

/// The second screen: stops and starts the clock, and puts the card back.
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
        view.addSubview(
            Button(frame: Rect(40, 56, 240, 80)) { [clock] in
                clock.isRunning.toggle()
                say(clock.isRunning ? "clock runs" : "clock stopped")
            }
        )
        view.addSubview(
            Button(frame: Rect(40, 176, 240, 80)) { [card] in
                card.putBack()
                say("card put back")
            }
        )
    }
}
