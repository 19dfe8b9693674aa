// What a step may be replaced by.
extension StepValue {
    /// Steps that do less, or say it in simpler numbers; each is smaller by an order that has an end.
    var simplerSteps: [StepValue] {
        guard let (command, value) = commandAndValue else { return [] }
        var steps: [StepValue] = []
        if command != "tap", let place = Self.place(command, value) { steps.append(.command("tap", place)) }
        switch (command, value) {
        case ("fingers", .list(let fingers)):
            steps += Self.fewerFingers(fingers).map { .command("fingers", .list($0)) }
        case ("device", .list(let lines)) where lines.count > 1:
            steps += Self.withoutOne(lines).map { .command("device", .list($0)) }
        default: break
        }
        if let rounder = value.rounder { steps.append(.command(command, rounder)) }
        return steps
    }

    /// Where a gesture begins.
    private static func place(_ command: String, _ value: StepValue) -> StepValue? {
        switch command {
        case "doubleTap", "longPress": value
        case "drag": value["from"]
        case "swipe": value["over"]
        case "pinch", "rotate": value["on"]
        default: nil
        }
    }

    private static func fewerFingers(_ fingers: [StepValue]) -> [[StepValue]] {
        var results = fingers.count > 1 ? withoutOne(fingers) : []
        for (index, finger) in fingers.enumerated() {
            guard case .list(let ticks) = finger, ticks.count > 1 else { continue }
            for shorter in withoutOne(ticks) {
                var changed = fingers
                changed[index] = .list(shorter)
                results.append(changed)
            }
        }
        return results
    }

    private static func withoutOne(_ values: [StepValue]) -> [[StepValue]] {
        values.indices.map { index in
            var rest = values
            rest.remove(at: index)
            return rest
        }
    }

    /// The value with its numbers at multiples of ten and its times short; nil if there is nothing to round.
    private var rounder: StepValue? {
        let rounded = roundedValue
        return rounded == self ? nil : rounded
    }

    private var roundedValue: StepValue {
        switch self {
        case .number(let number): .number(abs(number) < 10 ? number : (number / 10).rounded() * 10)
        case .text(let text): .text(Self.shortTime(text) ?? text)
        case .flag: self
        case .list(let values): .list(values.map(\.roundedValue))
        case .object(let members): .object(members.map { Member(key: $0.key, value: $0.value.roundedValue) })
        }
    }

    /// A shorter time for a time in milliseconds.
    private static func shortTime(_ text: String) -> String? {
        guard text.hasSuffix("ms"), let number = Int(text.dropLast(2)), number > 20 else { return nil }
        return number > 100 ? "100ms" : "20ms"
    }

    /// The value with another word in place of one that its texts have.
    func replacing(_ word: String, with other: String) -> StepValue {
        switch self {
        case .number, .flag: self
        case .text(let text):
            .text(
                text.split(separator: " ", omittingEmptySubsequences: false)
                    .map { $0 == word ? other : String($0) }.joined(separator: " ")
            )
        case .list(let values): .list(values.map { $0.replacing(word, with: other) })
        case .object(let members):
            .object(members.map { Member(key: $0.key, value: $0.value.replacing(word, with: other)) })
        }
    }
}
