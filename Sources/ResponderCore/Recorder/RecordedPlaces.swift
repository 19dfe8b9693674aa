internal import ResponderTouchInput

/// A view whose touches tell what is typed, such as a keyboard.
package protocol SecretView: View {
    /// The point that is recorded in place of a point of the view: the same for all keys that type.
    func recordedPoint(for point: Point) -> Point
}

/// The views that are left out of recordings, in all applications.
@MainActor
private enum LeftOutViews {
    private struct Entry {
        weak var view: View?
    }

    private static var entries: [Entry] = []
    /// The number of entries at which those of views that are gone are dropped.
    private static var nextSweep = 16

    static var isEmpty: Bool { entries.isEmpty }

    static func contains(_ view: View) -> Bool { entries.contains { $0.view === view } }

    static func add(_ view: View) {
        guard !contains(view) else { return }
        if entries.count >= nextSweep {
            entries.removeAll { $0.view == nil }
            nextSweep = max(16, 2 * entries.count)
        }
        entries.append(Entry(view: view))
    }
}

extension View {
    /// Leaves the touches in this view and in its subviews out of recordings: all are recorded at the view's centre.
    ///
    /// So a recording tells that the view was touched, and not where. A replay touches the centre, and may differ from
    /// then on. A touch that is down keeps what was decided when it began.
    ///
    /// - Complexity: Linear in the views that are left out; allocates an entry. While a view is left out, each touch
    ///   that begins is searched for a second time, in time linear in these views times the depth of the hit view.
    public final func leaveOutOfRecordings() {
        LeftOutViews.add(self)
    }
}

extension Application {
    /// Whether keys that are pressed now must not be recorded, since they are typed into a secure field.
    final var typesSecretly: Bool { textInput?.isSecureTextEntry == true }

    /// Whether the place of some touch must not be recorded.
    final var mayHidePlaces: Bool { typesSecretly || !LeftOutViews.isEmpty }

    /// The point of the screen that is recorded in place of the point where a touch begins; nil for the point itself.
    final func recordedPoint(for point: Point) -> Point? {
        guard mayHidePlaces else { return nil }
        for window in windows.reversed() where !window.isHidden {
            let place = window.convert(point, from: nil)
            guard let hit = window.hitTest(place, with: nil), hit.window === window else { continue }
            return recordedPoint(for: place, in: hit).map { window.convert($0, to: nil) }
        }
        return nil
    }

    /// As ``recordedPoint(for:)``, in the coordinates of the hit view's window.
    private func recordedPoint(for point: Point, in hit: View) -> Point? {
        var view: View? = hit
        while let current = view {
            if LeftOutViews.contains(current) {
                let bounds = current.bounds
                return current.convert(Point(bounds.midX, bounds.midY), to: current.window)
            }
            if let secret = current as? any SecretView, typesSecretly {
                let own = secret.convert(point, from: secret.window)
                return secret.convert(secret.recordedPoint(for: own), to: secret.window)
            }
            view = current.superview
        }
        return nil
    }

    /// Whether the place of a touch in a view must not be noted.
    final func hidesPlaces(in view: View) -> Bool {
        guard mayHidePlaces else { return false }
        var next: View? = view
        while let current = next {
            if LeftOutViews.contains(current) || typesSecretly && current is any SecretView { return true }
            next = current.superview
        }
        return false
    }
}
