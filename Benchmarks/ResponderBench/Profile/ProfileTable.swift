/// The costliest functions as a table for people: a row for each, sorted by the function's own cost.
struct ProfileTable {
    let text: String

    private static let longestName = 96

    init(_ tree: FrameTree, rows: Int) {
        let functions = tree.functions
        let shown = functions.prefix(rows)
        func share(_ cost: Int) -> String {
            (100 * Double(cost) / Double(tree.root.total)).fixed(1).padded(to: 6, right: true)
        }
        let moduleWidth = (["module"] + shown.map(\.name.module.rawValue)).map(\.count).max() ?? 0
        var lines = ["self %  with calls %  " + "module".padded(to: moduleWidth) + "  function"]
        for function in shown {
            let name = function.name.short.clipped(to: Self.longestName)
            let module = function.name.module.rawValue.padded(to: moduleWidth)
            lines.append(
                "\(share(function.own))  \(share(function.total).padded(to: 12, right: true))  \(module)  \(name)"
            )
        }
        if functions.count > rows {
            let rest = functions.dropFirst(rows).reduce(0) { $0 + $1.own }
            lines.append("\(share(rest))                in \(functions.count - rows) more")
        }
        text = lines.joined(separator: "\n")
    }
}

/// The own costs of each module's functions, as a part of the whole.
struct ModuleShares {
    /// The modules that cost anything, the costliest first, with their part of the whole.
    let shares: [(module: FrameModule, part: Double)]

    init(_ tree: FrameTree) {
        var costs: [FrameModule: Int] = [:]
        for function in tree.functions { costs[function.name.module, default: 0] += function.own }
        let total = Double(tree.root.total)
        // All modules that occur, even modules whose functions only call others: they have a colour in the picture.
        shares = FrameModule.allCases.filter { costs[$0] != nil }
            .map { ($0, Double(costs[$0] ?? 0) / total) }
            .sorted { ($1.part, $0.module.rawValue) < ($0.part, $1.module.rawValue) }
    }

    var text: String {
        shares.map { "\($0.module.rawValue) \((100 * $0.part).fixed(1)) %" }.joined(separator: ", ")
    }
}

extension String {
    /// The text, or its beginning with `…` where it is longer.
    func clipped(to length: Int) -> String {
        count <= length ? self : prefix(max(0, length - 1)) + "…"
    }
}
