internal import ResponderCore
internal import ResponderKit
internal import ResponderSupport

/// Makes the steps of a scenario from the input of an app.
@MainActor
final class ScenarioWriter {
    private var steps: [String] = []
    /// The strokes of fingers since no finger was down.
    private var strokes: [Int: Stroke] = [:]
    private var ended: [Stroke] = []
    private var text = ""
    /// A screen on which all touches have room.
    private(set) var extent = Scenario.usualScreen
    /// When the last step was over, in nanoseconds.
    private var last: Int64?

    /// A pause that is shorter makes no step: a step waits until the app has nothing to do.
    private static let shortestPause: Int64 = 500_000_000

    /// Notes a frame; `application` is the app that gets it, nil where there is none to name elements.
    func note(_ frame: InputFrame, in application: Application?) {
        switch frame {
        case .touch(let frame): note(frame, in: application)
        case .press(let frame): note(frame)
        case .wheel(let frame):
            wait(until: frame.time.nanoseconds)
            let delta = "[\(frame.delta.x.shortText), \(frame.delta.y.shortText)]"
            step("wheel", "{\"over\": \(frame.location.jsonText), \"by\": \(delta)}", at: frame.time.nanoseconds)
        }
    }

    private func note(_ frame: TouchFrame, in application: Application?) {
        let time = frame.time.nanoseconds
        for contact in frame.contacts {
            extent.width = max(extent.width, contact.location.x.rounded(.up))
            extent.height = max(extent.height, contact.location.y.rounded(.up))
            switch contact.phase {
            case .began where contact.details.isHovering: break
            case .began:
                if strokes.isEmpty { wait(until: time) }
                strokes[contact.identifier] = Stroke(
                    number: strokes.count + ended.count,
                    target: Self.target(at: contact.location, in: application),
                    Stroke.Sample(time: time, location: contact.location)
                )
            case .moved:
                strokes[contact.identifier]?.samples.append(Stroke.Sample(time: time, location: contact.location))
            case .ended, .cancelled:
                guard var stroke = strokes.removeValue(forKey: contact.identifier) else { continue }
                stroke.samples.append(Stroke.Sample(time: time, location: contact.location))
                stroke.isCancelled = contact.phase == .cancelled
                ended.append(stroke)
            }
        }
        if strokes.isEmpty, !ended.isEmpty { writeStrokes(at: time) }
    }

    private func writeStrokes(at time: Int64) {
        let strokes = ended.sorted { $0.number < $1.number }
        ended = []
        if strokes.count == 1, strokes[0].isTap { return step("tap", strokes[0].target, at: time) }
        let start = strokes.map { $0.samples[0].time }.min() ?? time
        step("fingers", "[\(strokes.map { $0.ticks(from: start) }.joined(separator: ", "))]", at: time)
    }

    private func note(_ frame: PressFrame) {
        guard frame.phase == .began || frame.isRepeat else { return }
        let isText = frame.characters.unicodeScalars.contains { $0.value >= 0x20 && $0.value != 0x7f }
        let commands: KeyModifiers = [.control, .command, .alternate]
        if isText, frame.modifiers.isDisjoint(with: commands) {
            if text.isEmpty { wait(until: frame.time.nanoseconds) }
            text += frame.characters
            last = frame.time.nanoseconds
        } else if !frame.usage.isModifier {
            wait(until: frame.time.nanoseconds)
            let key = Key(frame.usage, modifiers: frame.modifiers)
            step("key", key.name.quotedForJSON(), at: frame.time.nanoseconds)
        }
    }

    func note(_ message: HostMessage, at time: MainRunLoop.Instant) {
        switch message {
        case .launch, .launchInBackground, .activate: break
        case .memoryWarning: step("device", "\"memoryWarning\"", at: time.nanoseconds)
        default:
            wait(until: time.nanoseconds)
            note("the host: \(message)")
            last = time.nanoseconds
        }
    }

    /// A step that does nothing, and says something to people.
    func note(_ text: String) {
        writeText()
        steps.append("{\"note\": \(text.inOneLine().quotedForJSON())}")
    }

    /// The steps, in lines of JSON.
    func finish() -> [String] {
        writeText()
        // A finger that is down at the end is lifted there.
        ended += strokes.values
        if !ended.isEmpty { writeStrokes(at: last ?? 0) }
        return steps
    }

    // MARK: Steps

    private func step(_ command: String, _ value: String, at time: Int64) {
        writeText()
        steps.append("{\(command.quotedForJSON()): \(value)}")
        last = time
    }

    private func writeText() {
        guard !text.isEmpty else { return }
        steps.append("{\"type\": \(text.quotedForJSON())}")
        text = ""
    }

    /// A step that waits, where nothing came for a while.
    private func wait(until time: Int64) {
        defer { last = max(last ?? time, time) }
        guard let last, time - last >= Self.shortestPause else { return }
        writeText()
        steps.append("{\"wait\": \"\((time - last) / 1_000_000)ms\"}")
    }

    /// What a person would name at a point: an identifier, or else a label that no other element has, or else the
    /// point.
    private static func target(at point: Point, in application: Application?) -> String {
        guard let tree = application?.elementTree() else { return point.jsonText }
        let element = tree.last { $0.frame.contains(point) && ($0.identifier != nil || $0.label != nil) }
        guard let element, element.reachablePoint != nil else { return point.jsonText }
        if let identifier = element.identifier, tree.filter({ $0.identifier == identifier }).count == 1 {
            return "{\"id\": \(identifier.quotedForJSON())}"
        }
        guard let label = element.label, tree.filter({ $0.label == label && $0.role == element.role }).count == 1 else {
            return point.jsonText
        }
        return "{\(element.role.rawValue.quotedForJSON()): \(label.quotedForJSON())}"
    }
}
