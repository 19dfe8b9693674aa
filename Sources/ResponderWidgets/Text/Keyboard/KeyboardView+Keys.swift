internal import ResponderCore
public import ResponderTouchInput

// What is shown, and where: for drawing, and for tests.
extension KeyboardView {
    /// The plane that is shown.
    public final var plane: KeyboardLayout.Plane { shownLayout.planes[planeIndex] }

    /// What shift does now.
    public final var shift: Shift { shiftKey.state }

    /// Whether letters are upper case now: shift is on, or held.
    public final var isShifted: Bool { shiftKey.isShifted }

    /// The places of the keys of ``plane``, in reading order.
    ///
    /// - Complexity: Linear in the keys; allocates the array.
    public final var places: [KeyboardLayout.Place] {
        plane.rows.enumerated().flatMap { row, keys in
            keys.indices.map { KeyboardLayout.Place(row: row, column: $0) }
        }
    }

    /// Where a key is, in the keyboard's coordinates, in points; nil when the plane has no key at that place.
    ///
    /// - Complexity: O(1), but linear in the keys after a change of the plane or the size, which allocates the edges.
    public final func rect(of place: KeyboardLayout.Place) -> Rect? { geometry.rect(of: place) }

    /// The key at a point in the keyboard's coordinates: each point inside the bounds belongs to a key of its row.
    ///
    /// - Complexity: That of ``rect(of:)``, and logarithmic in the keys of a row.
    public final func place(at point: Point) -> KeyboardLayout.Place? { geometry.place(at: point) }

    /// Whether a finger holds the key, or will type it when the finger is lifted.
    ///
    /// - Complexity: Linear in the fingers on the keyboard; no allocation.
    public final func isPressed(_ place: KeyboardLayout.Place) -> Bool { fingers.contains { $0.place == place } }

    /// Whether the key does anything now; false for the return key if the text input is empty and wants this
    /// (``TextInputTraits/enablesReturnKeyAutomatically``).
    public final func isEnabled(_ place: KeyboardLayout.Place) -> Bool {
        plane.key(at: place).map { $0.action != .return || traits.isReturnEnabled } ?? false
    }

    /// The middle of the key that types a text on the plane in the present state of shift, in the keyboard's
    /// coordinates; nil when there is no such key.
    ///
    /// The space key types `" "`, and the return key `"\n"`.
    ///
    /// - Complexity: Linear in the keys; no allocation but after a change of the plane or the size.
    public final func location(of text: String) -> Point? {
        location { self.text(of: $0) == text }
    }

    /// The middle of the plane's first key with this action, in the keyboard's coordinates; nil when there is no such
    /// key.
    ///
    /// - Complexity: Linear in the keys; no allocation but after a change of the plane or the size.
    public final func location(of action: KeyboardLayout.Action) -> Point? { location { $0.action == action } }

    private final func location(where matches: (KeyboardLayout.Key) -> Bool) -> Point? {
        for (row, keys) in plane.rows.enumerated() {
            guard let column = keys.firstIndex(where: matches) else { continue }
            return rect(of: KeyboardLayout.Place(row: row, column: column))?.center
        }
        return nil
    }

    /// What a key types now; nil for one that types nothing.
    final func text(of key: KeyboardLayout.Key) -> String? {
        switch key.action {
        case .text(let text, let shifted): isShifted ? shifted : text
        case .space: " "
        case .return: "\n"
        case .delete, .shift, .plane: nil
        }
    }

    final var geometry: KeyboardGeometry {
        let bounds = bounds.standardized
        if let knownGeometry, knownGeometry.bounds == bounds { return knownGeometry }
        let geometry = KeyboardGeometry(plane, in: bounds)
        knownGeometry = geometry
        return geometry
    }

    /// The default of ``label(of:)``.
    final func plainLabel(of key: KeyboardLayout.Key) -> String {
        if let label = key.label { return label }
        switch key.action {
        case .text(let text, let shifted): return isShifted ? shifted : text
        case .space: return "space"
        case .return: return traits.returnKeyType.title
        case .delete: return "⌫"
        case .shift: return shift == .locked ? "⇪" : "⇧"
        case .plane(let name): return name
        }
    }
}

extension ReturnKeyType {
    /// What stands on the return key of a ``KeyboardView``, in English.
    fileprivate var title: String {
        switch self {
        case .normal: "return"
        case .done: "done"
        case .go: "go"
        case .next: "next"
        case .search: "search"
        case .send: "send"
        }
    }
}
