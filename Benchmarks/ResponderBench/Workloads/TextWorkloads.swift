import ResponderKit

extension Workload {
    /// A key into a long text, against the same key into a text of no more lines than are seen: what an edit costs must
    /// not depend on the rest of the text.
    static let text: [Workload] = [
        Workload(
            name: "text/key",
            summary:
                "a letter is typed amid 100,000 characters, and deleted; each key is laid out and drawn in a turn",
            references: [.shortText]
        ) { effort in
            let keys = effort.count(100)
            return [
                try TextContender(.responderKit, lines: 2_000, keys: keys),
                try TextContender(.shortText, lines: 10, keys: keys),
            ]
        }
    ]
}

/// A text view of which ten rows are seen, and a keyboard that types into its middle.
@MainActor
final class TextApp {
    private let tree: BenchTree
    private let view: TextView
    private let witness = TextWitness()
    private let characters: Int
    private var isTyped = false

    init(lines: Int, columns: Int = 49) throws {
        tree = try BenchTree(flat: 0)
        view = TextView(frame: Rect(0, 0, 500, 176))
        view.text = String(repeating: String(repeating: "a", count: columns) + "\n", count: lines)
        characters = lines * (columns + 1)
        view.delegate = witness
        tree.window.addSubview(view)
        view.becomeFirstResponder()
        let middle = view.position(view.beginningOfDocument, offsetBy: lines / 2 * (columns + 1) + columns * 2 / 5)
        view.selectedTextRange = middle..<middle
        tree.application.runLoop.run(until: .zero)
    }

    /// Types a letter and deletes it by turns; returns how many keys have changed the text and been drawn.
    func keys(_ count: Int) -> Int {
        let before = (witness.changes, tree.application.updateStatistics.draws)
        for _ in 0..<count {
            if isTyped { press(.keyboardDeleteOrBackspace, "") } else { press(.keyboardB, "b") }
            isTyped.toggle()
        }
        return min(witness.changes - before.0, tree.application.updateStatistics.draws - before.1)
    }

    /// Whether all that was typed was deleted.
    var isAsBefore: Bool { view.text.count == characters }

    private func press(_ key: HIDUsage, _ characters: String) {
        for phase in [PressFrame.Phase.began, .ended] {
            tree.sender.send(
                PressFrame(
                    time: .zero,
                    usage: key,
                    phase: phase,
                    characters: characters,
                    charactersIgnoringModifiers: characters
                )
            )
        }
        tree.application.runLoop.run(until: .zero)
    }

    private final class TextWitness: TextViewDelegate {
        var changes = 0

        func textViewDidChange(_ textView: TextView) { changes += 1 }
    }
}

@MainActor
private struct TextContender: Contender {
    let subject: Subject
    private let app: TextApp
    private let keys: Int

    init(_ subject: Subject, lines: Int, keys: Int) throws {
        self.subject = subject
        self.keys = keys
        app = try TextApp(lines: lines)
    }

    func run() throws -> [Measurement] {
        let batches = 20
        var handled = 0
        let time = medianOfBatches(batches) { nanoseconds { handled += app.keys(2 * keys) } }
        let fed = 2 * batches * keys
        guard handled == fed, app.isAsBefore else {
            throw BenchError.miscounted(subject: subject, fed: fed, handled: handled)
        }
        return [Measurement("time", "ns/key", time / Double(2 * keys))]
    }
}
