/// Reads the stacks of a file that callgrind wrote.
///
/// callgrind must have had the options
/// `--separate-callers=64 --separate-recs=1 --demangle=no --compress-strings=no --compress-pos=no`.
/// With these options, the name of a function has its whole stack: `innermost'caller'…'outermost`.
enum CallgrindStacks {
    static func stacks(in text: String) throws(ProfileError) -> Stacks {
        let objects = objects(in: text)
        var stacks = Stacks(.instructions)
        var stack: [StackFrame] = []
        var skipsCosts = false
        var number = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            if line.hasPrefix("fn=") {
                stack = names(line.dropFirst(3)).reversed()
                    .map { name in
                        let symbol =
                            name.hasPrefix("0x") || name == "???" ? StackFrame.unknownSymbol : String(name)
                        return StackFrame(symbol: symbol, object: objects[name] ?? "")
                    }
            } else if line.hasPrefix("calls=") {
                // The next line has the cost of the called function.
                skipsCosts = true
            } else if let first = line.first, first.isNumber {
                if skipsCosts {
                    skipsCosts = false
                    continue
                }
                // POSITION COST
                let columns = line.split(separator: " ")
                guard columns.count >= 2, let cost = Int(columns[1]) else {
                    throw .unreadable(line: number, text: String(line))
                }
                stacks.add(stack, cost)
            }
        }
        return stacks
    }

    /// The files that hold the functions, by function.
    private static func objects(in text: String) -> [Substring: String] {
        var objects: [Substring: String] = [:]
        var object = ""
        for line in text.split(separator: "\n") {
            if line.hasPrefix("ob=") {
                object = String(line.dropFirst(3))
            } else if line.hasPrefix("fn="), let name = names(line.dropFirst(3)).first {
                objects[name] = object
            }
        }
        return objects
    }

    /// The functions of a stack, the innermost first, without the levels of recursion (`swift_release'2`).
    private static func names(_ stack: Substring) -> [Substring] {
        stack.split(separator: "'").filter { !$0.allSatisfy(\.isNumber) }
    }
}
