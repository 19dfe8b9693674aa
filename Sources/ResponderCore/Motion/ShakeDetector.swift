internal import ResponderEventLoop

/// Finds shakes in the samples of an accelerometer.
///
/// A jolt is a sample whose acceleration is more than ``threshold`` away from rest, where an accelerometer shows 1 g. A
/// motion begins with a jolt. The motion ends when no jolt has come for ``longestPause``. It was a shake if the
/// direction was reversed at least ``reversals`` times.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
public struct ShakeDetector: Hashable, Sendable {
    /// The result of a sample.
    public enum Result: Hashable, Sendable {
        /// A motion began that may be a shake.
        case began
        /// The motion is over, and was a shake.
        case ended
        /// The motion is over, and was no shake.
        case cancelled
    }

    /// By how many g the magnitude of a jolt's acceleration differs from 1 g.
    public var threshold = 0.8
    /// How many reversals of direction make a shake: two are there and back and there.
    public var reversals = 2
    /// The longest time between two jolts of one motion.
    public var longestPause = Duration.milliseconds(400)
    private var last: (x: Double, y: Double, z: Double) {
        get { (lastX, lastY, lastZ) }
        set { (lastX, lastY, lastZ) = newValue }
    }
    private var (lastX, lastY, lastZ) = (0.0, 0.0, 0.0)
    private var lastJolt: MainRunLoop.Instant?
    private var count = 0

    /// A detector that has seen no sample.
    public init() {}

    /// Takes the next sample; returns whether a motion begins or ends with it, or nil.
    ///
    /// A sample with a number that is not finite is dropped.
    public mutating func add(_ sample: Acceleration) -> Result? {
        let magnitude = (sample.x * sample.x + sample.y * sample.y + sample.z * sample.z).squareRoot()
        guard magnitude.isFinite else { return nil }
        let isJolt = abs(magnitude - 1) > threshold
        guard let former = lastJolt else {
            guard isJolt else { return nil }
            (lastJolt, count) = (sample.time, 0)
            last = (sample.x, sample.y, sample.z)
            return .began
        }
        if former.duration(to: sample.time) > longestPause {
            lastJolt = nil
            return count >= reversals ? .ended : .cancelled
        }
        if isJolt {
            if sample.x * last.x + sample.y * last.y + sample.z * last.z < 0 { count += 1 }
            last = (sample.x, sample.y, sample.z)
            lastJolt = sample.time
        }
        return nil
    }

    /// Forgets the motion under way.
    public mutating func reset() {
        lastJolt = nil
        count = 0
    }
}

extension Application {
    /// Whether samples of ``Acceleration`` that reach ``deviceStreams`` make motions; false at first, since a host may
    /// find shakes itself.
    public final var detectsShakes: Bool {
        get { motion.shakes != nil }
        set {
            guard newValue != detectsShakes else { return }
            motion.shakes = newValue ? ShakeObservation(of: self) : nil
        }
    }
}

/// The detector of an application's shakes, and its samples.
@MainActor
final class ShakeObservation {
    private var detector = ShakeDetector()
    private var observation: StreamObservation?

    init(of application: Application) {
        observation = application.deviceStreams.observe(Acceleration.self) { [weak self, weak application] sample in
            guard let self, let application else { return }
            switch detector.add(sample) {
            case .began: application.beginMotion()
            case .ended: application.endMotion()
            case .cancelled: application.cancelMotion()
            case nil: break
            }
        }
    }
}
