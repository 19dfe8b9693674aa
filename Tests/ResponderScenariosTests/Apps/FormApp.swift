import ResponderKitTesting
import ResponderScenarios

extension ScenarioApps {
    /// `form`: a form with a field, a switch and a button that says what was filled in.
    mutating func registerForm() {
        register("form") { window in
            let name = TextField(frame: Rect(40, 40, 400, 60))
            name.placeholder = "Name"
            let newsletter = Switch(frame: Rect(40, 120, 100, 60))
            newsletter.accessibilityLabel = "Newsletter"
            let answer = Label(text: "")
            answer.frame = Rect(40, 280, 400, 40)
            answer.accessibilityIdentifier = "answer"
            let send = Button(title: "Send")
            send.frame = Rect(40, 200, 160, 60)
            send.isEnabled = false
            name.addAction(for: .editingChanged) { send.isEnabled = $0.hasText }
            send.addAction(for: .touchUpInside) { _ in
                answer.text = "Thank you, \(name.text)\(newsletter.isOn ? " (with newsletter)" : "")"
            }
            for view in [name, newsletter, send, answer] { window.addSubview(view) }
        }
    }

    /// `restless`: a timer that fires each 10 ms.
    mutating func registerRestless() {
        register("restless") { window in
            window.application?.runLoop.addTimer(after: .zero, every: .milliseconds(10)) { _ in }
        }
    }

    /// `twins`: two buttons with one title.
    mutating func registerTwins() {
        register("twins") { window in
            for y in [0.0, 100] {
                let button = Button(title: "Same")
                button.frame = Rect(0, y, 100, 44)
                window.addSubview(button)
            }
        }
    }
}
