/// Views in the order in which they were added, each once, without retaining them.
@MainActor
package struct WeakViews<Element: View> {
    private struct Entry { weak var view: Element? }

    private var entries: [Entry] = []
    private var places: [ObjectIdentifier: Int] = [:]
    /// The number of entries at which entries of views that are gone or in no window are dropped.
    private var nextSweep = 16

    package nonisolated init() {}

    /// Calls the body for the views that are in windows; the body may add views.
    package func forEach(_ body: (Element) -> Void) {
        for entry in entries {
            if let view = entry.view, view.window != nil { body(view) }
        }
    }

    package mutating func add(_ view: Element) {
        // Another view may have had the identifier.
        if let place = places[ObjectIdentifier(view)], entries[place].view === view { return }
        if entries.count >= nextSweep { sweep() }
        places[ObjectIdentifier(view)] = entries.count
        entries.append(Entry(view: view))
    }

    private mutating func sweep() {
        entries.removeAll { $0.view?.window == nil }
        places = [:]
        for (place, entry) in entries.enumerated() {
            if let view = entry.view { places[ObjectIdentifier(view)] = place }
        }
        nextSweep = max(16, 2 * entries.count)
    }
}
