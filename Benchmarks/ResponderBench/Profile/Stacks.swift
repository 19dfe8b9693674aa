/// The cost of each stack of functions.
struct Stacks {
    /// The unit that the profiler counts in.
    enum Unit: String {
        case samples, instructions
    }

    let unit: Unit
    /// The own cost of each stack; the outermost function of a stack comes first.
    private(set) var weights: [[StackFrame]: Int] = [:]

    init(_ unit: Unit) {
        self.unit = unit
    }

    /// The cost of all stacks.
    var total: Int { weights.values.reduce(0, +) }

    mutating func add(_ stack: [StackFrame], _ weight: Int) {
        guard weight > 0, !stack.isEmpty else { return }
        weights[stack, default: 0] += weight
    }

    /// The part of the stacks inside a function whose symbol holds one of `roots`; that function is left out.
    ///
    /// A stack of the first thread without such a function is left out. The other threads' stacks stay as they are:
    /// their work belongs to the workload, and no function marks it.
    func inside(_ roots: [String]) -> Stacks {
        guard !roots.isEmpty else { return self }
        var result = Stacks(unit)
        for (stack, weight) in weights {
            if stack.first == .otherThread {
                result.add(stack, weight)
            } else if let root = stack.firstIndex(where: { frame in roots.contains { frame.symbol.contains($0) } }) {
                // Where the function itself is the innermost, its name is all that is left.
                result.add(Array(root + 1 < stack.count ? stack[(root + 1)...] : stack[root...]), weight)
            }
        }
        return result
    }
}
