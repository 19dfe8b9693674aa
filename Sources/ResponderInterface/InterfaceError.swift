internal import ResponderEventLoop
internal import ResponderSupport

/// An error in a file of an interface, with its place and its correction.
public struct InterfaceError: Error, Hashable, CustomStringConvertible {
    /// The file's path.
    public let file: String
    /// The line's number, from 1; nil if the file could not be read.
    public let line: Int?
    /// The place in the tree, such as `controller.view.subviews[2].frame`; nil for the file as a whole.
    ///
    /// The middle of a place that is deep in the tree is written as `…`.
    public let keyPath: String?
    /// The error and its correction.
    public let problem: String

    /// The place and the problem, in one line without control characters, which could steer a terminal.
    public var description: String {
        let place = [file, line.map { "line \($0)" }, keyPath].compactMap(\.self).joined(separator: ", ")
        return "\(place): \(problem)".inOneLine()
    }
}

/// A problem at a place in a file, for an error with the file's name.
package struct Problem: Error {
    package let line: Int
    /// The place in the line, from 1, in Unicode scalars; nil for the line as a whole.
    package let column: Int?
    package let place: KeyPlace
    package let text: String

    package init(line: Int, column: Int? = nil, place: KeyPlace, text: String) {
        (self.line, self.column, self.place, self.text) = (line, column, place, text)
    }

    func error(in file: String) -> InterfaceError {
        let keyPath = place.description
        return InterfaceError(file: file, line: line, keyPath: keyPath.isEmpty ? nil : keyPath, problem: text)
    }
}
