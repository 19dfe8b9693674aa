internal import Glibc

/// The standard error of the process.
enum StandardError {
    /// Writes a line; safe on any thread.
    static func write(_ line: String) {
        // Not through `stderr`: Swift 6 takes this variable for shared mutable state.
        Array("\(line)\n".utf8).withUnsafeBytes { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
