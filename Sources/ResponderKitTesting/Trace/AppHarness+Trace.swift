extension AppHarness {
    /// Begins to record what the application does, until the trace is released or ``EventTrace/end()`` is called.
    ///
    /// - Complexity: O(1); allocates the trace and its listeners.
    public func trace() -> EventTrace { EventTrace(of: application) }
}
