internal import ResponderSupport

/// A part of the machine that Linux does not tell as it should; the next best means is used, where there is one.
public struct MachineProblem: Error, Hashable, Sendable {
    /// The part.
    public let part: MachineMonitoring
    private let text: String

    init(_ part: MachineMonitoring, _ text: String) {
        self.part = part
        self.text = text
    }
}

extension MachineProblem: CustomStringConvertible {
    /// The file, the reason and the remedy, in one line; characters that would steer a terminal are escaped.
    ///
    /// - Complexity: Linear in the text; allocates it.
    public var description: String { text.inOneLine() }
}
