internal import ResponderKit

/// Answers recognisers at random, and changes trees meanwhile.
final class FuzzGestureDelegate: GestureRecognizerDelegate {
    weak var scene: FuzzScene?

    private func answer(_ question: String, oneIn count: Int) -> Bool {
        guard let scene else { return true }
        scene.happen(question)
        return !scene.mutationRandom.one(in: count)
    }

    func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
        answer("\(recognizer.name ?? "") should begin", oneIn: 6)
    }

    func gestureRecognizer(
        _ recognizer: GestureRecognizer,
        shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool {
        !answer("\(recognizer.name ?? "") with \(other.name ?? "")", oneIn: 3)
    }

    func gestureRecognizer(
        _ recognizer: GestureRecognizer,
        shouldRequireFailureOf other: GestureRecognizer
    ) -> Bool {
        // Only those that were made earlier: two that waited for each other would be a mistake of the app.
        guard let scene, Self.number(of: other) < Self.number(of: recognizer) else { return false }
        return scene.mutationRandom.one(in: 6)
    }

    func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
        answer("\(recognizer.name ?? "") should receive", oneIn: 8)
    }

    /// The number in a recogniser's name; the library's own have none.
    private static func number(of recognizer: GestureRecognizer) -> Int {
        Int(String((recognizer.name ?? "").drop { !$0.isNumber })) ?? .max
    }
}

/// Tells of what scroll views and lists do, and has their rows.
final class FuzzScrollDelegate: ListViewDelegate {
    weak var scene: FuzzScene?

    private func note(_ view: ScrollView, _ call: Observation.ScrollCall) {
        guard let scene else { return }
        scene.note(.scroll(view.accessibilityIdentifier ?? "", call))
        scene.happen("scroll")
    }

    func scrollViewDidScroll(_ scrollView: ScrollView) {
        let offset = scrollView.contentOffset
        scene?.happen("\(scrollView.accessibilityIdentifier ?? "") at \(offset.x), \(offset.y)")
    }
    func scrollViewWillBeginDragging(_ scrollView: ScrollView) { note(scrollView, .willBeginDragging) }
    func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate: Bool) {
        note(scrollView, willDecelerate ? .didEndDraggingAndDecelerates : .didEndDragging)
    }
    func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) { note(scrollView, .willBeginDecelerating) }
    func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { note(scrollView, .didEndDecelerating) }
    func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) { scene?.happen("scrolled") }
    func viewForZooming(in scrollView: ScrollView) -> View? { scrollView is ListView ? nil : scrollView.subviews.first }
    func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?) { note(scrollView, .willBeginZooming) }
    func scrollViewDidEndZooming(_ scrollView: ScrollView, with view: View?, atScale scale: Double) {
        note(scrollView, .didEndZooming)
    }

    func listView(_ listView: ListView, didSelectRowAt indexPath: ListView.IndexPath) {
        scene?.happen("row \(indexPath.section).\(indexPath.row) is selected")
    }
    func listView(_ listView: ListView, didHighlightRowAt indexPath: ListView.IndexPath) { scene?.happen("lit") }
    func listView(_ listView: ListView, didUnhighlightRowAt indexPath: ListView.IndexPath) { scene?.happen("unlit") }
    func listView(_ listView: ListView, heightForRowAt indexPath: ListView.IndexPath) -> Double {
        indexPath.row % 5 == 0 ? 60 : 44
    }
}

/// Answers fields at random.
final class FuzzFieldDelegate: TextFieldDelegate, TextViewDelegate {
    weak var scene: FuzzScene?

    private func answer(_ question: String) -> Bool {
        guard let scene else { return true }
        scene.happen(question)
        return !scene.mutationRandom.one(in: 10)
    }

    func textFieldShouldBeginEditing(_ textField: TextField) -> Bool { answer("field should begin") }
    func textFieldDidBeginEditing(_ textField: TextField) { scene?.happen("field did begin") }
    func textFieldShouldEndEditing(_ textField: TextField) -> Bool { answer("field should end") }
    func textFieldDidEndEditing(_ textField: TextField) { scene?.happen("field did end") }
    func textFieldDidChange(_ textField: TextField) { scene?.happen("field did change") }
    func textFieldShouldReturn(_ textField: TextField) -> Bool { answer("field should return") }
    func textViewDidBeginEditing(_ textView: TextView) { scene?.happen("text did begin") }
    func textViewDidEndEditing(_ textView: TextView) { scene?.happen("text did end") }
    func textViewDidChange(_ textView: TextView) { scene?.happen("text did change") }
}
