import Foundation
import ResponderEnvironment
import ResponderKit
import ResponderSimulator
import TestSupport

/// A random walk over a device with a storage, beside a model that knows the rules alone.
@MainActor
final class StorageWalk {
    /// A file that an app has open.
    struct Handle {
        let app: String
        let file: ProtectedFile
        let entry: ModelEntry
        let isWritable: Bool
        var isOpen = true
    }

    let folder: MemoryFolder
    let device = SimulatedDevice()
    var model = DeviceModel()
    var random: SeededGenerator
    var handles: [Handle] = []
    private(set) var step = 0
    private(set) var problems: [String] = []
    /// How often each kind of step was done, and how often refused.
    private(set) var done: [String: Int] = [:]
    private(set) var refused: [String: Int] = [:]
    private(set) var purges = 0
    /// The result that the history had last.
    var lastResult = ""
    private var recent: [String] = []
    private let seed: UInt64

    // What the step begins with.
    private var running: Set<String> = []
    private var freeBefore: Int?
    /// The most bytes that the step may have asked the storage for.
    private var needed = 0

    static let names = ["notes", "mail", "music"]

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        folder = MemoryFolder()
        device.recordsHistory = false
        device.onHistoryEntry = { [weak self] in
            if case .result(let text) = $0.kind { self?.lastResult = text }
        }
        try device.attachStorage(at: folder.path)
        if seed.isMultiple(of: 3) {
            model.setPasscode("blue")
            try device.perform(.choosePasscode("blue"))
        }
        for name in Self.names { try install(name) }
    }

    func install(_ name: String) throws {
        var manifest = Manifest(identifier: name, backgroundModes: [.audio], isFileSharingEnabled: name == "notes")
        manifest.keychainGroups = DeviceModel.groups[name] ?? []
        try device.install(manifest)
        model.apps[name] = DeviceModel.App(home: HomeModel(name))
    }

    // MARK: Chance

    func chance(_ part: Int, of whole: Int) -> Bool { Int.random(in: 0..<whole, using: &random) < part }

    func any<Choices: Collection>(_ choices: Choices) -> Choices.Element {
        let offset = Int.random(in: 0..<choices.count, using: &random)
        return choices[choices.index(choices.startIndex, offsetBy: offset)]
    }

    /// The apps that can do something now.
    var awake: [String] {
        Self.names.filter { name in
            guard let state = try? device.state(of: name) else { return false }
            return state != .notRunning && state != .suspended
        }
    }

    // MARK: Steps

    func fail(_ problem: String) {
        guard problems.isEmpty else { return }
        problems = ["seed \(seed), step \(step): \(problem)", "the last steps:"] + recent
    }

    func note(_ line: String) {
        recent.append("\(step) \(line)")
        if recent.count > 20 { recent.removeFirst() }
    }

    /// Does one random thing.
    func walk() {
        step += 1
        running = runningApps
        freeBefore = device.freeSpace
        needed = 0
        if chance(5, of: 6), let app = awake.isEmpty ? nil : any(awake) {
            fileStep(app)
        } else {
            deviceStep()
        }
        finishStep()
        if step.isMultiple(of: 50) { compare() }
    }

    private var runningApps: Set<String> {
        Set(Self.names.filter { (try? device.state(of: $0)).map { $0 != .notRunning } ?? false })
    }

    private func finishStep() {
        let now = runningApps
        for app in running.subtracting(now) { model.apps[app]?.lastEnd = step }
        handles.removeAll { !now.contains($0.app) }
        if freeBefore != nil { findPurges(running.intersection(now)) }
        if device.environment.isProtectedDataAvailable != model.isDataAvailable {
            fail("protected data is available to apps: \(!model.isDataAvailable)")
        }
        if let limit = model.limit, device.usedSpace > limit { fail("\(device.usedSpace) bytes of \(limit) are used") }
    }

    /// Caches and tmp were purged only where space was short, of apps that do not run, those first that ended first
    /// (rule S6).
    private func findPurges(_ busy: Set<String>) {
        var (lastPurged, firstKept) = (0, Int.max)
        for (name, app) in model.apps where !app.home.purgeable.isEmpty {
            guard let home = try? device.homePath(of: name) else { continue }
            let left = ["Library/Caches", "tmp"].flatMap {
                (try? FileManager.default.contentsOfDirectory(atPath: "\(home)/\($0)")) ?? []
            }
            guard left.isEmpty else {
                let counts = app.home.purgeable.contains { path in
                    guard let entry = app.home.entries[path], let bytes = entry.bytes else { return false }
                    return entry.protection != .none || !bytes.isEmpty
                }
                if !busy.contains(name), !running.contains(name), counts { firstKept = min(firstKept, app.lastEnd) }
                continue
            }
            purges += 1
            note("\(name) was purged")
            if busy.contains(name) { fail("\(name) runs, and was purged") }
            if needed <= freeBefore ?? 0 { fail("\(name) was purged, and space was not short") }
            lastPurged = max(lastPurged, app.lastEnd)
            model.apps[name]?.home.purge()
        }
        if lastPurged > firstKept { fail("an app was purged that ended at \(lastPurged), and one of \(firstKept) not") }
    }

    /// Whether so many bytes of content may be more than there is space for: what a file takes beside its content is at
    /// most a header, a journal, and 44 bytes for each chunk.
    func mayBeFull(_ bytes: Int) -> Set<Refusal> {
        needed = max(needed, bytes + 20_000 + bytes / 200)
        return freeBefore.map { needed > $0 } ?? false ? [.full] : []
    }

    /// Does something, which is to succeed where there are no reasons, and otherwise is refused for one of them.
    func expect<Value>(
        _ kind: String,
        _ what: String,
        _ reasons: Set<Refusal>,
        or possible: Set<Refusal> = [],
        _ body: () throws -> Value
    ) -> Value? {
        do {
            let value = try body()
            note("\(kind) \(what)")
            done[kind, default: 0] += 1
            if !reasons.isEmpty { fail("it was done, and is to be refused: \(reasons)") }
            return value
        } catch {
            let refusal = Refusal(error)
            note("\(kind) \(what): \(refusal)")
            refused[kind, default: 0] += 1
            if !reasons.union(possible).contains(refusal) {
                fail(reasons.isEmpty ? "it is to be done: \(error)" : "it is to be refused as \(reasons): \(error)")
            }
            return nil
        }
    }
}
