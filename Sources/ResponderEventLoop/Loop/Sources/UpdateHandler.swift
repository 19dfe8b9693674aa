extension MainRunLoop {
    /// A function of the update pass, in which layout is done and a renderer draws.
    ///
    /// The pass runs once in each turn in which ``MainRunLoop/setNeedsUpdate()`` was called, before the loop sleeps.
    ///
    /// The loop keeps the handler until ``cancel()``.
    @MainActor
    public final class UpdateHandler {
        /// Handlers are called in ascending order of this value, and handlers with equal values in the order in which
        /// they were added.
        public let order: Int
        let name: CallbackName
        /// Nil once the handler was cancelled.
        private(set) var perform: (@MainActor () -> Void)?
        private weak var loop: MainRunLoop?

        init(loop: MainRunLoop, name: CallbackName, order: Int, perform: @escaping @MainActor () -> Void) {
            self.loop = loop
            self.name = name
            self.order = order
            self.perform = perform
        }

        /// Removes the handler from the update pass, even from a pass under way that has not called the handler yet.
        ///
        /// Releases the closure. Idempotent, and legal anywhere, even inside the handler's own call.
        ///
        /// - Complexity: O(number of handlers); allocates a copy of their list during an update pass, otherwise
        ///   nothing.
        public func cancel() {
            let dropped = perform
            perform = nil
            if dropped != nil { loop?.forget(self) }
            withExtendedLifetime(dropped) {}
        }
    }

    func forget(_ handler: UpdateHandler) {
        state.pointee.updateHandlers.removeAll { $0 === handler }
    }
}
