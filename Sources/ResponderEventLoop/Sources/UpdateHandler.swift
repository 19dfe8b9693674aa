extension MainRunLoop {
    /// Has the update pass wait: what is marked from now on stays marked (rule V12).
    package func holdUpdates() {
        state.pointee.holdsUpdates = true
    }

    /// Lets the update pass come again, and runs it at once where something was marked meanwhile.
    package func releaseUpdates() {
        guard state.pointee.holdsUpdates else { return }
        state.pointee.holdsUpdates = false
        serveUpdates()
        wakeIfSuspended()
    }

    /// A function of the update pass, which comes once in each turn that something was marked in, before the loop
    /// sleeps: where layout is done and a renderer draws.
    ///
    /// It stays with its loop until ``cancel()``, also when nobody else holds it.
    @MainActor
    public final class UpdateHandler {
        /// Handlers are called in ascending order of this value, equal ones in the order in which they were added.
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

        /// Takes the handler out of the pass; one that has not been called yet in the pass under way is not called.
        ///
        /// Idempotent, and legal anywhere, also inside itself.
        public func cancel() {
            let dropped = perform
            perform = nil
            if dropped != nil { loop?.forget(self) }
            withExtendedLifetime(dropped) {}
        }
    }
}
