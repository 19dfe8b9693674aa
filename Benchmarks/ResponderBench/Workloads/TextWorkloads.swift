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

/// A text view with lines of 49 characters, of which ten are seen, and a keyboard that types into its middle.
@MainActor
private struct TextContender: Contender {
    let subject: Subject
    private let tree: BenchTree
    private let view: TextView
    private let witness = TextWitness()
    private let keys: Int
    private let characters: Int

    init(_ subject: Subject, lines: Int, keys: Int) throws {
        self.subject = subject
        self.keys = keys
        tree = try BenchTree(flat: 0)
        view = TextView(frame: Rect(0, 0, 500, 176))
        view.text = String(repeating: String(repeating: "a", count: 49) + "\n", count: lines)
        characters = lines * 50
        view.delegate = witness
        tree.window.addSubview(view)
        view.becomeFirstResponder()
        let middle = view.position(view.beginningOfDocument, offsetBy: characters / 2 + 20)
        view.selectedTextRange = middle..<middle
        tree.application.runLoop.run(until: .zero)
    }

    func run() throws -> [Measurement] {
        let batches = 20
        let before = (witness.changes, tree.application.updateStatistics.draws)
        let time = medianOfBatches(batches) {
            nanoseconds {
                for _ in 0..<keys {
                    press(.keyboardB, "b")
                    press(.keyboardDeleteOrBackspace, "")
                }
            }
        }
        let fed = 2 * batches * keys
        let handled = min(witness.changes - before.0, tree.application.updateStatistics.draws - before.1)
        guard handled == fed, view.text.count == characters else {
            throw BenchError.miscounted(subject: subject, fed: fed, handled: handled)
        }
        return [Measurement("time", "ns/key", time / Double(2 * keys))]
    }

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
