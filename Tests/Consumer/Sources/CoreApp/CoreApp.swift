import ResponderCore

/// A view that is typed into, in a program without the module of controls, scroll views and text.
private final class PinView: View, KeyInput {
    private(set) var digits = ""
    private(set) var touches = 0
    var hasText: Bool { !digits.isEmpty }
    func insertText(_ text: String) { digits += text }
    func deleteBackward() { digits = String(digits.dropLast()) }

    override var canBecomeFirstResponder: Bool { true }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        self.touches += touches.count
        becomeFirstResponder()
    }

    override func touchesMoved(_ touches: TouchSet, with event: Event) {}
    override func touchesEnded(_ touches: TouchSet, with event: Event) {}
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {}
}

@main
@MainActor
struct CoreApp {
    static func main() throws {
        let clock = VirtualClock()
        let application = Application(runLoop: try MainRunLoop(clock: clock))
        let window = Window(frame: Rect(0, 0, 500, 500), application: application)
        let pin = PinView(frame: Rect(0, 0, 100, 100))
        window.addSubview(pin)
        window.makeKeyAndVisible()
        application.launch()
        let sender = application.touchPort.makeSender()
        for phase in [TouchContact.Phase.began, .ended] {
            sender.send(TouchContact(1, phase, at: Point(50, 50)), at: clock.now)
            application.runLoop.run(until: clock.now)
        }
        precondition(application.typeKey(Key(characters: "7")), "nobody took the key")
        // What the widgets are told of, and nobody is here.
        window.isHidden = true
        precondition(pin.touches == 1 && pin.digits == "7", "\(pin.touches) touches, “\(pin.digits)” typed")
        print("The core alone: \(pin.touches) touch, “\(pin.digits)” typed")
    }
}
