internal import CResponderEventLoop

extension MainRunLoop {
    /// A file descriptor that the loop watches.
    ///
    /// The loop keeps the source until ``cancel()``. Cancel the source before its descriptor is closed: the system
    /// stops reporting a closed descriptor without notice, or goes on reporting it if a duplicate or another process
    /// keeps its file open. Even a source that is cancelled after the close does not keep the loop busy; and if the
    /// number is reused before that, a new source for the number is called, and the old source is not.
    @MainActor
    public final class DescriptorSource {
        /// The readiness of a descriptor: for reading, for writing, or for both.
        public struct Readiness: OptionSet, Hashable, Sendable {
            /// The bits, as `responder_event_loop.h` defines them.
            public let rawValue: Int32

            /// The readiness with these bits.
            ///
            /// - Complexity: O(1); no allocation.
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
            /// As long as the descriptor is ready: every turn calls the source, and data that is left unread is
            /// reported again.
            case level
            /// Once each time the descriptor becomes ready: read until nothing is left, since the rest is not reported.
            ///
            /// Each source gets its own reports, beginning with one if the descriptor is ready when the source is
            /// added. For that, every source except a descriptor's first watches a duplicate, which keeps the file open
            /// until the source is cancelled.
            case edge
        }

        /// The descriptor that is watched.
        public let descriptor: Int32
        /// The modes in which the source is served.
        ///
        /// In another mode the source neither performs nor keeps the loop awake.
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
                rel_watch_create(loop.handle, descriptor, events, Int32(priority.rawValue), modes.mask)
            }
            guard let watch else {
                throw MainRunLoop.Error.cannotWatch(descriptor: descriptor, errno: currentErrno())
            }
            self.watch = watch
        }

        /// Ends the source: it performs no more, even when the descriptor was found ready already.
        ///
        /// Releases the closure. Idempotent, and legal anywhere, even inside the source's own perform.
        ///
        /// - Complexity: O(1), with a few system calls; no allocation.
        public func cancel() {
            watch.cancel()
        }
    }
}
