public import ResponderEventLoop

/// A sample of an accelerometer.
public struct Acceleration: Hashable, Sendable {
    /// When it was measured, on the clock of the application's loop.
    public var time: MainRunLoop.Instant
    /// The acceleration along the device's axes, in multiples of gravity.
    ///
    /// Gravity is included: a device at rest shows a vector of length 1.
    public var x: Double
    /// See ``x``.
    public var y: Double
    /// See ``x``.
    public var z: Double

    /// A sample.
    ///
    /// - Complexity: O(1); no allocation.
    public init(time: MainRunLoop.Instant, x: Double, y: Double, z: Double) {
        (self.time, self.x, self.y, self.z) = (time, x, y, z)
    }
}

/// A sample of a gyroscope.
public struct RotationRate: Hashable, Sendable {
    /// When it was measured, on the clock of the application's loop.
    public var time: MainRunLoop.Instant
    /// How fast the device turns round its axes, in radians per second; counterclockwise, seen from the axis's tip.
    public var x: Double
    /// See ``x``.
    public var y: Double
    /// See ``x``.
    public var z: Double

    /// A sample.
    ///
    /// - Complexity: O(1); no allocation.
    public init(time: MainRunLoop.Instant, x: Double, y: Double, z: Double) {
        (self.time, self.x, self.y, self.z) = (time, x, y, z)
    }
}

/// A place on the earth, as a receiver found it.
public struct Location: Hashable, Sendable {
    /// When it was found, on the clock of the application's loop.
    public var time: MainRunLoop.Instant
    /// Degrees north of the equator.
    public var latitude: Double
    /// Degrees east of Greenwich.
    public var longitude: Double
    /// The possible error of the place in metres; negative if it is not known.
    public var accuracy: Double

    /// A place.
    ///
    /// - Complexity: O(1); no allocation.
    public init(time: MainRunLoop.Instant, latitude: Double, longitude: Double, accuracy: Double = -1) {
        (self.time, self.latitude, self.longitude, self.accuracy) = (time, latitude, longitude, accuracy)
    }
}
