import ResponderKitTesting

extension ResponderLog {
    /// The lines that were noted since the last call.
    func takeLines() -> [String] {
        defer { clear() }
        return lines
    }
}
