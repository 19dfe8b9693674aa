internal import CResponderEventLoop

extension MainRunLoop {
    /// A file descriptor that the loop watches.
    ///
    /// The source stays with its loop until ``cancel()``, also when nobody else holds it. Cancel it before the descriptor is
    /// closed: the system forgets a closed one without a word, or goes on to report it where a duplicate or another
    /// process keeps its file open. Cancelled later, it still leaves nothing that keeps the loop busy; and where its
    /// number is used again before, a new source of that number hears, and the old one no more.
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

        /// When a descriptor is reported.
        public enum Trigger: Hashable, Sendable {
            /// As long as it is ready: every turn serves it. What is not read stays, and is reported again.
            case level
            /// Once each time it becomes ready: read until there is nothing more, or the rest is not reported.
            ///
            /// Each source is told on its own, first where the descriptor is ready when it is added. So each but the
            /// first of a descriptor takes a duplicate, which keeps the file open until the source is cancelled.
            case edge
        }

        /// The descriptor that is watched.
        public let descriptor: Int32
        /// The modes that it is served in.
        ///
        /// In another it neither performs nor keeps the loop awake.
        public let modes: ModeSet
        private let watch: Watch

        init(
            loop: MainRunLoop,
            name: CallbackName,
            descriptor: Int32,
            readiness: Readiness,
            trigger: Trigger,
            priority: Priority,
            modes: ModeSet,
            perform: @escaping @MainActor (Readiness) -> Void
        ) throws(MainRunLoop.Error) {
            self.descriptor = descriptor
            self.modes = modes
            let events = readiness.intersection([.read, .write]).rawValue | (trigger == .edge ? Int32(REL_EDGE) : 0)
            let watch = Watch(loop: loop, name: name, modes: modes, perform: perform) {
                rel_watch_create(loop.face, descriptor, events, Int32(priority.rawValue), modes.mask)
            }
            guard let watch else {
                throw MainRunLoop.Error.cannotWatch(descriptor: descriptor, errno: currentErrno())
            }
            self.watch = watch
        }

        /// Ends the watch: it performs no more, even when the descriptor was found ready already.
        ///
        /// Its closure is let go. Idempotent, and legal anywhere, also inside its own perform.
        public func cancel() {
            watch.cancel()
        }
    }
}
