/// The keyboards and scroll views of an application that are told of changes, as long as they live.
@MainActor
struct InputFollowers {
    private var keyboards = WeakViews<KeyboardView>()
    private var scrollViews = WeakViews<ScrollView>()

    nonisolated init() {}

    mutating func add(_ keyboard: KeyboardView) { keyboards.add(keyboard) }

    mutating func add(_ scrollView: ScrollView) { scrollViews.add(scrollView) }

    /// Has keyboards look at what is typed into.
    func readInput(of application: Application, again: Bool) {
        for keyboard in keyboards.living where keyboard.window?.application === application {
            keyboard.readInput(of: application, again: again)
        }
    }

    func coverDidChange() {
        for scrollView in scrollViews.living { scrollView.coverDidChange() }
    }

    func showFirstResponder(of application: Application) {
        guard let window = application.keyWindow else { return }
        for scrollView in scrollViews.living where scrollView.window === window { scrollView.showFirstResponder() }
    }
}

/// Views in the order in which they were added, each once, without keeping them.
@MainActor
private struct WeakViews<Element: View> {
    private struct Entry { weak var view: Element? }

    private var entries: [Entry] = []
    private var places: [ObjectIdentifier: Int] = [:]
    /// The number of entries at which those are dropped whose views are gone, or in no window.
    private var nextSweep = 16

    nonisolated init() {}

    /// The views that are in windows.
    var living: [Element] { entries.compactMap(\.view).filter { $0.window != nil } }

    mutating func add(_ view: Element) {
        // Another view may have had the identifier.
        if let place = places[ObjectIdentifier(view)], entries[place].view === view { return }
        if entries.count >= nextSweep { sweep() }
        places[ObjectIdentifier(view)] = entries.count
        entries.append(Entry(view: view))
    }

    private mutating func sweep() {
        let living = living
        entries = living.map { Entry(view: $0) }
        places = [:]
        for (place, view) in living.enumerated() { places[ObjectIdentifier(view)] = place }
        nextSweep = max(16, 2 * entries.count)
    }
}
