/// The keyboards and scroll views that are told of changes, as long as they live.
@MainActor
struct InputFollowers {
    private struct Weak<Object: AnyObject> { weak var object: Object? }

    private var keyboards: [Weak<KeyboardView>] = []
    private var scrollViews: [Weak<ScrollView>] = []

    nonisolated init() {}

    mutating func add(_ keyboard: KeyboardView) {
        keyboards.removeAll { $0.object == nil || $0.object === keyboard || $0.object?.window == nil }
        keyboards.append(Weak(object: keyboard))
    }

    mutating func add(_ scrollView: ScrollView) {
        scrollViews.removeAll { $0.object == nil || $0.object === scrollView || $0.object?.window == nil }
        scrollViews.append(Weak(object: scrollView))
    }

    /// Has keyboards look at what is typed into.
    func readInput(of application: Application, again: Bool) {
        for keyboard in keyboards.compactMap(\.object) where keyboard.window?.application === application {
            keyboard.readInput(of: application, again: again)
        }
    }

    func coverDidChange() {
        for scrollView in scrollViews.compactMap(\.object) where scrollView.window != nil {
            scrollView.coverDidChange()
        }
    }

    func showFirstResponder(of application: Application) {
        guard let window = application.keyWindow else { return }
        for scrollView in scrollViews.compactMap(\.object) where scrollView.window === window {
            scrollView.showFirstResponder()
        }
    }
}
