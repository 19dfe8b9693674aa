import ResponderKitTesting
import Testing

@testable import ResponderCore

/// What responders were told of presses, as lines such as `field.began(a)`.
@MainActor
final class PressLog {
    private(set) var lines: [String] = []

    func add(_ line: String) { lines.append(line) }

    /// The lines so far; the log is empty afterwards.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

/// A view that records presses, and passes on what it is told to.
class KeyView: View {
    let name: String
    let log: PressLog
    var canBeFirst = true
    /// Whether the messages go on up the chain.
    var passesOn = false
    var onPress: (String, PressSet, PressesEvent) -> Void = { _, _, _ in }

    init(_ name: String, _ log: PressLog) {
        self.name = name
        self.log = log
        super.init(frame: Rect(0, 0, 10, 10))
    }

    override var canBecomeFirstResponder: Bool { canBeFirst }
    override func pressesBegan(_ presses: PressSet, with event: PressesEvent) {
        note("began", presses, event)
        if passesOn { super.pressesBegan(presses, with: event) }
    }
    override func pressesChanged(_ presses: PressSet, with event: PressesEvent) {
        note("changed", presses, event)
        if passesOn { super.pressesChanged(presses, with: event) }
    }
    override func pressesEnded(_ presses: PressSet, with event: PressesEvent) {
        note("ended", presses, event)
        if passesOn { super.pressesEnded(presses, with: event) }
    }
    override func pressesCancelled(_ presses: PressSet, with event: PressesEvent) {
        note("cancelled", presses, event)
        if passesOn { super.pressesCancelled(presses, with: event) }
    }

    private func note(_ message: String, _ presses: PressSet, _ event: PressesEvent) {
        log.add("\(name).\(message)(\(presses.map(\.name).joined(separator: " ")))")
        onPress(message, presses, event)
    }
}

extension Press {
    /// What the key types, or its usage.
    var name: String {
        key.charactersIgnoringModifiers.isEmpty ? "\(key.usage.identifier)" : key.charactersIgnoringModifiers
    }
}

/// An application whose window has three views, each in the next: `outer`, `middle`, `inner`.
@MainActor
final class PressScene {
    let harness: AppHarness
    let log = PressLog()
    let outer: KeyView
    let middle: View
    let inner: KeyView

    init(_ applicationClass: Application.Type = Application.self) throws {
        harness = try AppHarness(applicationClass)
        outer = KeyView("outer", log)
        middle = View(frame: Rect(0, 0, 10, 10))
        inner = KeyView("inner", log)
        harness.add(outer).addSubview(middle)
        middle.addSubview(inner)
        inner.becomeFirstResponder()
    }

    var keyboard: Keyboard { harness.keyboard }

    /// Serves the loop, and returns what was recorded.
    func take() -> [String] {
        harness.settle()
        return log.take()
    }
}
