internal import ResponderEventLoop

/// The right to send samples of one type to an application, for any thread.
///
/// The application gets the samples of one thread in the order sent. At most 1,024 samples of a type wait for its loop:
/// then the oldest is dropped for each new one, and counted (``DeviceStreams/droppedSamples(of:)``).
public final class StreamSender<Sample: Sendable>: Sendable {
    private let stream: DeviceStream<Sample>
    private let poster: LoopPoster

    init(_ stream: DeviceStream<Sample>, _ poster: LoopPoster) {
        self.stream = stream
        self.poster = poster
    }

    /// Sends a sample; does nothing where the application is gone.
    ///
    /// - Complexity: O(1), with a lock that is held for a few instructions; allocates a message to the loop where no
    ///   sample waits.
    public func send(_ sample: Sample) {
        guard stream.add(sample) else { return }
        poster.post(name: "device stream") { [weak stream] in stream?.deliver() }
    }
}

/// An observation of ``DeviceStreams``: it lasts until it is cancelled or released.
@MainActor
public final class StreamObservation {
    /// The `StreamHandler` that is called with each sample; nil once the observation is cancelled.
    fileprivate private(set) var handler: AnyObject?

    fileprivate init(_ handler: AnyObject) { self.handler = handler }

    /// Whether ``cancel()`` was called.
    public var isCancelled: Bool { handler == nil }

    /// Ends the observation: its handler is released, and not called again.
    ///
    /// - Complexity: O(1); no allocation.
    public func cancel() { handler = nil }
}

/// The handler that an observation calls.
private final class StreamHandler<Sample> {
    let call: @MainActor (Sample) -> Void
    init(_ call: @escaping @MainActor (Sample) -> Void) { self.call = call }
}

/// The samples of one type that wait for the loop, and the observers that get them.
final class DeviceStream<Sample: Sendable>: Sendable {
    /// A queue in an array: the elements before `first` were taken already.
    private struct Queue {
        private var samples: [Sample?] = []
        private var first = 0
        var dropped = 0
        /// Whether a message to the loop is on its way.
        var isScheduled = false

        var count: Int { samples.count - first }

        mutating func append(_ sample: Sample) {
            // Taken elements are removed once they are the larger part.
            if first * 2 > samples.count {
                samples.removeFirst(first)
                first = 0
            }
            samples.append(sample)
        }

        mutating func take() -> Sample? {
            guard first < samples.count else { return nil }
            defer { first += 1 }
            return samples[first].take()
        }
    }

    private struct Observer {
        weak var observation: StreamObservation?
    }

    private let lock = Lock()
    nonisolated(unsafe) private var queue = Queue()
    @MainActor private var observers: [Observer] = []
    /// The number of observers at which observers whose observations have ended are removed.
    @MainActor private var compactsAt = 16
    private let capacity = 1_024

    /// Adds a sample; returns whether the loop must be told.
    func add(_ sample: Sample) -> Bool {
        // A sample that is dropped is released outside of the lock, since its end may run code of the app.
        var old: Sample?
        let isNews = lock.locked {
            if queue.count == capacity {
                queue.dropped += 1
                old = queue.take()
            }
            queue.append(sample)
            defer { queue.isScheduled = true }
            return !queue.isScheduled
        }
        withExtendedLifetime(old) {}
        return isNews
    }

    var dropped: Int { lock.locked { queue.dropped } }

    @MainActor
    func observe(_ handler: @escaping @MainActor (Sample) -> Void) -> StreamObservation {
        let observation = StreamObservation(StreamHandler(handler))
        if observers.count >= compactsAt {
            observers.removeAll { $0.observation?.isCancelled ?? true }
            // As many again may come first, so that observing is O(1) on average.
            compactsAt = max(16, 2 * observers.count)
        }
        observers.append(Observer(observation: observation))
        return observation
    }

    /// Hands over the samples that wait now; samples that come meanwhile have their own message to the loop.
    @MainActor
    func deliver() {
        var left = lock.locked {
            queue.isScheduled = false
            return queue.count
        }
        while left > 0, let sample = lock.locked({ queue.take() }) {
            left -= 1
            for observer in observers {
                guard let handler = observer.observation?.handler else { continue }
                unsafeDowncast(handler, to: StreamHandler<Sample>.self).call(sample)
            }
        }
    }
}
