/// A preference as the file has it: a value with its type.
///
/// A Boolean, an integer and a floating-point number are three types, and none is read as another.
public enum StoredPreference: Sendable {
    case bool(Bool)
    case int(Int)
    case double(Double)
    case text(String)
    case bytes([UInt8])
    case array([StoredPreference])
    case table([String: StoredPreference])

    /// How many arrays and tables may be inside one another.
    package static let mostLevels = 64

    /// Whether no more than so many arrays and tables are inside one another.
    func hasAtMost(levels: Int) -> Bool {
        switch self {
        case .array(let values): levels > 0 && values.allSatisfy { $0.hasAtMost(levels: levels - 1) }
        case .table(let values): levels > 0 && values.values.allSatisfy { $0.hasAtMost(levels: levels - 1) }
        default: true
        }
    }

    /// The name of the type, for messages.
    var typeName: String {
        switch self {
        case .bool: "Bool"
        case .int: "Int"
        case .double: "Double"
        case .text: "String"
        case .bytes: "[UInt8]"
        case .array: "Array"
        case .table: "Dictionary"
        }
    }
}

extension StoredPreference: Equatable {
    /// Whether the values are the same; a floating-point number that is not a number is the same as another one.
    ///
    /// - Complexity: Linear in the values; allocates nothing.
    public static func == (one: StoredPreference, other: StoredPreference) -> Bool {
        switch (one, other) {
        case (.bool(let one), .bool(let other)): one == other
        case (.int(let one), .int(let other)): one == other
        case (.double(let one), .double(let other)): one == other || (one.isNaN && other.isNaN)
        case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
        case (.bytes(let one), .bytes(let other)): one == other
        case (.array(let one), .array(let other)): one == other
        case (.table(let one), .table(let other)): one == other
        default: false
        }
    }
}
