internal import ResponderEventLoop
public import ResponderKit
internal import ResponderSupport

/// A saved state as a text of JSON, and back.
public enum StateText {
    /// The text of a value; equal values have equal texts.
    ///
    /// - Throws: `StateStoreError` if values are nested more than 512 deep; bytes count as one level.
    /// - Complexity: O(n log n) in the values; allocates the text.
    public static func write(_ value: StateValue) throws(StateStoreError) -> String {
        guard let text = JSONWriter.write(value) else {
            throw StateStoreError("values are nested more than \(JSONWriter.depthLimit) deep")
        }
        return text
    }

    /// The value of a text.
    ///
    /// - Throws: `StateStoreError` with the line of the first mistake.
    /// - Complexity: Linear in the text; allocates the values, and twice as much while it reads.
    public static func read(_ bytes: [UInt8]) throws(StateStoreError) -> StateValue {
        do throws(Problem) {
            return try value(JSONReader.read(bytes), at: .root)
        } catch {
            let place = error.place.description
            throw StateStoreError(
                "line \(error.line)\(place.isEmpty ? "" : ", \(place)"): \(error.text)".inOneLine()
            )
        }
    }

    /// The value that a JSON value stands for; the reader has bounded the depth.
    private static func value(_ json: JSONValue, at place: KeyPlace) throws(Problem) -> StateValue {
        switch json.content {
        case .null: return .null
        case .boolean(let flag): return .boolean(flag)
        case .number(let number): return json.integer.map(StateValue.integer) ?? .double(number)
        case .text(let text): return .string(text)
        case .array(let elements):
            var values: [StateValue] = []
            values.reserveCapacity(elements.count)
            for (index, element) in elements.enumerated() {
                values.append(try value(element, at: .index(index, in: place)))
            }
            return .array(values)
        case .object(let members):
            if let special = try special(members, at: place) { return special }
            var values: [String: StateValue] = [:]
            for member in members {
                let place = KeyPlace.key(member.key, in: place)
                var key = member.key
                if key.utf8.first == UInt8(ascii: "$") {
                    key.unicodeScalars.removeFirst()
                    guard key.utf8.first == UInt8(ascii: "$") else {
                        throw Problem(
                            line: member.line,
                            place: place,
                            text: "the key is none of $bytes and $double; a key with a $ has two at its beginning"
                        )
                    }
                }
                values[key] = try value(member.value, at: place)
            }
            return .dictionary(values)
        }
    }

    /// The bytes, or the number that JSON lacks, that an object stands for; nil for a plain object.
    private static func special(_ members: [JSONValue.Member], at place: KeyPlace) throws(Problem) -> StateValue? {
        guard members.count == 1, let member = members.first, ["$bytes", "$double"].contains(member.key) else {
            return nil
        }
        if case .text(let text) = member.value.content {
            if member.key == "$bytes" {
                if let bytes = Base64.bytes(of: text) { return .bytes(bytes) }
            } else if let number = ["nan": Double.nan, "infinity": .infinity, "-infinity": -.infinity][text] {
                return .double(number)
            }
        }
        throw Problem(
            line: member.line,
            place: .key(member.key, in: place),
            text: member.key == "$bytes" ? "the value is no base64" : "the value is none of nan, infinity, -infinity"
        )
    }
}
