/// What callbacks wrote, in the order in which they were called.
@MainActor
package final class Log {
    package var entries: [String] = []

    package init() {}

    package func write(_ entry: String) {
        entries.append(entry)
    }

    /// Takes the entries out, so that the next expectation starts from an empty log.
    package func take() -> [String] {
        defer { entries = [] }
        return entries
    }
}

/// A place for a value that a callback needs before it exists.
@MainActor
package final class Box<Value> {
    package var value: Value

    package init(_ value: Value) {
        self.value = value
    }
}
