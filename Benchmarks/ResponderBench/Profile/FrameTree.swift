/// The stacks as a tree: a node for each function, below the node of the function that called it.
final class FrameNode {
    let name: FunctionName
    /// The demangled name in full.
    let fullName: String
    /// The cost of the function itself, when it was called through this stack.
    fileprivate(set) var own = 0
    fileprivate var childrenByName: [FunctionName: FrameNode] = [:]

    fileprivate init(_ name: FunctionName, fullName: String) {
        self.name = name
        self.fullName = fullName
    }

    /// The nodes of the called functions, the costliest first; equally costly nodes are sorted by name.
    private(set) lazy var children = childrenByName.values.sorted {
        ($1.total, $0.name.short, $0.name.module.rawValue) < ($0.total, $1.name.short, $1.name.module.rawValue)
    }

    /// The cost of the function and of all functions that it called.
    private(set) lazy var total: Int = own + childrenByName.values.reduce(0) { $0 + $1.total }

    /// The number of levels in the tree below this node, with the node's own level.
    private(set) lazy var height: Int = 1 + (childrenByName.values.map(\.height).max() ?? 0)
}

/// All stacks below one node.
struct FrameTree {
    let root: FrameNode
    let unit: Stacks.Unit

    /// - Parameter demangled: The demangled names, by symbol.
    init(_ stacks: Stacks, demangled: [String: String] = [:]) {
        unit = stacks.unit
        let all = StackFrame(symbol: "all", object: "")
        root = FrameNode(FunctionName(all, demangled: "all"), fullName: "all")
        var names: [StackFrame: (name: FunctionName, full: String)] = [:]
        // In a fixed order, so that a node always gets the same full name.
        let sorted = stacks.weights.sorted { $0.key.map(\.symbol).lexicographicallyPrecedes($1.key.map(\.symbol)) }
        for (stack, weight) in sorted {
            var node = root
            for frame in stack {
                let full = demangled[frame.symbol] ?? frame.symbol
                let name = names[frame] ?? (FunctionName(frame, demangled: full), FunctionName.printable(full))
                names[frame] = name
                if let child = node.childrenByName[name.name] {
                    node = child
                } else {
                    let child = FrameNode(name.name, fullName: name.full)
                    node.childrenByName[name.name] = child
                    node = child
                }
            }
            node.own += weight
        }
    }

    /// The cost of each function, summed over all its callers.
    var functions: [FunctionCost] {
        var costs: [FunctionName: FunctionCost] = [:]
        func visit(_ node: FrameNode, callers: Set<FunctionName>) {
            var cost = costs[node.name] ?? FunctionCost(name: node.name)
            cost.own += node.own
            // The cost of a recursive function counts once.
            if !callers.contains(node.name) { cost.total += node.total }
            costs[node.name] = cost
            let inner = callers.union([node.name])
            for child in node.children { visit(child, callers: inner) }
        }
        for child in root.children { visit(child, callers: []) }
        return costs.values.sorted {
            ($1.own, $1.total, $0.name.short, $0.name.module.rawValue)
                < ($0.own, $0.total, $1.name.short, $1.name.module.rawValue)
        }
    }
}

/// The cost of a function.
struct FunctionCost {
    let name: FunctionName
    /// The function's own instructions or samples.
    var own = 0
    /// The instructions or samples of the function and of all functions that it called.
    var total = 0
}
