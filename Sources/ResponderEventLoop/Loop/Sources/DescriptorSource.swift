internal import CResponderEventLoop

extension MainRunLoop {
    /// A file descriptor that the loop watches.
    ///
    /// The loop keeps the source until ``cancel()``, or until it has performed if it does not repeat. Cancel or pause
    /// the source before its descriptor is closed: the system stops reporting a closed descriptor without notice, or
    /// goes on reporting it if a duplicate or another process keeps its file open. Even a source that is cancelled
    /// after the close does not keep the loop busy; and if the number is reused before that, a new source for the
    /// number is called, and the old source is not, unless it tells hang-ups, errors or urgent data apart.
    @MainActor
    public final class DescriptorSource {
        /// What a descriptor is ready for, or what has happened to it.
        ///
        /// A source for ``read`` and ``write`` alone is called at a hang-up and at an error too, and told that the
        /// descriptor is ready for what the source asks for: reading or writing then tells the rest. A source for any
        /// of ``priority``, ``hangUp`` and ``error`` is told all of them apart, and ``hangUp`` and ``error`` even if it
        /// does not ask for them. It takes one descriptor more, and one system call more each time it is ready.
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
            /// Something urgent has come: out-of-band data of a socket, or a change that a file of sysfs or procfs
            /// reports as `POLLPRI`.
            ///
            /// A trigger of pressure stall information reports each event to whoever looks first. So only a blocking
            /// run sees it: where a host or a task waits for the loop, the host's own look may take the event.
            public static let priority = Readiness(rawValue: 8)
            /// The other end sends no more, or is closed; what it has sent before can still be read.
            public static let hangUp = Readiness(rawValue: 16)
            /// An error of the descriptor, as of a pipe that nobody reads any more.
            public static let error = Readiness(rawValue: 32)

            static let all: Readiness = [.read, .write, .priority, .hangUp, .error]
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
        /// When the descriptor is reported.
        public let trigger: Trigger
        /// What the descriptor is watched for.
        public private(set) var readiness: Readiness
        private let watch: Watch

        init(
            loop: MainRunLoop,
            name: CallbackName,
            descriptor: Int32,
            readiness: Readiness,
            trigger: Trigger,
            repeats: Bool,
            priority: Priority,
            modes: ModeSet,
            perform: @escaping @MainActor (Readiness) -> Void
        ) throws(MainRunLoop.Error) {
            self.descriptor = descriptor
            self.modes = modes
            self.trigger = trigger
            self.readiness = readiness.intersection(.all)
            let events = Self.events(self.readiness, trigger)
            let end = repeats ? nil : WatchEnd()
            let body = end.map { end in { @MainActor readiness in end.cancel { perform(readiness) } } } ?? perform
            let watch = Watch(loop: loop, name: name, modes: modes, perform: body) {
                rel_watch_create(loop.handle, descriptor, events, Int32(priority.rawValue), modes.mask)
            }
            guard let watch else {
                throw MainRunLoop.Error.cannotWatch(descriptor: descriptor, errno: currentErrno())
            }
            end?.watch = watch
            self.watch = watch
        }

        private static func events(_ readiness: Readiness, _ trigger: Trigger) -> Int32 {
            readiness.rawValue | (trigger == .edge ? Int32(REL_EDGE) : 0)
        }

        /// Whether nothing is watched at present: see ``pause()``.
        public var isPaused: Bool { watch.isPaused }

        /// Whether the source keeps a run alive; true at first (rule L45).
        ///
        /// A run ends as empty when only sources and timers are left that keep none alive. Until then they are served
        /// as all others. Setting it on a source that is cancelled does nothing.
        public var keepsRunAlive: Bool {
            get { watch.keepsRunAlive }
            set { watch.keepsRunAlive = newValue }
        }

        /// Stops watching the descriptor until ``resume()``: the source does not perform, even when the descriptor was
        /// found ready already, and keeps neither the loop awake nor a run alive.
        ///
        /// For a reader that has no room for more, or that hands the descriptor to another thread. Meanwhile the
        /// descriptor may be closed. Idempotent, and legal anywhere, even inside the source's own perform; does nothing
        /// once the source is cancelled.
        ///
        /// - Complexity: O(1), with a few system calls; no allocation.
        public func pause() {
            watch.pause()
        }

        /// Watches the descriptor again; a descriptor that is ready by then is reported with either trigger.
        ///
        /// Does nothing if the source does not pause, or is cancelled.
        ///
        /// - Throws: ``MainRunLoop/Error/cannotWatch(descriptor:errno:)`` as when a source is added; the source then
        ///   goes on pausing.
        /// - Complexity: O(1), with a few system calls; allocates.
        public func resume() throws(MainRunLoop.Error) {
            guard watch.resume(descriptor, events: Self.events(readiness, trigger)) else {
                throw MainRunLoop.Error.cannotWatch(descriptor: descriptor, errno: currentErrno())
            }
        }

        /// Watches the descriptor for something else from now on; a source that pauses does so from ``resume()`` on.
        ///
        /// What was found ready before and is not performed yet is forgotten, and found anew if the descriptor still
        /// has it and the source asks for it. Legal anywhere, even inside the source's own perform; does nothing once
        /// the source is cancelled.
        ///
        /// - Throws: ``MainRunLoop/Error/cannotWatch(descriptor:errno:)`` as when a source is added; the source then
        ///   watches for what it did before or, if the descriptor is closed, pauses.
        /// - Complexity: O(1), with a few system calls; allocates.
        public func change(to readiness: Readiness) throws(MainRunLoop.Error) {
            let (former, readiness) = (self.readiness, readiness.intersection(.all))
            guard !readiness.isEmpty else {
                throw MainRunLoop.Error.cannotWatch(descriptor: descriptor, errno: invalidArgument)
            }
            guard readiness != former else { return }
            self.readiness = readiness
            guard !isPaused else { return }
            watch.pause()
            do {
                try resume()
            } catch {
                self.readiness = former
                try? resume()
                throw error
            }
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
