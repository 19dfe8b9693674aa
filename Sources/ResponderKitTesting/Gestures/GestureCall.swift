internal import ResponderKit

/// A test's call of a gesture, which stops the process with a message where an argument is not one for fingers.
struct GestureCall {
    /// The gesture's name, as in the name of its method.
    let gesture: String
    let file: StaticString
    let line: UInt

    init(_ gesture: String, _ file: StaticString, _ line: UInt) {
        self.gesture = gesture
        self.file = file
        self.line = line
    }

    func stop(_ problem: String) -> Never {
        fatalError("\(gesture): \(problem)", file: file, line: line)
    }

    func check(_ argument: String, isFinite point: Point) {
        if !point.isFinite { stop("\(argument) is \(point); both coordinates must be finite numbers") }
    }

    func check(_ argument: String, isFinite number: Double) {
        if !number.isFinite { stop("\(argument) is \(number); it must be a finite number") }
    }

    func check(_ argument: String, isPositive number: Double) {
        if !(number > 0 && number.isFinite) { stop("\(argument) is \(number); it must be a finite number above 0") }
    }

    /// The bound of one hour keeps the frames of a gesture, which are made in advance, few enough for memory.
    func check(_ argument: String, isTime duration: Duration) {
        if !(.zero ... .seconds(3600) ~= duration) {
            stop("\(argument) is \(duration); it must be from zero to one hour")
        }
    }

    func check(_ argument: String, _ count: Int, upTo limit: Int) {
        if !(1...limit ~= count) { stop("\(argument) is \(count); it must be from 1 to \(limit)") }
    }

    /// How long a way takes at a speed, in points a second.
    func time(from start: Point, to end: Point, speed: Double) -> Duration {
        check("speed", isPositive: speed)
        let seconds = start.distance(to: end) / speed
        guard seconds <= 3600 else {
            stop("at \(speed) points a second from \(start) to \(end) takes longer than one hour")
        }
        return .seconds(seconds)
    }
}
