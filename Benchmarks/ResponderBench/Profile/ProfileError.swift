/// Why there is no profile.
enum ProfileError: Error, CustomStringConvertible {
    /// A line is not in the profiler's format.
    case unreadable(line: Int, text: String)
    /// The profiler saw nothing.
    case empty(Stacks.Unit)
    /// The profiler saw nothing of the part that is asked for.
    case nothingInside(roots: [String], seen: Int, unit: Stacks.Unit)
    /// A file cannot be read or written.
    case file(path: String, reason: String)

    var description: String {
        switch self {
        case .unreadable(let line, let text):
            "line \(line) is not what the profiler writes: \(text.prefix(80).debugDescription)"
        case .empty(let unit):
            "the profile holds no \(unit.rawValue): the program ended before the profiler saw anything of it"
        case .nothingInside(let roots, let seen, let unit):
            "none of the \(seen) \(unit.rawValue) is inside \(roots.joined(separator: " or "))"
        case .file(let path, let reason):
            "\(path): \(reason)"
        }
    }
}
