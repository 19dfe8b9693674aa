internal import Logging

/// Views that are marked for layout again after each layout, and the error that names them.
@MainActor
struct EndlessLayouts {
    /// The most views that the error names.
    private static let namesInError = 8

    private var names: [String] = []
    private var count = 0

    /// Removes the mark of a view, and notes the view.
    mutating func add(_ view: RecordPointer) {
        view.removeNeedsLayout()
        count += 1
        if names.count < Self.namesInError { names.append(ResponderName(view.pointee.view).description) }
    }

    /// Logs the error, if there are views.
    func report() {
        guard count > 0 else { return }
        let others = count > names.count ? ", and \(count - names.count) more" : ""
        Logger(label: "responderkit.ResponderKit").error(
            """
            layout does not end: after \(Application.layoutRoundLimit) rounds these views still need layout: \
            \(names.joined(separator: ", "))\(others); do not call setNeedsLayout() on each layout
            """
        )
    }
}
