import ResponderKit
import ResponderSimulator

/// Checks a device's history as it is made: the calls and states of each app by `LifeRules`, and the ends of touches.
@MainActor
final class HistoryChecker {
    private struct Life {
        var state = LifecycleState.notRunning
        var lastCall = ""
        var touches: Set<Substring> = []
    }

    private var lives: [String: Life] = [:]
    private(set) var problems: [String] = []
    private(set) var edges: Set<[LifecycleState]> = []
    private(set) var touchesBegan = 0
    private(set) var touchesRefused = 0

    private static let names: [Transition.Call: String] = [
        .willFinishLaunching: "willFinish", .didFinishLaunching: "didFinish", .didBecomeActive: "becomeActive",
        .willResignActive: "resignActive", .didEnterBackground: "enterBackground",
        .willEnterForeground: "enterForeground", .willTerminate: "terminate",
    ]

    /// The calls of saving and restoring a state, and the last of the other calls before them (rule A35).
    private static let stateCalls: [Transition.Call: String] = [
        .shouldSaveApplicationState: "enterBackground", .willEncodeRestorableState: "enterBackground",
        .shouldRestoreApplicationState: "willFinish", .didDecodeRestorableState: "willFinish",
        .viewControllerWithRestorationIdentifierPath: "willFinish",
    ]

    var foreground: [String] { lives.filter { $0.value.state.isForeground }.map(\.key) }
    var running: [String] { lives.filter { $0.value.state != .notRunning }.map(\.key) }

    private func fail(_ entry: DeviceHistory.Entry, _ problem: String) {
        if problems.count < 5 { problems.append("\(entry.time) \(entry.app ?? "*"): \(entry): \(problem)") }
    }

    func take(_ entry: DeviceHistory.Entry) {
        if case .touch(let text) = entry.kind, text.contains("refused at") { touchesRefused += 1 }
        guard let app = entry.app else { return }
        var life = lives[app] ?? Life()
        defer { lives[app] = life }
        switch entry.kind {
        case .entered: enter(entry.state ?? .notRunning, &life, entry)
        case .call(let call):
            if [.notRunning, .suspended].contains(life.state) { fail(entry, "while \(life.state)") }
            if let former = Self.stateCalls[call], former != life.lastCall { fail(entry, "after \(life.lastCall)") }
            guard let name = Self.names[call] else { return }
            if !LifeRules.mayFollow(name, life.lastCall) { fail(entry, "after \(life.lastCall)") }
            life.lastCall = name
        case .touch(let text): take(touch: text, &life, entry)
        default: break
        }
    }

    private func enter(_ state: LifecycleState, _ life: inout Life, _ entry: DeviceHistory.Entry) {
        let isSilent = state == .notRunning && life.lastCall != "terminate"
        if !LifeRules.allows(from: life.state, to: state, after: life.lastCall, isSilent: isSilent) {
            fail(entry, "from \(life.state) after \"\(life.lastCall)\"")
        }
        edges.insert([life.state, state])
        if state != .active, !isSilent, !life.touches.isEmpty { fail(entry, "with \(life.touches.count) touches") }
        if state == .notRunning { life = Life() }
        life.state = state
    }

    /// A line such as `1 began at 10,20: View`, of one touch or of several.
    private func take(touch text: String, _ life: inout Life, _ entry: DeviceHistory.Entry) {
        let words = text.split(separator: " ")
        let numbers = words.prefix { $0.allSatisfy(\.isNumber) }
        switch words.dropFirst(numbers.count).first {
        case "began":
            if life.state != .active { fail(entry, "while \(life.state)") }
            for number in numbers where !life.touches.insert(number).inserted { fail(entry, "twice") }
            touchesBegan += numbers.count
        case "ended", "cancelled":
            for number in numbers where life.touches.remove(number) == nil { fail(entry, "without a began") }
        default: break
        }
    }
}
