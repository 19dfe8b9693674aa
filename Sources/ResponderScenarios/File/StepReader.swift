internal import ResponderInterface
internal import ResponderKitTesting
internal import ResponderSupport

/// Reads the steps of a scenario: each is an object with one key, the command.
enum StepReader {
    /// The commands, in the order of the documentation.
    static let commands = [
        "tap", "doubleTap", "longPress", "type", "drag", "swipe", "pinch", "rotate", "scrollTo", "fingers", "wheel",
        "hover", "key", "device", "wait", "waitFor", "expect", "ignoreTrace", "include", "note",
    ]

    /// The one member of a step.
    static func command(of value: JSONValue, at place: KeyPlace) throws(Problem) -> (JSONValue.Member, KeyPlace) {
        guard case .object(let members) = value.content else {
            throw value.problem(
                "a step is an object with one command, as {\"tap\": \"Save\"}, and this is \(value.kind)",
                at: place
            )
        }
        for member in members where !commands.contains(member.key) {
            throw Problem(
                line: member.line,
                column: member.column,
                place: .key(member.key, in: place),
                text: "\(member.key.quotedInOneLine(limit: 64)) is no command; "
                    + member.key.question(of: commands)
                    + "the commands are \(commands.joined(separator: ", "))"
            )
        }
        guard let member = members.first, members.count == 1 else {
            throw value.problem(
                members.isEmpty
                    ? "the step has no command; write one, as {\"tap\": \"Save\"}"
                    : "a step has one command, and this one has \(members.count); make each a step of its own",
                at: place
            )
        }
        return (member, .key(member.key, in: place))
    }

    /// Reads a command that is no `include`.
    static func read(
        _ name: String,
        _ value: JSONValue,
        at place: KeyPlace,
        in file: String
    ) throws(Problem) -> Step.Command {
        switch name {
        case "tap":
            let (target, fields) = try target(value, at: place, ["taps"])
            let taps = try fields?.integer("taps") ?? 1
            guard 1...100 ~= taps else { throw value.problem("taps is \(taps); it is from 1 to 100", at: place) }
            return .tap(target, taps: taps)
        case "doubleTap": return .tap(try target(value, at: place, []).0, taps: 2)
        case "longPress":
            let (target, fields) = try target(value, at: place, ["for"])
            return .longPress(target, for: try fields?.duration("for") ?? .milliseconds(600))
        case "type": return try type(value, at: place)
        case "drag": return try drag(value, at: place)
        case "swipe": return try swipe(value, at: place)
        case "pinch":
            let (target, fields) = try target(value, at: place, ["scale"])
            guard let scale = try fields?.number("scale", in: 0.01...100) else {
                throw value.problem("the scale is missing; write {\"on\": …, \"scale\": 2}", at: place)
            }
            return .pinch(target, scale: scale)
        case "rotate":
            let (target, fields) = try target(value, at: place, ["by"])
            guard let degrees = try fields?.number("by", in: -3600...3600) else {
                throw value.problem("the angle is missing; write {\"on\": …, \"by\": 90}, in degrees", at: place)
            }
            return .rotate(target, radians: degrees * .pi / 180)
        case "scrollTo": return .scroll(try ElementQuery(value, at: place))
        case "fingers": return .fingers(try TickReader.read(value, at: place))
        case "wheel":
            let fields = try Fields(value, at: place, of: "wheel", keys: ["over", "by"])
            return .wheel(try fields.target("over"), by: try fields.point("by"))
        case "hover":
            if case .boolean(false) = value.content { return .hover(nil) }
            return .hover(try Step.Target(value, at: place))
        case "ignoreTrace":
            guard case .boolean(true) = value.content else {
                throw value.problem("true is expected, and this is \(value.kind)", at: place)
            }
            return .ignoreTrace
        case "key": return .device([try deviceCommand("key \(try value.text(at: place))", value, at: place)])
        case "device": return .device(try deviceCommands(value, at: place))
        case "wait": return .wait(try value.duration(at: place))
        case "waitFor":
            if case .object(let members) = value.content, members.contains(where: { $0.key == "upTo" }) {
                let fields = try Fields(value, at: place, of: "waitFor", keys: ["element", "upTo"])
                guard let (query, inner) = fields.value("element") else {
                    throw fields.problem("the element is missing; write {\"element\": …, \"upTo\": \"2s\"}")
                }
                let limit = try fields.duration("upTo") ?? .seconds(5)
                return .waitFor(try ElementQuery(query, at: inner), upTo: limit)
            }
            return .waitFor(try ElementQuery(value, at: place), upTo: .seconds(5))
        case "expect": return .expect(try ExpectationReader.read(value, at: place, in: file))
        default: return .note(try value.text(at: place))
        }
    }

    /// A target alone, or an object with the target as `on` and other keys.
    private static func target(
        _ value: JSONValue,
        at place: KeyPlace,
        _ keys: [String]
    ) throws(Problem) -> (Step.Target, Fields?) {
        if case .object(let members) = value.content,
            members.contains(where: { $0.key == "on" || keys.contains($0.key) })
        {
            let fields = try Fields(value, at: place, of: "the command", keys: ["on"] + keys)
            return (try fields.target("on"), fields)
        }
        return (try Step.Target(value, at: place), nil)
    }

    private static func type(_ value: JSONValue, at place: KeyPlace) throws(Problem) -> Step.Command {
        guard case .object = value.content else { return .type(try value.text(at: place), into: nil) }
        let fields = try Fields(value, at: place, of: "type", keys: ["text", "into"])
        guard let (text, inner) = fields.value("text") else {
            throw fields.problem("the text is missing; write {\"text\": …, \"into\": {\"field\": …}}")
        }
        var query: ElementQuery?
        if let (value, place) = fields.value("into") { query = try ElementQuery(value, at: place) }
        return .type(try text.text(at: inner), into: query)
    }

    private static func drag(_ value: JSONValue, at place: KeyPlace) throws(Problem) -> Step.Command {
        let fields = try Fields(value, at: place, of: "drag", keys: ["from", "to", "by", "for"])
        return .drag(
            try fields.target("from"),
            to: try fields.destination(of: "drag"),
            for: try fields.duration("for") ?? .milliseconds(300)
        )
    }

    private static func swipe(_ value: JSONValue, at place: KeyPlace) throws(Problem) -> Step.Command {
        let directions = AppHarness.SwipeDirection.allCases
        let words = directions.map { "\($0)" }
        var word: String?
        var target: Step.Target?
        if case .text = value.content {
            word = try value.word(at: place, words)
        } else {
            let fields = try Fields(value, at: place, of: "swipe", keys: ["direction", "over"])
            word = try fields.choice("direction", words)
            if fields.value("over") != nil { target = try fields.target("over") }
        }
        guard let direction = directions.first(where: { "\($0)" == word }) else {
            throw value.problem("the direction is missing; it is one of \(words.joined(separator: ", "))", at: place)
        }
        return .swipe(direction, over: target)
    }

    // MARK: Device actions

    private static func deviceCommands(
        _ value: JSONValue,
        at place: KeyPlace
    ) throws(Problem) -> [DeviceScript.Command] {
        guard case .array(let lines) = value.content else {
            return [try deviceCommand(try value.text(at: place), value, at: place)]
        }
        var commands: [DeviceScript.Command] = []
        for (index, line) in lines.enumerated() {
            let inner = KeyPlace.index(index, in: place)
            commands.append(try deviceCommand(try line.text(at: inner), line, at: inner))
        }
        return commands
    }

    /// The command of one line of a device's script.
    private static func deviceCommand(
        _ line: String,
        _ value: JSONValue,
        at place: KeyPlace
    ) throws(Problem) -> DeviceScript.Command {
        let script: DeviceScript
        do throws(DeviceScript.Problems) {
            script = try DeviceScript(line)
        } catch {
            throw value.problem(error.problems.map(\.text).joined(separator: "; "), at: place)
        }
        guard let step = script.steps.first, script.steps.count == 1 else {
            throw value.problem("an action of the device is expected, in one line, as \"lock\"", at: place)
        }
        return step.command
    }
}

extension Fields {
    /// A selector or a point, which must be there.
    func target(_ key: String) throws(Problem) -> Step.Target {
        guard let (value, place) = value(key) else {
            throw problem("\(key) is missing; it says where, as a selector or a point")
        }
        return try Step.Target(value, at: place)
    }

    /// A point or a distance, which must be there.
    func point(_ key: String) throws(Problem) -> Point {
        guard let (value, place) = value(key) else {
            throw problem("\(key) is missing; write two numbers, as [0, -40]")
        }
        return try Point(value, at: place)
    }

    /// Where a finger goes: `to` a place, or `by` a distance.
    func destination(of command: String) throws(Problem) -> Step.Destination {
        switch (value("to"), value("by")) {
        case (let (value, place)?, nil): return .target(try Step.Target(value, at: place))
        case (nil, let (value, place)?): return .offset(try Point(value, at: place))
        case (nil, nil): throw problem("\(command) goes nowhere; write to or by")
        default: throw problem("\(command) has both to and by; leave one out")
        }
    }
}

/// Reads what several fingers do at once, tick by tick, as W3C's Actions have it.
enum TickReader {
    /// The most fingers, and the most ticks of all fingers: their frames are made in advance.
    private static let (mostFingers, mostTicks) = (40, 10_000)

    static func read(_ value: JSONValue, at place: KeyPlace) throws(Problem) -> [[Step.Tick]] {
        guard case .array(let fingers) = value.content, 1...mostFingers ~= fingers.count else {
            throw value.problem("a list for each finger is expected, for 1 to \(mostFingers) fingers", at: place)
        }
        var count = 0
        var all: [[Step.Tick]] = []
        for (index, finger) in fingers.enumerated() {
            let outer = KeyPlace.index(index, in: place)
            guard case .array(let values) = finger.content else {
                throw finger.problem(
                    "a list of what the finger does is expected, as [{\"down\": [10, 10]}, \"up\"], and this is "
                        + finger.kind,
                    at: outer
                )
            }
            guard !values.isEmpty else { throw finger.problem("the finger does nothing; leave it out", at: outer) }
            count += values.count
            guard count <= mostTicks else { throw finger.problem("there are more than \(mostTicks) ticks", at: outer) }
            var ticks: [Step.Tick] = []
            for (index, value) in values.enumerated() { ticks.append(try tick(value, at: .index(index, in: outer))) }
            all.append(ticks)
        }
        return all
    }

    private static func tick(_ value: JSONValue, at place: KeyPlace) throws(Problem) -> Step.Tick {
        switch value.content {
        case .text("up"): return .up
        case .text("cancel"): return .cancel
        case .text("pause"): return .pause(.zero)
        case .object:
            let fields = try Fields(value, at: place, of: "a tick", keys: ["down", "move", "by", "for", "pause"])
            let verbs = ["down", "move", "by", "pause"].filter { fields.value($0) != nil }
            guard verbs.count <= 1 else {
                throw fields.problem("a tick does one thing, and this one has \(verbs.joined(separator: " and "))")
            }
            let time = try fields.duration("for")
            guard time == nil || verbs == ["move"] || verbs == ["by"] else {
                throw fields.problem("only move and by take a time as \"for\"")
            }
            if verbs == ["down"] { return .down(try fields.target("down")) }
            if let pause = try fields.duration("pause") { return .pause(pause) }
            if let (value, place) = fields.value("move") {
                return .move(.target(try Step.Target(value, at: place)), for: time ?? .zero)
            }
            if verbs == ["by"] { return .move(.offset(try fields.point("by")), for: time ?? .zero) }
            throw fields.problem("the tick does nothing; write down, move, by or pause")
        default:
            throw value.problem(
                "\"up\", \"cancel\", \"pause\" or an object with down, move, by or pause is expected, and this is "
                    + value.kind,
                at: place
            )
        }
    }
}
