extension Unmanaged {
    /// Calls `body` with the object without retaining it: whoever calls knows that it stays alive meanwhile.
    ///
    /// A closure literal that is handed straight to the standard library gets a run-time isolation check; handed to this
    /// function, which is always inlined, it gets none.
    @inline(__always)
    func borrow<Result>(_ body: (Instance) -> Result) -> Result {
        _withUnsafeGuaranteedRef(body)
    }
}
