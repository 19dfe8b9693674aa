internal import ResponderCore

/// The keyboards and scroll views of an application that are told of changes, as long as they live.
@MainActor
final class InputFollowers {
    private var keyboards = WeakViews<KeyboardView>()
    private var scrollViews = WeakViews<ScrollView>()

    nonisolated init() {}

    func add(_ keyboard: KeyboardView) { keyboards.add(keyboard) }

    func add(_ scrollView: ScrollView) { scrollViews.add(scrollView) }

    /// Has keyboards read the responder into which they type.
    func readInput(of application: Application, again: Bool) {
        keyboards.forEach { if $0.window?.application === application { $0.readInput(of: application, again: again) } }
    }

    func coverDidChange() {
        scrollViews.forEach { $0.coverDidChange() }
    }

    func showFirstResponder(of application: Application) {
        guard let window = application.keyWindow else { return }
        scrollViews.forEach { if $0.window === window { $0.showFirstResponder() } }
    }
}
