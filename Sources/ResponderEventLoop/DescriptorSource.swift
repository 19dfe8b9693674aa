internal import CResponderEventLoop

extension MainRunLoop {
    /// A file descriptor that the loop watches, level-triggered: as long as it stays ready, every turn serves it.
    ///
    /// The source stays with its loop until ``cancel()``, also when nobody else holds it. Cancel it before the
    /// descriptor is closed.
    @MainActor
    public final class DescriptorSource {
        /// What a descriptor is watched for, or became ready for.
        public struct Readiness: OptionSet, Hashable, Sendable {
            /// The bits, as the C face defines them.
            public let rawValue: Int32

            /// The readiness with these bits.
            public init(rawValue: Int32) {
                self.rawValue = rawValue
            }

            /// Something can be read, or the other end is closed.
            public static let read = Readiness(rawValue: 1)
            /// Something can be written, or the other end is closed.
            public static let write = Readiness(rawValue: 2)
        }

        /// The descriptor that is watched.
        public let descriptor: Int32
        private var watch: OpaquePointer?
        private weak var loop: MainRunLoop?
        /// Nil once the source was cancelled.
        private(set) var perform: (@MainActor (Readiness) -> Void)?

        init(
            loop: MainRunLoop,
            descriptor: Int32,
            readiness: Readiness,
            perform: @escaping @MainActor (Readiness) -> Void
        ) throws(MainRunLoop.Error) {
            self.descriptor = descriptor
            self.perform = perform
            self.loop = loop
            let context = Unmanaged.passUnretained(self).toOpaque()
            watch = rel_watch_create(loop.face, descriptor, readiness.rawValue, context)
            guard watch != nil else {
                throw MainRunLoop.Error.cannotWatch(descriptor: descriptor, errno: currentErrno())
            }
        }

        /// Ends the watch: it performs no more, even when the descriptor was found ready already.
        ///
        /// Its closure is let go. Idempotent, and legal anywhere, also inside its own perform.
        public func cancel() {
            // A loop that is gone has taken its watches along.
            guard let watch, let loop else { return }
            self.watch = nil
            rel_watch_destroy(watch)
            let dropped = perform
            perform = nil
            loop.forget(self)
            withExtendedLifetime(dropped) {}
        }
    }
}
