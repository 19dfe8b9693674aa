import ResponderKit
internal import ResponderSupport

/// The trace of a replay: a line for each call of a method for touches or presses, or one line for a run of moves
/// through the same responders.
@MainActor
final class ReplayTrace {
    /// The time of the first touches or presses, from which times are counted.
    private var start: MainRunLoop.Instant?
    private let printsEveryMove: Bool
    private let names = FingerNames()
    /// The runs of moves that are not printed yet: two fingers that move alternately have a run each.
    private var runs: [MoveRun] = []

    /// Whether recognisers go on with touches that their views have lost.
    private let hasGestures: Bool

    /// Moves of the same fingers to the same responder, or changes of a gesture, which has no fingers here.
    private struct MoveRun {
        let way: String
        let fingers: [String]
        let first: MainRunLoop.Instant
        var count = 1
        var text: String
    }

    init(printsEveryMove: Bool, hasGestures: Bool) {
        self.printsEveryMove = printsEveryMove
        self.hasGestures = hasGestures
    }

    static func printHeading(_ replay: Replay) {
        let device = (replay.panel.name.isEmpty ? replay.panel.file : replay.panel.name).inOneLine()
        print("\(device): \(replay.panel.frameCount) touch frames into a window of \(replay.panel.size) points")
        print("")
        print(line("seconds", "", "fingers, in points of the window"))
    }

    func note(_ delivery: TouchDelivery) {
        let fingers = delivery.touches.map { "finger \(names.number(of: $0))" }
        let places = delivery.touches.map { touch in
            let place = touch.location(in: nil)
            return "finger \(names.number(of: touch)) at (\(rounded(place.x)), \(rounded(place.y)))"
        }
        let way = way(through: delivery.chain)
        let text = "\(places.joined(separator: ", "))  \(way)"
        let time = delivery.event.timestamp
        start = start ?? time
        if delivery.phase == .moved && !printsEveryMove {
            noteMove(MoveRun(way: way, fingers: fingers, first: time, text: text))
        } else {
            finish()
            print(Self.line(seconds(time), "\(delivery.phase)", text))
        }
        if hasGestures { return }
        if delivery.phase == .ended || delivery.phase == .cancelled { delivery.touches.forEach(names.forget) }
    }

    func note(_ delivery: PressDelivery) {
        start = start ?? delivery.timestamp
        finish()
        for press in delivery.presses {
            let text = "key \(press.key.name)  \(way(through: delivery.chain(of: press)))"
            print(Self.line(seconds(delivery.timestamp), "\(delivery.message)", text))
        }
    }

    /// Takes an event about gestures.
    func note(_ event: TouchTraceEvent) {
        start = start ?? event.time
        let fingers = event.touches.map { "finger \(names.number(of: $0.touch))" }.joined(separator: ", ")
        if let line = event.gestureLine(fingers) {
            finish()
            print(Self.line(seconds(event.time), "gesture", line))
        }
        if case .ended = event.kind { for touch in event.touches { names.forget(touch.touch) } }
    }

    /// Takes a change of a gesture.
    func noteChange(of recognizer: GestureRecognizer, at time: MainRunLoop.Instant) {
        let name = recognizer.name ?? "\(type(of: recognizer))"
        if printsEveryMove {
            finish()
            print(Self.line(seconds(time), "gesture", "\(name): changed, \(recognizer.values)"))
        } else {
            noteMove(MoveRun(way: name, fingers: [], first: time, text: recognizer.values))
        }
    }

    /// Prints the runs that are not printed yet.
    func finish() {
        for run in runs {
            let times = run.count == 1 ? "" : " \(run.count)x"
            print(
                run.fingers.isEmpty
                    ? Self.line(seconds(run.first), "gesture", "\(run.way): changed\(times), \(run.text)")
                    : Self.line(seconds(run.first), "moved\(times)", run.text)
            )
        }
        runs.removeAll(keepingCapacity: true)
    }

    private func noteMove(_ move: MoveRun) {
        if let index = runs.firstIndex(where: { $0.way == move.way && $0.fingers == move.fingers }) {
            runs[index].count += 1
            runs[index].text = move.text
        } else {
            runs.append(move)
        }
    }

    private func way(through chain: [Responder]) -> String {
        chain.map { "-> \(type(of: $0))" }.joined(separator: " ")
    }

    private static func line(_ time: String, _ what: String, _ text: String) -> String {
        let indent = String(repeating: " ", count: max(0, 8 - time.count))
        let space = String(repeating: " ", count: max(0, 10 - what.count))
        return "\(indent)\(time)  \(what)\(space)  \(text)"
    }

    private func seconds(_ time: MainRunLoop.Instant) -> String {
        let milliseconds = (time.nanoseconds - (start ?? time).nanoseconds + 500_000) / 1_000_000
        let fraction = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }

    private func rounded(_ coordinate: Double) -> Int { Int(coordinate.rounded()) }
}
