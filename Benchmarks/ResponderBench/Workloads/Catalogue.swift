extension Workload {
    /// All there are, in the order in which they run.
    ///
    /// Names stay as they are: others rely on them.
    static let all: [Workload] = touches + panels + dispatch + hitTests + threads + loops + timers + notifications

    /// What to say when no workload's name begins with `prefix`.
    static func unknown(prefix: String) -> String {
        var known: [String] = []
        for group in all.map({ $0.name.prefix { $0 != "/" } + "/" }) where !known.contains(String(group)) {
            known.append(String(group))
        }
        return "No workload's name begins with '\(prefix)'. Those that there are begin with "
            + known.joined(separator: ", ") + "; --list names them."
    }
}
