/// The name of a preference, with its type and the value that it has while nobody has set it.
///
///     extension PreferenceKey<Double> {
///         static var volume: Self { PreferenceKey("volume", default: 0.5) }
///     }
///
/// - Complexity: Each member is O(1) and allocates nothing.
public struct PreferenceKey<Value: PreferenceValue>: Sendable {
    /// The name in the file, of any characters.
    public let name: String
    /// The value where neither the app nor the settings page has set one, and none is registered.
    public let defaultValue: Value

    /// A key of that name.
    public init(_ name: String, default defaultValue: Value) {
        self.name = name
        self.defaultValue = defaultValue
    }
}
