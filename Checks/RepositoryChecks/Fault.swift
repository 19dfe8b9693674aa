/// A mistake in the repository: where it is, what it is, and what mends it.
package struct Fault: Equatable, Sendable, CustomStringConvertible {
    package let path: String
    /// The line, counted from one; nil where the fault is one of the whole file.
    package let line: Int?
    package let message: String

    package init(_ path: String, _ line: Int?, _ message: String) {
        (self.path, self.line, self.message) = (path, line, message)
    }

    package init(_ path: String, _ message: String) { self.init(path, nil, message) }

    package var description: String {
        guard let line else { return "error: \(path): \(message)" }
        return "error: \(path):\(line): \(message)"
    }
}

/// What reads the files one after the other, and then says what is wrong.
package protocol Check {
    mutating func read(_ source: Source)
    /// The faults in what was read.
    mutating func finish() -> [Fault]
}

/// Has each check read each file, and gives the faults in the order of files and lines.
package func faults(of checks: [any Check], in files: [RepositoryFile]) -> [Fault] {
    var checks = checks
    for file in files {
        let source = Source(file)
        for index in checks.indices { checks[index].read(source) }
    }
    let found = checks.indices.flatMap { checks[$0].finish() }
    return found.sorted { ($0.path, $0.line ?? 0, $0.message) < ($1.path, $1.line ?? 0, $1.message) }
}
