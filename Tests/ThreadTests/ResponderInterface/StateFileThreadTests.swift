import Foundation
import ResponderInterface
import ResponderKit
import TestSupport
import Testing

/// A store that saves on a thread, and stops a loop when it has done so.
@MainActor
private final class StoppingStore: StateStore {
    private let file: StateFile
    private let loop: MainRunLoop
    private(set) var savings = 0

    init(_ path: String, _ loop: MainRunLoop) { (file, self.loop) = (StateFile(path: path), loop) }

    func beginSaving(_ value: StateValue, completion: @escaping @Sendable (StateStoreError?) -> Void) {
        savings += 1
        file.beginSaving(value) { [loop] error in
            completion(error)
            // After the post that the completion has made.
            loop.post { loop.stop() }
        }
    }

    func load() throws(StateStoreError) -> StateValue? { try file.load() }
    func save(_ value: StateValue) throws(StateStoreError) { try file.save(value) }
    func discard() { file.discard() }
    var wasRestorationCutShort: Bool { file.wasRestorationCutShort }
    func beginRestoration() throws(StateStoreError) { try file.beginRestoration() }
    func endRestoration() { file.endRestoration() }
}

private final class Counter: ApplicationDelegate {
    var count = 1

    func application(_ application: Application, shouldSaveApplicationState coder: StateCoder) -> Bool { true }
    func application(_ application: Application, shouldRestoreApplicationState coder: StateCoder) -> Bool { true }
    func application(_ application: Application, willEncodeRestorableStateWith coder: StateCoder) {
        coder.encode(count, forKey: "count")
    }
    func application(_ application: Application, didDecodeRestorableStateWith coder: StateCoder) {
        count = coder.decodeInteger(forKey: "count") ?? -1
    }
}

@MainActor
@Suite("A state that is saved on a thread of its own")
struct StateFileThreadTests {
    private let folder = MemoryFolder()
    private var path: String { folder.path + "/state.json" }
    private var files: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    // Rules: A50.
    @Test("Whatever the main thread does with a file comes after the saving that a thread has begun")
    func order() throws {
        let (store, other) = (StateFile(path: path), StateFile(path: path))
        let ends = Ends()
        for number in 1...200 {
            // Of another length each time, so that a mixture of two is no state.
            let value = StateValue.bytes([UInt8](repeating: UInt8(number), count: 40 * number))
            store.beginSaving(value) { ends.note($0) }
            switch number % 5 {
            case 0:
                #expect(try store.load() == value)
            case 1:
                try other.save(.integer(number))
                #expect(try store.load() == .integer(number))
            case 2:
                store.discard()
                #expect(files.isEmpty)
            case 3:
                try other.beginRestoration()
                #expect(try other.load() == value)
                other.endRestoration()
            default:
                other.beginSaving(.integer(number)) { ends.note($0) }
            }
        }
        #expect(try store.load() == .bytes([UInt8](repeating: 200, count: 8000)))
        #expect(files == ["state.json"])
        ends.wait(for: 240)
        #expect(ends.errors.isEmpty && !ends.wereOnMainThread)
    }

    // Rules: A50.
    @Test("A folder that vanishes is an error of the saving, which names the file")
    func noFolder() {
        let store = StateFile(path: folder.path + "/gone/state.json")
        let ends = Ends()
        store.beginSaving(.null) { ends.note($0) }
        ends.wait(for: 1)
        #expect(ends.errors == ["\(store.path).new: open: No such file or directory"])
    }

    // Rules: A49, A50, A51.
    @Test("An app at rest is woken by the end of a saving, reports an error once, and saves when the folder is back")
    func application() async throws {
        let application = Application(runLoop: try MainRunLoop())
        let store = StoppingStore(folder.path + "/data/state.json", application.runLoop)
        let delegate = Counter()
        (application.delegate, application.stateStore) = (delegate, store)
        let errors = Log()
        application.onLifecycleEvent = { event in
            if case .stateError(let error) = event.kind { errors.write("\(error)") }
        }
        application.savesStateContinuously = true
        // Keeps the runs going, which nothing else does while the thread is at work.
        application.runLoop.addTimer(after: .seconds(3600)) { _ in }
        application.launch()
        application.invalidateRestorableState()
        for _ in 0..<2 { await application.runLoop.run() }
        #expect(errors.entries.count == 1 && store.savings == 2)
        try FileManager.default.createDirectory(atPath: folder.path + "/data", withIntermediateDirectories: false)
        delegate.count = 2
        await application.runLoop.run()
        #expect(errors.entries.count == 1 && store.savings == 3)
        application.terminate()
        let next = Application(runLoop: try MainRunLoop())
        let restored = Counter()
        (next.delegate, next.stateStore) = (restored, store)
        next.launch()
        #expect(restored.count == 2)
        next.terminate()
    }
}

/// What savings told at their ends, on their threads.
private final class Ends: Sendable {
    nonisolated(unsafe) private var count = 0
    nonisolated(unsafe) private var texts: [String] = []
    nonisolated(unsafe) private var isOnMainThread = false
    private let condition = NSCondition()

    var errors: [String] { locked { texts } }
    var wereOnMainThread: Bool { locked { isOnMainThread } }

    func note(_ error: StateStoreError?) {
        locked {
            count += 1
            if let error { texts.append(error.description) }
            if Thread.isMainThread { isOnMainThread = true }
            condition.broadcast()
        }
    }

    func wait(for number: Int) {
        locked { while count < number { condition.wait() } }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        condition.lock()
        defer { condition.unlock() }
        return body()
    }
}
