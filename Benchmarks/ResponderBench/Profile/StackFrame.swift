/// A function in a stack, as a profiler names it.
struct StackFrame: Hashable {
    /// The name that the linker knows, or ``unknownSymbol``.
    let symbol: String
    /// The path of the file that holds the function's code, or what a profiler writes instead, as `[kernel.kallsyms]`.
    let object: String

    static let unknownSymbol = "[unknown]"
    /// Stands below the stacks of all threads but the first one.
    static let otherThread = StackFrame(symbol: "[other threads]", object: "")

    var isKnown: Bool { symbol != Self.unknownSymbol }
}
