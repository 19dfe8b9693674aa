/// A type that a preference can have: `Bool`, `Int`, `Double`, `String`, `[UInt8]`, arrays of these types, and
/// dictionaries of them with strings as keys.
///
/// An enumeration whose raw values are of such a type conforms without code of its own:
///
///     enum Theme: String, PreferenceValue { case light, dark }
public protocol PreferenceValue: PreferenceElement {
    /// The value in the file's form.
    var stored: StoredPreference { get }

    /// The value of that form; nil for a value of another type.
    init?(stored: StoredPreference)
}

/// A type that an array in a preference can have as elements: each ``PreferenceValue``, and `UInt8`.
public protocol PreferenceElement: Sendable {
    /// The array in the file's form.
    static func store(_ values: [Self]) -> StoredPreference

    /// The array of that form; nil for a value of another type.
    static func values(_ stored: StoredPreference) -> [Self]?
}

extension PreferenceValue {
    /// The array in the file's form.
    ///
    /// - Complexity: Linear in the values; allocates the form.
    public static func store(_ values: [Self]) -> StoredPreference { .array(values.map(\.stored)) }

    /// The array of that form; nil for a value of another type.
    ///
    /// - Complexity: Linear in the values; allocates the array.
    public static func values(_ stored: StoredPreference) -> [Self]? {
        guard case .array(let elements) = stored else { return nil }
        var values: [Self] = []
        values.reserveCapacity(elements.count)
        for element in elements {
            guard let value = Self(stored: element) else { return nil }
            values.append(value)
        }
        return values
    }
}

extension UInt8: PreferenceElement {
    /// The bytes in the file's form.
    ///
    /// - Complexity: O(1); allocates nothing.
    public static func store(_ values: [UInt8]) -> StoredPreference { .bytes(values) }

    /// The bytes of that form; nil for a value of another type.
    ///
    /// - Complexity: O(1); allocates nothing.
    public static func values(_ stored: StoredPreference) -> [UInt8]? {
        if case .bytes(let bytes) = stored { bytes } else { nil }
    }
}

extension PreferenceValue where Self: RawRepresentable, RawValue: PreferenceValue {
    /// The raw value in the file's form.
    ///
    /// - Complexity: That of the raw value's form.
    public var stored: StoredPreference { rawValue.stored }

    /// The value of that raw value; nil for a raw value of another type, and for one that no value has.
    ///
    /// - Complexity: That of the raw value's form.
    public init?(stored: StoredPreference) {
        guard let rawValue = RawValue(stored: stored) else { return nil }
        self.init(rawValue: rawValue)
    }
}

extension Bool: PreferenceValue {
    /// The value in the file's form.
    ///
    /// - Complexity: O(1); allocates nothing.
    public var stored: StoredPreference { .bool(self) }

    /// The value of that form; nil for a value of another type.
    ///
    /// - Complexity: O(1); allocates nothing.
    public init?(stored: StoredPreference) {
        guard case .bool(let value) = stored else { return nil }
        self = value
    }
}

extension Int: PreferenceValue {
    /// The value in the file's form.
    ///
    /// - Complexity: O(1); allocates nothing.
    public var stored: StoredPreference { .int(self) }

    /// The value of that form; nil for a value of another type.
    ///
    /// - Complexity: O(1); allocates nothing.
    public init?(stored: StoredPreference) {
        guard case .int(let value) = stored else { return nil }
        self = value
    }
}

extension Double: PreferenceValue {
    /// The value in the file's form.
    ///
    /// - Complexity: O(1); allocates nothing.
    public var stored: StoredPreference { .double(self) }

    /// The value of that form; nil for a value of another type.
    ///
    /// - Complexity: O(1); allocates nothing.
    public init?(stored: StoredPreference) {
        guard case .double(let value) = stored else { return nil }
        self = value
    }
}

extension String: PreferenceValue {
    /// The value in the file's form.
    ///
    /// - Complexity: O(1); allocates nothing.
    public var stored: StoredPreference { .text(self) }

    /// The value of that form; nil for a value of another type.
    ///
    /// - Complexity: O(1); allocates nothing.
    public init?(stored: StoredPreference) {
        guard case .text(let value) = stored else { return nil }
        self = value
    }
}

extension Array: PreferenceElement where Element: PreferenceElement {}

extension Array: PreferenceValue where Element: PreferenceElement {
    /// The array in the file's form.
    ///
    /// - Complexity: Linear in the elements; allocates the form.
    public var stored: StoredPreference { Element.store(self) }

    /// The array of that form; nil for a value of another type.
    ///
    /// - Complexity: Linear in the elements; allocates the array.
    public init?(stored: StoredPreference) {
        guard let values = Element.values(stored) else { return nil }
        self = values
    }
}

extension Dictionary: PreferenceElement where Key == String, Value: PreferenceValue {}

extension Dictionary: PreferenceValue where Key == String, Value: PreferenceValue {
    /// The dictionary in the file's form.
    ///
    /// - Complexity: Linear in the values; allocates the form.
    public var stored: StoredPreference { .table(mapValues(\.stored)) }

    /// The dictionary of that form; nil for a value of another type.
    ///
    /// - Complexity: Linear in the values; allocates the dictionary.
    public init?(stored: StoredPreference) {
        guard case .table(let entries) = stored else { return nil }
        self.init(minimumCapacity: entries.count)
        for (key, entry) in entries {
            guard let value = Value(stored: entry) else { return nil }
            self[key] = value
        }
    }
}
