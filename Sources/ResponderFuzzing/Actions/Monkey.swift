internal import ResponderKit
internal import ResponderSimulator

/// Decides what happens next to an app: fingers, keys, the wheel, a pointer, and what happens to the device.
///
/// Each step is one of a scenario, so that the steps of a run can be carried out again without the monkey.
struct Monkey {
    var random: SplitMix
    let app: String
    let screen: Size
    /// How many fingers are down between steps.
    var fingersDown: [Bool] = []
    var isHovering = false
    /// Steps that follow what the last one has begun.
    var queue: [StepValue] = []

    init(seed: UInt64, app: String, screen: Size) {
        random = SplitMix(seed: seed, of: "monkey")
        (self.app, self.screen) = (app, screen)
    }

    /// The places that a person would touch, now: the middles of visible elements.
    typealias Places = [Point]

    /// The next step.
    mutating func next(_ places: Places, isRunning: Bool) -> StepValue {
        if let step = queue.first {
            queue.removeFirst()
            return step
        }
        guard isRunning else {
            fingersDown = []
            isHovering = false
            return .command("device", .list([.text("unlock"), .text("launch \(app)")]))
        }
        switch random.below(100) {
        case 0..<26: return tap(places)
        case 26..<30: return .command("doubleTap", point(places))
        case 30..<34: return .command("longPress", point(places))
        case 34..<48: return drag(places)
        case 48..<54: return swipe(places)
        case 54..<60: return fingers(places)
        case 60..<66: return heldFingers(places)
        case 66..<68: return .command("pinch", .members(["on": point(places), "scale": .number(scale())]))
        case 68..<70:
            let angle = Double(random.number(in: -90...90))
            return .command("rotate", .members(["on": point(places), "by": .number(angle)]))
        case 70..<74: return wheel(places)
        case 74..<77: return hover(places)
        case 77..<82: return keys()
        case 82..<92: return .command("wait", .text("\(random.number(in: 1...60) * 20)ms"))
        default: return device()
        }
    }

    /// What ends a run: all fingers are lifted, and everything comes to rest.
    var lastSteps: [StepValue] {
        let wait = StepValue.command("wait", .text("2s"))
        guard fingersDown.contains(true) else { return [wait] }
        let lists = fingersDown.map { StepValue.list([.text($0 ? "up" : "pause")]) }
        return [.command("fingers", .list(lists)), wait]
    }

    // MARK: Places

    /// A place on the screen: of an element, or anywhere.
    mutating func place(_ places: Places) -> Point {
        if !random.one(in: 3), let place = random.pick(places) { return place }
        return random.point(in: Rect(origin: .zero, size: screen))
    }

    mutating func point(_ places: Places) -> StepValue { Self.value(of: place(places)) }

    static func value(of point: Point) -> StepValue { .list([.number(point.x.rounded()), .number(point.y.rounded())]) }

    private mutating func scale() -> Double { random.one(in: 2) ? 0.5 : 2 }

    // MARK: Fingers

    private mutating func tap(_ places: Places) -> StepValue { .command("tap", point(places)) }

    private mutating func drag(_ places: Places) -> StepValue {
        let start = point(places)
        let by = Point(Double(random.number(in: -200...200)), Double(random.number(in: -300...300)))
        return .command("drag", .members(["from": start, "by": Self.value(of: by), "for": .text(time())]))
    }

    private mutating func swipe(_ places: Places) -> StepValue {
        let direction = random.pick(["up", "down", "left", "right"]) ?? "up"
        return .command("swipe", .members(["direction": .text(direction), "over": point(places)]))
    }

    private mutating func time() -> String { "\(random.number(in: 1...25) * 20)ms" }

    /// Several fingers that come, move and go in ticks.
    private mutating func fingers(_ places: Places) -> StepValue {
        guard !fingersDown.contains(true) else { return liftAll() }
        let lists = (0..<random.number(in: 2...3)).map { _ in StepValue.list(ticks(places)) }
        return .command("fingers", .list(lists))
    }

    private mutating func ticks(_ places: Places) -> [StepValue] {
        var ticks: [StepValue] = []
        for _ in 0..<random.below(2) { ticks.append(.text("pause")) }
        ticks.append(.members(["down": point(places)]))
        for _ in 0..<random.number(in: 0...3) { ticks.append(move()) }
        ticks.append(.text(random.one(in: 8) ? "cancel" : "up"))
        return ticks
    }

    private mutating func move() -> StepValue {
        let by = Point(Double(random.number(in: -120...120)), Double(random.number(in: -160...160)))
        return .members(["by": Self.value(of: by), "for": .text(time())])
    }

    /// One finger of up to three goes on with what it does, and may stay down.
    private mutating func heldFingers(_ places: Places) -> StepValue {
        let finger = random.below(3)
        while fingersDown.count <= finger { fingersDown.append(false) }
        let tick: StepValue
        if fingersDown[finger] {
            tick = random.one(in: 3) ? .text(random.one(in: 6) ? "cancel" : "up") : move()
            if case .text = tick { fingersDown[finger] = false }
        } else {
            tick = .members(["down": point(places)])
            fingersDown[finger] = true
        }
        let before = (0..<finger).map { _ in StepValue.list([.text("pause")]) }
        return .command("fingers", .list(before + [.list([tick])]))
    }

    private mutating func liftAll() -> StepValue {
        let lists = fingersDown.map { StepValue.list([.text($0 ? "up" : "pause")]) }
        fingersDown = []
        return .command("fingers", .list(lists))
    }

    // MARK: The wheel, a pointer and keys

    private mutating func wheel(_ places: Places) -> StepValue {
        let by = Point(0, Double(random.number(in: -120...120)))
        return .command("wheel", .members(["over": point(places), "by": Self.value(of: by)]))
    }

    private mutating func hover(_ places: Places) -> StepValue {
        isHovering.toggle()
        if !isHovering { return .command("hover", .flag(false)) }
        if random.one(in: 2) { queue.append(.command("hover", point(places))) }
        return .command("hover", point(places))
    }

    private mutating func keys() -> StepValue {
        if random.one(in: 2) {
            return .command("type", .text(random.pick(["a", "ab 1", "42", "Hello", "x\n"]) ?? "a"))
        }
        let keys = [
            "tab", "return", "escape", "space", "up", "down", "left", "right", "delete", "tab shift", "a command",
            "z command", "x command", "v command",
        ]
        return .command("key", .text(random.pick(keys) ?? "tab"))
    }
}
