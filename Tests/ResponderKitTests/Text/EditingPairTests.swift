import ResponderKitTesting
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@MainActor
@Suite("The begin and the end of an editing, whatever the calls in between do")
struct EditingPairTests {
    @Test("An editing's begin and end are told to delegate, observers and actions, each end before the next begin")
    func pairs() throws {
        var problems: [String] = []
        for isField in [true, false] {
            for act in ["resign", "again", "other", "remove", "moved", "run"] {
                for place in ["D+", "D-", "N+", "N-", "A+", "A-"] where isField || !place.hasPrefix("A") {
                    let scene = try PairScene(isField: isField)
                    var isDone = false
                    scene.onCall = { [unowned scene] call in
                        guard call == place, !isDone else { return }
                        isDone = true
                        scene.act(act)
                    }
                    scene.view.becomeFirstResponder()
                    scene.view.resignFirstResponder()
                    problems += scene.problems.map { "\(isField) \(act) in \(place): \($0)" }
                    scene.onCall = { _ in }
                    scene.view.removeFromSuperview()
                    problems += scene.problems.map { "\(isField) \(act) in \(place), at the end: \($0)" }
                    if scene.isEditing || !isDone { problems.append("\(isField) \(act) in \(place): no end") }
                }
            }
        }
        #expect(problems == [])
    }
}

/// A field or a text view, and what is told of its editing: `D` to the delegate, `N` to observers, `A` by actions.
@MainActor
private final class PairScene: TextFieldDelegate, TextViewDelegate {
    let harness: AppHarness
    let view: View
    private let other: TextField
    private var calls: [String] = []
    var onCall: (String) -> Void = { _ in }

    init(isField: Bool) throws {
        harness = try AppHarness()
        other = harness.addField(y: 400)
        let center = harness.application.notificationCenter
        if isField {
            let field = harness.addField()
            view = field
            field.delegate = self
            field.addAction(for: .editingDidBegin) { [weak self] _ in self?.note("A+") }
            field.addAction(for: .editingDidEnd) { [weak self] _ in self?.note("A-") }
            center.observe(TextField.DidBeginEditing.self, of: field, ownedBy: self) { scene, _ in scene.note("N+") }
            center.observe(TextField.DidEndEditing.self, of: field, ownedBy: self) { scene, _ in scene.note("N-") }
        } else {
            let text = harness.addTextView()
            view = text
            text.delegate = self
            center.observe(TextView.DidBeginEditing.self, of: text, ownedBy: self) { scene, _ in scene.note("N+") }
            center.observe(TextView.DidEndEditing.self, of: text, ownedBy: self) { scene, _ in scene.note("N-") }
        }
    }

    var isEditing: Bool { (view as? TextField)?.isEditing ?? (view as? TextView)?.isEditing ?? false }

    /// What is wrong with what was told so far.
    var problems: [String] {
        "DNA".compactMap { listener in
            let told = calls.filter { $0.first == listener }
            let isWhole = told.enumerated().allSatisfy { $0.element.hasSuffix($0.offset % 2 == 0 ? "+" : "-") }
            let hears = listener != "A" || view is TextField
            let isPresent = !hears || (told.last?.hasSuffix("+") ?? false) == isEditing
            return isWhole && isPresent ? nil : "\(told), editing \(isEditing)"
        }
    }

    func act(_ act: String) {
        switch act {
        case "resign": view.resignFirstResponder()
        case "again":
            if !view.isFirstResponder { view.becomeFirstResponder() }
            view.resignFirstResponder()
            view.becomeFirstResponder()
        case "other": other.becomeFirstResponder()
        case "remove": view.removeFromSuperview()
        case "moved":
            view.removeFromSuperview()
            harness.add(view)
            view.becomeFirstResponder()
        default:
            harness.finger().down(at: Point(20, 410)).up()
            harness.loop.run(until: harness.now)
        }
    }

    private func note(_ call: String) {
        calls.append(call)
        onCall(call)
    }

    func textFieldDidBeginEditing(_ textField: TextField) { note("D+") }
    func textFieldDidEndEditing(_ textField: TextField) { note("D-") }
    func textViewDidBeginEditing(_ textView: TextView) { note("D+") }
    func textViewDidEndEditing(_ textView: TextView) { note("D-") }
}
