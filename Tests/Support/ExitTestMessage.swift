package import Testing

extension Optional where Wrapped == ExitTest.Result {
    /// Expects that the process wrote `message` on its standard error.
    package func expectMessage(_ message: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let text = self.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(text.contains(message), "the process wrote: \(text)", sourceLocation: sourceLocation)
    }
}
