internal import ResponderKit

// Values in scripts, read and written: times, sizes, points, names of orientations and battery states.
enum ScriptValues {
    private static let timeUnits: [(name: String, nanoseconds: Int64)] = [
        ("h", 3_600_000_000_000), ("min", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1000),
        ("ns", 1),
    ]
    private static let sizeUnits: [(name: String, bytes: Int)] = [
        ("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1000), ("B", 1),
    ]
    /// The longest time that a script may let pass: a year.
    private static let longest = Duration.seconds(366 * 24 * 3600)

    /// The time that a word gives, such as `5s`, `0.5s`, `250ms`, `2min`, `1h`; nil for other words, and beyond a year.
    static func duration(_ word: String) -> Duration? {
        guard let duration = instant(word), duration <= longest else { return nil }
        return duration
    }

    /// The time since the beginning that a word gives, of any length; nil for other words.
    static func instant(_ word: String) -> Duration? {
        guard let (number, unit) = split(word), let scale = timeUnits.first(where: { $0.name == unit }) else {
            return nil
        }
        // A Double cannot hold every whole number of nanoseconds.
        if let whole = Int64(word.dropLast(unit.count)) {
            let (nanoseconds, overflow) = whole.multipliedReportingOverflow(by: scale.nanoseconds)
            return overflow ? nil : .nanoseconds(nanoseconds)
        }
        let nanoseconds = (number * Double(scale.nanoseconds)).rounded()
        return nanoseconds < 9e18 ? .nanoseconds(Int64(nanoseconds)) : nil
    }

    /// A time in the largest unit that gives a whole number; parts of a nanosecond are left out.
    static func text(_ duration: Duration) -> String {
        let whole = duration.wholeNanoseconds
        for unit in timeUnits where whole % unit.nanoseconds == 0 && (whole != 0 || unit.name == "s") {
            return "\(whole / unit.nanoseconds)\(unit.name)"
        }
        return "\(whole)ns"
    }

    /// The size in bytes that a word gives, such as `300MB`, with the unit in capitals or small letters; nil for other
    /// words, and beyond 1000 TB.
    static func bytes(_ word: String) -> Int? {
        guard let (number, unit) = split(word),
            let scale = sizeUnits.first(where: { $0.name.lowercased() == unit.lowercased() })
        else { return nil }
        let bytes = (number * Double(scale.bytes)).rounded()
        return bytes >= 0 && bytes <= 1e15 ? Int(bytes) : nil
    }

    static func text(bytes: Int) -> String {
        for unit in sizeUnits where bytes % unit.bytes == 0 && (bytes != 0 || unit.name == "B") {
            return "\(bytes / unit.bytes)\(unit.name)"
        }
        return "\(bytes)B"
    }

    /// The share in percent that a word gives, from `1%` to `100%`; nil for other words.
    static func share(_ word: String) -> Int? {
        guard word.last == "%", let share = Int(word.dropLast()), (1...100).contains(share) else { return nil }
        return share
    }

    private static func split(_ word: String) -> (number: Double, unit: String)? {
        let digits = word.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard digits.count <= 20, let number = Double(digits), number.isFinite else { return nil }
        return (number, String(word.dropFirst(digits.count)))
    }

    /// The point that a word gives, such as `120,80`; nil for other words.
    static func point(_ word: String) -> Point? {
        let parts = word.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let x = parts[0], let y = parts[1], x.isFinite, y.isFinite else { return nil }
        return Point(x, y)
    }

    /// The three numbers that a word gives, such as `0,0,-1`; nil for other words.
    static func axes(_ word: String) -> [Double]? {
        let parts = word.split(separator: ",", omittingEmptySubsequences: false).compactMap { Double($0) }
        return parts.count == 3 && parts.allSatisfy(\.isFinite) && word.count { $0 == "," } == 2 ? parts : nil
    }

    static func text(_ point: Point) -> String { "\(text(point.x)),\(text(point.y))" }

    static func text(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    }

    /// Pairs as words, such as `from=Anna`, in the order of the keys.
    static func words(_ pairs: [String: String]) -> [String] {
        pairs.sorted { $0.key < $1.key }.map { ScriptWords.pair($0.key, $0.value) }
    }

    static let orientations: [(name: String, value: DeviceOrientation)] = [
        ("unknown", .unknown), ("portrait", .portrait), ("portrait-upside-down", .portraitUpsideDown),
        ("landscape-left", .landscapeLeft), ("landscape-right", .landscapeRight), ("face-up", .faceUp),
        ("face-down", .faceDown),
    ]
    static let batteryStates: [(name: String, value: BatteryState)] = [
        ("unknown", .unknown), ("unplugged", .unplugged), ("charging", .charging), ("full", .full),
    ]
}
