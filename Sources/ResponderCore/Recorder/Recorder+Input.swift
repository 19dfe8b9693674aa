internal import ResponderEventLoop

extension Recorder {
    /// Where an app sends what its own descriptors, threads and tasks bring, so that it is recorded: see
    /// ``Recorder/input(_:perform:)``.
    public final class Input: Sendable {
        /// The name, and what is done with a value.
        @MainActor
        final class Handler {
            let name: String
            let perform: @MainActor (String) -> Void
            private weak var recorder: Recorder?

            init(name: String, recorder: Recorder, perform: @escaping @MainActor (String) -> Void) {
                self.name = name
                self.recorder = recorder
                self.perform = perform
            }

            func receive(_ value: String) { recorder?.receive(value, self) }
        }

        private let handler: Handler
        private let poster: LoopPoster?

        init(handler: Handler, poster: LoopPoster?) {
            self.handler = handler
            self.poster = poster
        }

        /// Sends a value, which is performed in the next turn of the application's loop, after those sent before.
        ///
        /// Safe on any thread. Does nothing when the application is gone, and in a replay, which brings its own
        /// values.
        ///
        /// - Complexity: O(1), with one short lock; allocates the message to the loop.
        public func send(_ value: String) {
            poster?.post(name: "recorded input") { [handler] in handler.receive(value) }
        }
    }
}
