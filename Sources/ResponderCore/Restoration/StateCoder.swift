public import ResponderTouchInput

/// The state of one object, as values by key: written when the application saves its state, read when it restores it.
///
/// A controller gets a coder of its own in ``ViewController/encodeRestorableState(with:)`` and
/// ``ViewController/decodeRestorableState(with:)``, and so do a view and the delegate. A second value for the same key
/// replaces the first. The classes of this package write keys that begin with `ResponderKit.`.
///
/// A method that reads returns nil if there is no value for the key, or a value of another kind: an archive may come
/// from an older version of the app.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
@MainActor
public final class StateCoder {
    /// All values.
    public private(set) var values: [String: StateValue]
    /// The path of the controller that reads; empty for any other object.
    private let path: [String]
    /// Finds a controller of the archive by its path; nil while the state is written.
    private let find: (([String]) -> ViewController?)?

    /// A coder with values, outside of any application, for tests of a class that writes and reads its state.
    ///
    /// - Complexity: O(1); allocates the coder.
    public init(values: [String: StateValue] = [:]) {
        self.values = values
        path = []
        find = nil
    }

    init(values: [String: StateValue], path: [String], find: @escaping ([String]) -> ViewController?) {
        self.values = values
        self.path = path
        self.find = find
    }

    /// Whether there is a value for the key.
    public func containsValue(forKey key: String) -> Bool { values[key] != nil }

    // MARK: Writing

    /// Sets a value.
    ///
    /// - Complexity: O(1) amortised; allocates as the values grow.
    public func encode(_ value: StateValue, forKey key: String) { values[key] = value }

    /// Sets a boolean.
    ///
    /// - Complexity: O(1) amortised; allocates as the values grow.
    public func encode(_ value: Bool, forKey key: String) { values[key] = .boolean(value) }

    /// Sets a whole number.
    ///
    /// - Complexity: O(1) amortised; allocates as the values grow.
    public func encode(_ value: Int, forKey key: String) { values[key] = .integer(value) }

    /// Sets a number.
    ///
    /// - Complexity: O(1) amortised; allocates as the values grow.
    public func encode(_ value: Double, forKey key: String) { values[key] = .double(value) }

    /// Sets a text.
    ///
    /// - Complexity: O(1) amortised; allocates as the values grow.
    public func encode(_ value: String, forKey key: String) { values[key] = .string(value) }

    /// Sets bytes.
    ///
    /// - Complexity: O(1) amortised; allocates as the values grow.
    public func encode(_ value: [UInt8], forKey key: String) { values[key] = .bytes(value) }

    /// Sets a point.
    ///
    /// - Complexity: O(1) amortised; allocates an array.
    public func encode(_ value: Point, forKey key: String) {
        values[key] = .array([.double(value.x), .double(value.y)])
    }

    /// Sets a reference to a controller, which is the path of its identifiers (``ViewController/restorationPath``).
    ///
    /// Null for a controller without a path: such a controller is not saved.
    ///
    /// - Complexity: Linear in the controller's parents; allocates the path.
    public func encode(_ controller: ViewController?, forKey key: String) {
        values[key] = controller?.restorationPath.map(StateValue.init(path:)) ?? .null
    }

    /// Sets references to controllers; those without a path are left out.
    ///
    /// - Complexity: Linear in the controllers and their parents; allocates the paths.
    public func encode(_ controllers: [ViewController], forKey key: String) {
        values[key] = .array(controllers.compactMap { $0.restorationPath.map(StateValue.init(path:)) })
    }

    // MARK: Reading

    /// The value for the key.
    public func decodeValue(forKey key: String) -> StateValue? { values[key] }

    /// The boolean for the key.
    public func decodeBool(forKey key: String) -> Bool? {
        if case .boolean(let value) = values[key] { value } else { nil }
    }

    /// The whole number for the key.
    public func decodeInteger(forKey key: String) -> Int? {
        if case .integer(let value) = values[key] { value } else { nil }
    }

    /// The number for the key, whole or not.
    public func decodeDouble(forKey key: String) -> Double? { values[key]?.number }

    /// The text for the key.
    public func decodeString(forKey key: String) -> String? {
        if case .string(let value) = values[key] { value } else { nil }
    }

    /// The bytes for the key.
    public func decodeBytes(forKey key: String) -> [UInt8]? {
        if case .bytes(let value) = values[key] { value } else { nil }
    }

    /// The point for the key; nil also if a coordinate is not finite.
    public func decodePoint(forKey key: String) -> Point? {
        guard case .array(let values) = values[key], values.count == 2,
            let x = values[0].number, let y = values[1].number, x.isFinite, y.isFinite
        else { return nil }
        return Point(x, y)
    }

    /// The controller that the key refers to; nil if the controller was not found again.
    ///
    /// - Complexity: Linear in the path; allocates the path.
    public func decodeViewController(forKey key: String) -> ViewController? {
        values[key]?.path.flatMap { find?($0) }
    }

    /// The controllers that the key refers to, without those that were not found again.
    ///
    /// Nil if there is no such value.
    ///
    /// - Complexity: Linear in the paths; allocates them and the array.
    public func decodeViewControllers(forKey key: String) -> [ViewController]? {
        guard case .array(let values) = values[key] else { return nil }
        return values.compactMap { $0.path.flatMap { find?($0) } }
    }
}

extension StateCoder {
    /// Sets references to a container's children, up to the first one without a path.
    package func encodeChildren(_ children: [ViewController], forKey key: String) {
        let named = children.prefix { $0.restorationPath != nil }
        encode(Array(named), forKey: key)
    }

    /// The controllers that the key refers to, up to the first one that was not found again or cannot be a child of
    /// `container`, since an archive may have any content.
    package func decodeChildren(
        of container: ViewController,
        forKey key: String,
        where isSuitable: (ViewController) -> Bool
    ) -> [ViewController] {
        guard case .array(let values) = values[key] else { return [] }
        var children: [ViewController] = []
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(container)]
        for value in values {
            guard let childPath = value.path, childPath.dropLast().elementsEqual(path), let child = find?(childPath),
                isSuitable(child),
                child.parent === container || (child.parent == nil && child.isFree && !container.isInside(child)),
                seen.insert(ObjectIdentifier(child)).inserted
            else { break }
            children.append(child)
        }
        return children
    }
}

extension ViewController {
    /// Whether no window and no presentation has the controller.
    fileprivate var isFree: Bool { rootWindow == nil && presentation == nil }
}

extension StateValue {
    /// The value as a number.
    fileprivate var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    init(path: [String]) { self = .array(path.map(StateValue.string)) }

    /// The value as a path of at least one identifier.
    var path: [String]? {
        guard case .array(let values) = self, !values.isEmpty else { return nil }
        var path: [String] = []
        for value in values {
            guard case .string(let identifier) = value else { return nil }
            path.append(identifier)
        }
        return path
    }
}
