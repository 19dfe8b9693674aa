extension Unmanaged {
    /// Calls `body` with the object without retaining it: the caller must know that the object stays alive meanwhile.
    ///
    /// The compiler adds a run-time isolation check to a closure literal that is passed straight to the standard
    /// library, and none to one that is passed to this function, which is always inlined.
    @inline(__always)
    func borrow<Result>(_ body: (Instance) -> Result) -> Result {
        _withUnsafeGuaranteedRef(body)
    }
}
