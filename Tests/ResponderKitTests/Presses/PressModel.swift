import ResponderKitTesting
import TestSupport

@testable import ResponderCore

/// A random life of keys over a chain of views, and a plain model that says what each view must get.
///
/// The model has names in arrays: the chain from the lowest view up, and for each press who got its began and is still
/// where it was. So it needs neither routes nor the override table.
@MainActor
final class PressModel {
    private struct Down {
        let key: Int
        /// The responder to which the press is bound; nil for the window, which handles no press.
        let target: String?
        /// Who got the began and has kept its place, from the lowest up.
        var recipients: [String]
    }

    private let seed: UInt64
    private var random: SeededGenerator
    private let harness: AppHarness
    private let log = PressLog()
    private var views: [String: KeyView] = [:]
    private var sender: TouchPort.Sender
    private var expected: [String] = []
    private var down: [Down] = []
    private var chain: [String] = []
    private var first: String?
    private var isActive = true
    private var steps = 0
    /// How many begans each view has got of each key without an end.
    private var open: [String: Int] = [:]
    private(set) var cancels = 0

    /// The view that passes nothing on.
    private static let stopper = "d"

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        harness = try AppHarness()
        sender = harness.application.touchPort.makeSender()
        for name in ["a", "b", "c", Self.stopper, "e"] {
            let view = KeyView(name, log)
            view.passesOn = name != Self.stopper
            views[name] = view
        }
        for name in ["c", "b", "a"] { insert(name, at: 0) }
        down = []
    }

    /// Does something at random; returns what is wrong with what the views got, nil for nothing.
    func step() -> String? {
        steps += 1
        expected = []
        let deed = Int.random(in: 0..<14, using: &random)
        let key = Int.random(in: 0..<5, using: &random)
        switch deed {
        case 0..<4: press(key)
        case 4, 5: release(key)
        case 6: change(key)
        case 7: chooseFirst()
        case 8, 9: reshape()
        case 10: toggleActive()
        case 11: closeSender()
        default: pressAndReshape(key)
        }
        harness.settle()
        let lines = log.take()
        for line in lines { count(line) }
        return lines == expected ? nil : "seed \(seed), step \(steps), deed \(deed): \(lines), not \(expected)"
    }

    /// Releases all keys; returns the views that got a began without exactly one end.
    func finish() -> [String] {
        sender = harness.application.touchPort.makeSender()
        harness.settle()
        for line in log.take() { count(line) }
        return open.filter { $0.value != 0 }.map { "\($0.key): \($0.value)" }
    }

    // MARK: Keys

    private func send(_ key: Int, _ phase: PressFrame.Phase) {
        sender.send(PressFrame(time: harness.now, usage: .keyboard(UInt16(key)), phase: phase, characters: "\(key)"))
    }

    private func press(_ key: Int) {
        send(key, .began)
        end(key, "cancelled")
        guard isActive else { return }
        let recipients = first.map { passing(from: $0) } ?? []
        expected += recipients.map { "\($0).began(\(key))" }
        down.append(Down(key: key, target: first, recipients: recipients))
    }

    private func release(_ key: Int) {
        send(key, .ended)
        end(key, "ended")
    }

    private func change(_ key: Int) {
        send(key, .changed)
        for press in down where press.key == key { expected += press.recipients.map { "\($0).changed(\(key))" } }
    }

    private func closeSender() {
        sender = harness.application.touchPort.makeSender()
        // The keys have the places of their numbers in the sender's table.
        for key in 0..<5 { end(key, "cancelled") }
    }

    private func end(_ key: Int, _ message: String) {
        guard let place = down.firstIndex(where: { $0.key == key }) else { return }
        expected += down.remove(at: place).recipients.map { "\($0).\(message)(\(key))" }
    }

    // MARK: The chain

    private func chooseFirst() {
        first = chain.randomElement(using: &random)
        if let first { views[first]?.becomeFirstResponder() }
    }

    private func reshape() {
        if Bool.random(using: &random), chain.count > 1 {
            remove(at: Int.random(in: chain.indices, using: &random))
        } else if let name = views.keys.sorted().filter({ !chain.contains($0) }).randomElement(using: &random) {
            insert(name, at: Int.random(in: 0...chain.count, using: &random))
        }
        expectLosses()
    }

    /// The first responder changes the chain while it handles a began, which then goes up the new chain (rule R14).
    private func pressAndReshape(_ key: Int) {
        guard isActive, let name = first, let view = views[name], !down.contains(where: { $0.key == key }) else {
            return
        }
        var shaped: [String] = []
        view.onPress = { [unowned self, unowned view] message, _, _ in
            guard message == "began" else { return }
            view.onPress = { _, _, _ in }
            let before = expected
            reshape()
            shaped = Array(expected[before.count...])
            expected = before
        }
        // The losses are those of the other presses, and come when the handler has returned.
        send(key, .began)
        harness.settle()
        let recipients = chain.contains(name) ? passing(from: name) : [name]
        expected = recipients.map { "\($0).began(\(key))" }
        if chain.contains(name) {
            expected += shaped
            down.append(Down(key: key, target: name, recipients: recipients))
        } else {
            // The presses of the view that has gone are cancelled together.
            expected += joined(shaped, name, key)
        }
    }

    /// The cancels of a view that has gone, with one more key, which began last.
    private func joined(_ lines: [String], _ name: String, _ key: Int) -> [String] {
        var lines = lines
        if let place = lines.firstIndex(where: { $0.hasPrefix("\(name).cancelled(") && pendingTargets.contains($0) }) {
            lines[place] = lines[place].dropLast() + " \(key))"
            return lines
        }
        return lines + ["\(name).cancelled(\(key))"]
    }

    /// The lines by which presses were cancelled for the view to which they are bound.
    private var pendingTargets: Set<String> = []

    private func insert(_ name: String, at place: Int) {
        guard let view = views[name] else { return }
        let parent = place < chain.count ? views[chain[place]] ?? harness.window : harness.window
        parent.addSubview(view)
        if place > 0, let child = views[chain[place - 1]] { view.addSubview(child) }
        chain.insert(name, at: place)
    }

    private func remove(at place: Int) {
        let name = chain.remove(at: place)
        let parent = place < chain.count ? views[chain[place]] ?? harness.window : harness.window
        if place > 0, let child = views[chain[place - 1]] { parent.addSubview(child) }
        views[name]?.removeFromSuperview()
        if first == name { first = nil }
    }

    private func passing(from start: String) -> [String] {
        var found: [String] = []
        for name in chain[(chain.firstIndex(of: start) ?? chain.count)...] {
            found.append(name)
            if name == Self.stopper { break }
        }
        return found
    }

    /// Expects the cancels that a new chain brings: first those of recipients that have left the chains of presses that
    /// go on, then those of the presses whose view has gone, view by view.
    private func expectLosses() {
        pendingTargets = []
        var lost: [Int: [String]] = [:]
        for place in down.indices {
            guard let target = down[place].target else { continue }
            let path = chain.firstIndex(of: target).map { Array(chain[$0...]) } ?? [target]
            // Those that are still above, up to a responder that is new there.
            var (kept, left): ([String], [String]) = ([], [])
            var rest = down[place].recipients[...]
            for name in path {
                guard let index = rest.firstIndex(of: name) else { break }
                left += rest[..<index]
                kept.append(name)
                rest = rest[(index + 1)...]
            }
            lost[down[place].key] = left + rest
            down[place].recipients = kept
        }
        func expectLost(_ press: Down) { expected += (lost[press.key] ?? []).map { "\($0).cancelled(\(press.key))" } }
        let gone = down.filter { press in press.target.map { !chain.contains($0) } ?? false }
        down.removeAll { press in press.target.map { !chain.contains($0) } ?? false }
        down.forEach(expectLost)
        for group in grouped(gone) {
            expected.append("\(group[0].target ?? "").cancelled(\(group.map { "\($0.key)" }.joined(separator: " ")))")
            pendingTargets.insert(expected.last ?? "")
            group.forEach(expectLost)
        }
    }

    // MARK: Inactive

    private func toggleActive() {
        isActive.toggle()
        _ = try? harness.application.receive(isActive ? .activate : .resignActive)
        guard !isActive else { return }
        for var group in grouped(down) {
            var place = 0
            while true {
                group.removeAll { $0.recipients.count <= place }
                guard let name = group.first?.recipients[place] else { break }
                expected.append("\(name).cancelled(\(group.map { "\($0.key)" }.joined(separator: " ")))")
                place += 1
            }
        }
        down = []
    }

    /// The presses by target, in the order of the targets' oldest presses.
    private func grouped(_ presses: [Down]) -> [[Down]] {
        var groups: [[Down]] = []
        for press in presses {
            if let place = groups.firstIndex(where: { $0[0].target == press.target }) {
                groups[place].append(press)
            } else {
                groups.append([press])
            }
        }
        return groups
    }

    private func count(_ line: String) {
        let parts = line.split(whereSeparator: { ".()".contains($0) })
        for key in parts[2].split(separator: " ") {
            if parts[1] == "began" { open["\(parts[0]) \(key)", default: 0] += 1 }
            if parts[1] == "ended" || parts[1] == "cancelled" { open["\(parts[0]) \(key)", default: 0] -= 1 }
            if parts[1] == "cancelled" { cancels += 1 }
        }
    }
}
