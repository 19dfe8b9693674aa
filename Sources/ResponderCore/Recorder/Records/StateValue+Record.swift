// Values of a saved state as bytes of a record.
extension RecordWriter {
    mutating func append(_ value: StateValue) {
        switch value {
        case .null: append(0 as UInt8)
        case .boolean(let flag):
            append(1 as UInt8)
            append(flag)
        case .integer(let number):
            append(2 as UInt8)
            append(number)
        case .double(let number):
            append(3 as UInt8)
            append(number)
        case .string(let text):
            append(4 as UInt8)
            append(text)
        case .bytes(let bytes):
            append(5 as UInt8)
            append(bytes)
        case .array(let values):
            append(6 as UInt8)
            append(UInt64(values.count))
            for value in values { append(value) }
        case .dictionary(let values):
            append(7 as UInt8)
            append(UInt64(values.count))
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                append(key)
                append(value)
            }
        }
    }
}

extension RecordReader {
    /// How deep values may be nested: those of an archive's coders, and the archive around them.
    private static let depthLimit = StateValue.depthLimit + 8

    mutating func stateValue(depth: Int = 0) throws(Malformed) -> StateValue {
        guard depth <= Self.depthLimit else { throw Malformed(reason: "a state is nested too deeply") }
        let kind = try byte()
        switch kind {
        case 0: return .null
        case 1: return .boolean(try flag())
        case 2: return .integer(try integer())
        case 3: return .double(try float64())
        case 4: return .string(try text())
        case 5: return .bytes(Array(try data()))
        case 6:
            var values: [StateValue] = []
            for _ in 0..<(try count()) { values.append(try stateValue(depth: depth + 1)) }
            return .array(values)
        case 7:
            var values: [String: StateValue] = [:]
            for _ in 0..<(try count()) {
                let key = try text()
                values[key] = try stateValue(depth: depth + 1)
            }
            return .dictionary(values)
        default: throw Malformed(reason: "\(kind) is the number of no value of a state")
        }
    }
}
