import LoopChurn
import ResponderEventLoop

/// Checks the churn on the system's clock: nothing is called twice, early, or after its cancel, and nothing is lost.
@MainActor
final class SoakWitness: ChurnWitness {
    private(set) var turns = 0
    private(set) var calls = 0
    private let loop: MainRunLoop
    private var posts: Set<Int> = []
    private var sources: [Int: Bool] = [:]
    private var timers: [Int: (deadline: MainRunLoop.Instant, interval: Int64?)] = [:]
    private var isMarked = false
    /// The runs under way, each with the last post of every thread that it has run.
    private var runs: [[Int]] = []

    init(_ loop: MainRunLoop) {
        self.loop = loop
    }

    /// A run performs posts of a thread in the thread's order; a run nested in it may have performed later ones before.
    func performs(postOf thread: Int, number: Int) {
        let last = runs[runs.count - 1][thread]
        if last >= number { fail("post \(number) of thread \(thread) ran after \(last)") }
        runs[runs.count - 1][thread] = number
    }

    func told(_ activity: MainRunLoop.Activity) {
        switch activity {
        case .entry: runs.append([Int](repeating: 0, count: SoakThreads.count))
        case .exit: runs.removeLast()
        case .beforeTimers: turns += 1
        default: break
        }
    }

    func posted(_ number: Int, in modes: MainRunLoop.ModeSet) { posts.insert(number) }

    func performs(post number: Int) {
        calls += 1
        if posts.remove(number) == nil { fail("post \(number) ran twice") }
    }

    func added(_ id: Int, _ kind: ChurnKind) {
        switch kind {
        case .source: sources[id] = false
        case .timer(let deadline, let interval, _): timers[id] = (deadline, interval)
        }
    }

    func signalled(_ id: Int) { sources[id] = true }

    func cancelled(_ id: Int) {
        sources[id] = nil
        timers[id] = nil
    }

    func performs(_ id: Int) {
        calls += 1
        if let timer = timers[id] {
            if loop.now < timer.deadline { fail("timer \(id) fired early") }
            timers[id] = nil
            guard let interval = timer.interval else { return }
            timers[id] = (timer.deadline.advanced(by: .nanoseconds(interval)), interval)
        } else {
            guard let isSignalled = sources[id] else { fail("\(id) was called after its cancel") }
            if !isSignalled { fail("source \(id) performed without a signal") }
            sources[id] = false
        }
    }

    func updates() {
        calls += 1
        if !isMarked { fail("an update pass came without a mark") }
        isMarked = false
    }

    func marked() { isMarked = true }
    func ranNested(_ mode: MainRunLoop.Mode) {}
    func becameCommon(_ mode: MainRunLoop.Mode) {}
    func tracked(isOn: Bool) {}

    /// After everything of the churn was cancelled and every mode was run.
    func expectNothingLeft() {
        if !posts.isEmpty { fail("\(posts.count) posts were lost") }
        if !runs.isEmpty { fail("\(runs.count) runs have no exit") }
    }
}
