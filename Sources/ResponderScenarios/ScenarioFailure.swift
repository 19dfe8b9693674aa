/// Why a scenario has not passed.
public struct ScenarioFailure: Error, Hashable, Sendable {
    /// The kinds of failures.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Something in a file is wrong, or the file cannot be read.
        case unreadable
        /// A step could not be carried out, or something else was there than expected.
        case failed
        /// The app is never idle.
        case busy
        /// The process of the app ended.
        case crashed
    }

    /// The kind of failure.
    public let kind: Kind
    /// The file: the scenario's, or one that it includes.
    public let file: String
    /// The line, from 1; nil for the file as a whole.
    public let line: Int?
    /// The place in the line, from 1, in Unicode scalars; nil for the line as a whole.
    public let column: Int?
    /// What is wrong, in one line or several; what came from outside is escaped for a terminal.
    public let message: String
    /// What was expected and what was there instead, line by line; empty where there is nothing to compare.
    public let difference: [DifferenceLine]

    /// A failure at a place.
    ///
    /// - Complexity: O(1); no allocation.
    public init(
        kind: Kind,
        file: String,
        line: Int? = nil,
        column: Int? = nil,
        message: String,
        difference: [DifferenceLine] = []
    ) {
        (self.kind, self.file, self.line, self.column) = (kind, file, line, column)
        (self.message, self.difference) = (message, difference)
    }
}

extension ScenarioFailure: CustomStringConvertible {
    /// The place, the message and the difference, each in lines of their own, as the program prints them.
    ///
    /// - Complexity: Linear in the message and the difference; allocates the text.
    public var description: String { lines.map(\.text).joined(separator: "\n") }
}

/// A line of two texts that are compared.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
public struct DifferenceLine: Hashable, Sendable {
    /// Which text the line is in.
    public enum Kind: String, Hashable, Sendable {
        /// Both.
        case same = " "
        /// What was expected, alone.
        case expected = "-"
        /// What was there, alone.
        case found = "+"
    }

    /// Which text the line is in.
    public let kind: Kind
    /// The line, in one line and escaped for a terminal.
    public let text: String

    /// A line of one text or of both.
    public init(kind: Kind, text: String) { (self.kind, self.text) = (kind, text) }
}
