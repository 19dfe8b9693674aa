/// A plain value of a saved state; archives consist of such values.
///
/// The product `ResponderInterface` writes such values to a file of JSON, and reads them from it.
public enum StateValue: Hashable, Sendable {
    /// No value.
    case null
    /// True or false.
    case boolean(Bool)
    /// A whole number.
    case integer(Int)
    /// A number; infinite values and NaN are kept, too.
    case double(Double)
    /// A text.
    case string(String)
    /// Bytes.
    case bytes([UInt8])
    /// Values in order.
    case array([StateValue])
    /// Values by key.
    case dictionary([String: StateValue])

    /// How deep the values of one ``StateCoder`` may be nested; a state with deeper values is not saved.
    public static let depthLimit = 128

    /// Whether arrays and dictionaries are nested deeper than `limit`: 1 for an array of numbers.
    func isDeeper(than limit: Int) -> Bool {
        var remaining = [(self, 0)]
        while let (value, depth) = remaining.popLast() {
            switch value {
            case .array(let values):
                if depth == limit { return true }
                for inner in values { remaining.append((inner, depth + 1)) }
            case .dictionary(let values):
                if depth == limit { return true }
                for inner in values.values { remaining.append((inner, depth + 1)) }
            case .null, .boolean, .integer, .double, .string, .bytes: break
            }
        }
        return false
    }
}
