/// Why a text is no YAML document that this package reads, and where.
package struct YAMLProblem: Error {
    /// The kind of problem.
    package enum Kind: Sendable {
        /// The text has another form.
        case malformed
        /// No memory is left.
        case memory
        /// The source of the bytes has failed: it says why.
        case source
    }

    package let kind: Kind
    /// The line, from 1; nil for the text as a whole.
    package let line: Int?
    /// The place in the line, from 1, in Unicode scalars; nil where `line` is nil.
    package let column: Int?
    /// What was expected, and what was found.
    package let text: String

    package init(_ kind: Kind, line: Int? = nil, column: Int? = nil, text: String) {
        (self.kind, self.line, self.column, self.text) = (kind, line, column, text)
    }
}
