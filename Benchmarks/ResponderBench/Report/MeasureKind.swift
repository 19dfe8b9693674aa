/// What a row measures, by its metric and unit.
enum MeasureKind {
    case time, processor, memory, instructions, other

    init(metric: String, unit: String) {
        switch unit.prefix(while: { $0 != "/" && $0 != " " }) {
        case "ns", "us", "µs", "ms", "s": self = metric == "cpu" ? .processor : .time
        case "bytes", "byte", "B", "kB", "KiB", "MB", "MiB": self = .memory
        default: self = metric == "instructions" ? .instructions : .other
        }
    }

    /// Whether it is a time, which differs from round to round; a count hardly does.
    var isTimed: Bool { self == .time || self == .processor }
}
