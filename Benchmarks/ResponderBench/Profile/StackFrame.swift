/// A function in a stack, as a profiler names it.
struct StackFrame: Hashable {
    /// The name that the linker knows, or ``unknownSymbol``.
    let symbol: String
    /// The path of the file that holds the function's code, or a profiler's word for it, such as `[kernel.kallsyms]`.
    let object: String

    static let unknownSymbol = "[unknown]"
    /// The outermost frame of the stacks of all threads except the first.
    static let otherThread = StackFrame(symbol: "[other threads]", object: "")

    var isKnown: Bool { symbol != Self.unknownSymbol }
}
