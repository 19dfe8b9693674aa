internal import ResponderEventLoop

/// The measurements of an application's devices, handed directly to the objects that ask for them: samples of an
/// accelerometer or a gyroscope, places, or any other type (rule R35).
///
/// A sample passes no responder, window or `sendEvent`. Samples are handed over even while the application is inactive
/// (rule T34), but not while it is suspended.
///
///     let observation = application.deviceStreams.observe(Acceleration.self) { print($0.x) }
///     let sender = application.deviceStreams.makeSender(of: Acceleration.self)   // for any thread
///     sender.send(Acceleration(time: now, x: 0, y: 0, z: -1))
@MainActor
public final class DeviceStreams {
    private let poster: LoopPoster
    /// The streams by the type of their samples.
    private var streams: [ObjectIdentifier: AnyObject] = [:]

    init(_ loop: MainRunLoop) { poster = loop.poster }

    /// Calls `handler` with each sample of a type, in the order in which its senders sent them, until the observation
    /// is cancelled or released.
    ///
    /// Several observations of a type are called in the order in which they began; an observation that begins inside a
    /// handler starts with the next sample.
    ///
    /// - Parameters:
    ///   - type: The type of the samples.
    ///   - handler: Called on the main actor, in a turn of the application's loop; may cancel any observation, and run
    ///     the loop.
    /// - Returns: The observation: keep it, since without it the handler is never called.
    /// - Complexity: O(1) on average; allocates the observation, and a stream with the first use of a type.
    public func observe<Sample: Sendable>(
        _ type: Sample.Type,
        _ handler: @escaping @MainActor (Sample) -> Void
    ) -> StreamObservation {
        stream(of: type).observe(handler)
    }

    /// A sender of samples of a type, for any thread.
    ///
    /// - Complexity: O(1); allocates the sender, and a stream with the first use of a type.
    public func makeSender<Sample: Sendable>(of type: Sample.Type) -> StreamSender<Sample> {
        StreamSender(stream(of: type), poster)
    }

    /// How many samples of a type were dropped because 1,024 newer ones waited for the loop.
    ///
    /// - Complexity: O(1); no allocation.
    public func droppedSamples<Sample: Sendable>(of type: Sample.Type) -> Int { stream(of: type).dropped }

    private func stream<Sample: Sendable>(of type: Sample.Type) -> DeviceStream<Sample> {
        let key = ObjectIdentifier(type)
        if let stream = streams[key] as? DeviceStream<Sample> { return stream }
        let stream = DeviceStream<Sample>()
        streams[key] = stream
        return stream
    }
}

extension Application {
    /// The measurements of the application's devices, for the objects that ask for them.
    public final var deviceStreams: DeviceStreams { streams }
}
