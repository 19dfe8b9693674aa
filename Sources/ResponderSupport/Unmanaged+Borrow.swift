extension Unmanaged {
    /// Calls `body` with the object without retaining it: the caller must know that the object stays alive meanwhile.
    ///
    /// The standard library's function is not called directly, since a closure literal that is passed to a module
    /// outside Swift 6 mode gets a run-time isolation check, about 20 ns. A closure passed to this function gets none.
    /// Both are no frames of their own in a debugger, so that a back trace shows what calls what.
    @inlinable
    @_transparent
    package func borrow<Result>(_ body: (Instance) -> Result) -> Result {
        _withUnsafeGuaranteedRef(body)
    }
}
