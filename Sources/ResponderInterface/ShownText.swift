internal import ResponderKit

/// What the key `text` of a view sets.
@MainActor
enum ShownText {
    /// Sets what a view of the class shows; nil for a class that shows no text that it is given.
    static func setter(of type: View.Type) -> (@MainActor (View, String) -> Void)? {
        switch type {
        case is Button.Type: { ($0 as? Button)?.setTitle($1, for: .normal) }
        case is Label.Type: { ($0 as? Label)?.text = $1 }
        case is TextField.Type: { ($0 as? TextField)?.placeholder = $1 }
        case is TextView.Type: { ($0 as? TextView)?.text = $1 }
        case is SegmentedControl.Type:
            { view, text in
                let titles = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
                (view as? SegmentedControl)?.setTitles(titles)
            }
        default: nil
        }
    }
}
