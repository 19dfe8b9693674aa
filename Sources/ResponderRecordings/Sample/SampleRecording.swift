internal import ResponderEventLoop
public import ResponderTouchInput

/// Makes a recording from a script that moves fingers over a panel.
///
/// The script has a cursor in time: each gesture begins at the cursor and moves the cursor past the gesture's end and a
/// pause. The same script makes the same recording on every machine. Positions are in device units, and the panel has
/// the same number of units across and down; a position off the panel counts as the nearest position on it. Times are
/// rounded to the panel's frames.
///
///     var script = SampleRecording(name: "two taps")
///     script.tap(at: Point(1024, 2048))
///     script.tap(at: Point(3072, 2048))
///     try script.recording.write(to: "two-taps.evemu")
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
public struct SampleRecording: Sendable {
    /// One finger that moves in a straight line at constant speed from where it comes down to where it is lifted.
    public struct Finger: Hashable, Sendable {
        /// The time from the cursor until the finger comes down.
        public var start: Duration
        /// How long the finger stays down: at least one frame.
        public var length: Duration
        /// Where the finger comes down, in device units.
        public var origin: Point
        /// Where the finger is lifted, in device units.
        public var destination: Point

        /// A finger that comes down `start` after the cursor and moves from `origin` to `destination` in `length`.
        ///
        /// - Complexity: O(1); no allocation.
        public init(start: Duration = .zero, length: Duration, from origin: Point, to destination: Point) {
            self.start = start
            self.length = length
            self.origin = origin
            self.destination = destination
        }
    }

    /// The greatest coordinate on both axes, in device units; the least is 0.
    ///
    /// 12 bits, as many controllers have.
    public static let greatestCoordinate: Int32 = 4095
    /// The most contacts that the panel detects at a time; it does not see further fingers.
    public static let slotCount = 10
    /// The time between two frames: 125 a second, within the 8 to 10 ms of most real panels.
    public static let frameInterval = Duration.milliseconds(8)

    /// The panel's name.
    public var name: String
    /// The time at which the next gesture begins, from the start of the recording.
    public private(set) var cursor = Duration.zero
    /// All fingers; their starts are counted from the start of the recording.
    var fingers: [Finger] = []

    /// An empty script for a panel of this name.
    public init(name: String) {
        self.name = name
    }

    /// Moves the cursor `duration` later; a negative duration counts as zero.
    public mutating func pause(for duration: Duration) {
        cursor += max(duration, .zero)
    }

    /// Puts down `fingers`, each at its own start after the cursor, and moves the cursor to the time at which the last
    /// finger is lifted.
    ///
    /// - Complexity: O(fingers); allocates as the script grows.
    public mutating func add(_ fingers: Finger...) {
        let start = cursor
        for var finger in fingers {
            finger.start = start + max(finger.start, .zero)
            finger.length = max(finger.length, Self.frameInterval)
            cursor = max(cursor, finger.start + finger.length)
            self.fingers.append(finger)
        }
    }

    /// A tap of one finger at `point`, and a pause of 200 ms.
    ///
    /// - Complexity: O(1); allocates as the script grows.
    public mutating func tap(at point: Point, for length: Duration = .milliseconds(80)) {
        add(Finger(length: length, from: point, to: point))
        pause(for: .milliseconds(200))
    }

    /// A tap of two fingers, and a pause of 200 ms.
    ///
    /// The second finger comes down a third of `length` after the first finger, and is lifted a third of `length` after
    /// it.
    ///
    /// - Complexity: O(1); allocates as the script grows.
    public mutating func tap(at first: Point, and second: Point, for length: Duration = .milliseconds(96)) {
        add(
            Finger(length: length, from: first, to: first),
            Finger(start: length / 3, length: length, from: second, to: second)
        )
        pause(for: .milliseconds(200))
    }

    /// A drag of one finger, and a pause of 200 ms.
    ///
    /// - Complexity: O(1); allocates as the script grows.
    public mutating func drag(from origin: Point, to destination: Point, for length: Duration = .milliseconds(600)) {
        add(Finger(length: length, from: origin, to: destination))
        pause(for: .milliseconds(200))
    }

    /// Two fingers left and right of `centre` that change the distance between them, and a pause of 200 ms.
    ///
    /// - Complexity: O(1); allocates as the script grows.
    public mutating func pinch(
        around centre: Point,
        from distance: Double,
        to finalDistance: Double,
        for length: Duration = .milliseconds(480)
    ) {
        func finger(_ side: Double) -> Finger {
            Finger(
                length: length,
                from: Point(centre.x + side * distance / 2, centre.y),
                to: Point(centre.x + side * finalDistance / 2, centre.y)
            )
        }
        add(finger(-1), finger(1))
        pause(for: .milliseconds(200))
    }

    /// The recording of a panel on which the script's fingers move.
    ///
    /// Events later than an hour after the script's start are rendered at one hour.
    ///
    /// The panel speaks multi-touch protocol B as Linux drivers do: it sends only changes, and repeats the oldest
    /// contact as `ABS_X`, `ABS_Y` and `BTN_TOUCH`.
    ///
    /// - Complexity: O(frames in which a finger is down), and O(n log n) for n fingers; allocates the events.
    public var recording: EvdevRecording {
        var panel = SamplePanel(fingers: fingers)
        return panel.recording(name: name)
    }
}
