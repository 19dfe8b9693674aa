import Foundation

/// Reads the output of `perf script -F pid,tid,ip,sym,dso`.
///
/// A sample is a line `PID/TID`, a line for each function of its stack with the innermost first, and an empty line.
enum PerfScript {
    static func stacks(in text: String) throws(ProfileError) -> Stacks {
        var stacks = Stacks(.samples)
        var stack: [StackFrame] = []
        var isFirstThread = true
        func outermostFirst() -> [StackFrame] { (isFirstThread ? [] : [.otherThread]) + stack.reversed() }
        var number = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            if line.allSatisfy(\.isWhitespace) {
                if !stack.isEmpty { stacks.add(outermostFirst(), 1) }
                stack = []
            } else if let (process, thread) = head(line) {
                isFirstThread = process == thread
            } else if let frame = frame(line) {
                // Several unknown functions of a file tell no more than one.
                if frame.isKnown || stack.last != frame { stack.append(frame) }
            } else {
                throw .unreadable(line: number, text: String(line))
            }
        }
        if !stack.isEmpty { stacks.add(outermostFirst(), 1) }
        return stacks
    }

    /// The process and the thread in the first line of a sample.
    private static func head(_ line: Substring) -> (process: Int, thread: Int)? {
        let parts = line.trimmingCharacters(in: .whitespaces).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let process = Int(parts[0]), let thread = Int(parts[1]) else { return nil }
        return (process, thread)
    }

    /// The function in a line: `ADDRESS SYMBOL (OBJECT)`.
    ///
    /// A symbol may hold anything but a line feed, and a path may hold spaces and parentheses. So the path begins at
    /// the last ` (` with a slash or a bracket behind it.
    private static func frame(_ line: Substring) -> StackFrame? {
        let trimmed = line.trimmingCharacters(in: .whitespaces)
        guard let space = trimmed.firstIndex(of: " "), let address = UInt64(trimmed[..<space], radix: 16),
            trimmed.hasSuffix(")")
        else { return nil }
        let rest = trimmed[space...]
        let starts = [" (/", " (["].compactMap { rest.range(of: $0, options: .backwards)?.lowerBound }
        guard let start = starts.max() ?? rest.range(of: " (", options: .backwards)?.lowerBound else { return nil }
        let symbol = rest[..<start].trimmingCharacters(in: .whitespaces)
        // The upper half of the addresses is the kernel's.
        let object = address >> 63 == 1 ? "[kernel]" : String(rest[start...].dropFirst(2).dropLast())
        return StackFrame(symbol: symbol.isEmpty ? StackFrame.unknownSymbol : symbol, object: object)
    }
}
