internal import ResponderEventLoop
public import ResponderTouchInput

/// Makes a recording out of fingers that a script moves over a panel.
///
/// The script has a cursor in time: each gesture begins there and moves it past its end and a pause. The same script
/// makes the same recording on every machine. Positions are in device units, of which the panel has the same number
/// both ways; those off the panel are taken as the nearest on it. Times are rounded to the panel's frames.
///
///     var script = SampleRecording(name: "two taps")
///     script.tap(at: Point(1024, 2048))
///     script.tap(at: Point(3072, 2048))
///     try script.recording.write(to: "two-taps.evemu")
public struct SampleRecording: Sendable {
    /// One finger from where it comes down to where it is lifted, in a straight line at one speed.
    public struct Finger: Hashable, Sendable {
        /// How long after the cursor it comes down.
        public var start: Duration
        /// How long it stays down: one frame at least.
        public var length: Duration
        /// Where it comes down, in device units.
        public var origin: Point
        /// Where it is lifted, in device units.
        public var destination: Point

        /// A finger that goes from `origin` to `destination` in `length`, from `start` after the cursor.
        public init(start: Duration = .zero, length: Duration, from origin: Point, to destination: Point) {
            self.start = start
            self.length = length
            self.origin = origin
            self.destination = destination
        }
    }

    /// The greatest coordinate both ways, in device units; the least is 0.
    ///
    /// 12 bits, as many controllers have.
    public static let greatestCoordinate: Int32 = 4095
    /// The contacts that the panel can hold apart; a finger beyond them is not seen.
    public static let slotCount = 10
    /// The time between two frames: 125 a second, within the 8 to 10 ms of most real panels.
    public static let frameInterval = Duration.milliseconds(8)

    /// The panel's name.
    public var name: String
    /// Where in time the next gesture begins, from the start of the recording.
    public private(set) var cursor = Duration.zero
    /// All fingers, with their start from the start of the recording.
    var fingers: [Finger] = []

    /// An empty script for a panel of this name.
    public init(name: String) {
        self.name = name
    }

    /// Moves the cursor `duration` later; a negative duration moves it nowhere.
    public mutating func pause(for duration: Duration) {
        cursor += max(duration, .zero)
    }

    /// Puts down `fingers` together, each with its own start after the cursor, and moves the cursor to when the last is
    /// lifted.
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
    public mutating func tap(at point: Point, for length: Duration = .milliseconds(80)) {
        add(Finger(length: length, from: point, to: point))
        pause(for: .milliseconds(200))
    }

    /// A tap of two fingers, and a pause of 200 ms.
    ///
    /// The second comes down a third of `length` after the first, and is lifted as much after it.
    public mutating func tap(at first: Point, and second: Point, for length: Duration = .milliseconds(96)) {
        add(
            Finger(length: length, from: first, to: first),
            Finger(start: length / 3, length: length, from: second, to: second)
        )
        pause(for: .milliseconds(200))
    }

    /// A drag of one finger, and a pause of 200 ms.
    public mutating func drag(from origin: Point, to destination: Point, for length: Duration = .milliseconds(600)) {
        add(Finger(length: length, from: origin, to: destination))
        pause(for: .milliseconds(200))
    }

    /// Two fingers left and right of `centre` that go from one distance between them to another, and a pause of 200 ms.
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

    /// The recording that a panel would have made of the script.
    ///
    /// What the script puts later than an hour after its start is not rendered at its time but at the hour.
    ///
    /// It speaks multi-touch protocol B as Linux drivers do: only what changed is sent, and the oldest contact is
    /// repeated as `ABS_X`, `ABS_Y` and `BTN_TOUCH`.
    ///
    /// - Complexity: linear in the script's frames times its fingers.
    public var recording: EvdevRecording {
        var panel = SamplePanel(fingers: fingers)
        return panel.recording(name: name)
    }
}
