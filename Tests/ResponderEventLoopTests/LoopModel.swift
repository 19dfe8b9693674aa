import LoopChurn
import ResponderEventLoop

/// A model of the turn, as its rules define it, that follows a loop under virtual time.
///
/// The model knows what may be called next, and records where the loop calls something else. It is as plain as can be:
/// lists that are searched.
@MainActor
final class LoopModel: ChurnWitness {
    /// What the loop did against the rules.
    private(set) var violations: [String] = []
    /// Whether a host makes the turns: it may add timers that are overdue while the loop waits.
    var isHosted = false
    /// The mode of a run that begins now.
    private var beginning = MainRunLoop.Mode.default

    private let clock: VirtualClock
    private var commonModes: Set<MainRunLoop.Mode> = [.default, .tracking]
    /// The posts that no run has taken out, in order.
    private var posts: [Post] = []
    private var sources: [Int: Source] = [:]
    private var timers: [Int: Timer] = [:]
    private var frames: [Frame] = []
    private var signals = 0
    private var schedulings = 0
    private var isMarked = false
    /// How many times tracking was begun and not ended.
    private var trackings = 0

    init(clock: VirtualClock) {
        self.clock = clock
    }

    private struct Post {
        let number: Int
        let modes: MainRunLoop.ModeSet
    }

    private struct Source {
        let priority: MainRunLoop.Priority
        let order: Int
        let modes: MainRunLoop.ModeSet
        /// The number of the source's signal.
        var signal: Int?
        /// How many signals there were when a bounded step left the source over.
        var leftAt: Int?
        /// Whether the source may stand before one with a lower order value that was signalled later.
        var mayPrecede = false
    }

    private struct Timer {
        var deadline: Int64
        let interval: Int64?
        let modes: MainRunLoop.ModeSet
        var order: Int
        /// Whether a run has taken the timer out of the queue: it fires there, or has fired and is not armed again yet.
        var isTaken = false
    }

    /// The steps of a turn, in order.
    private enum Step: Int {
        case observers, posts, input, timers, sources, idle, update, end
    }

    /// A run under way, and where its turn is.
    private struct Frame {
        /// The mode that the run was given.
        let mode: MainRunLoop.Mode
        /// The mode that the step serves: fixed when the step began.
        var served: MainRunLoop.Mode
        var step = Step.end
        /// The posts or timers that the step still has to call.
        var posts: [Post] = []
        var timers: [Int] = []
        /// The modes that the run served when the step began.
        var isCommon = false
        /// The last signal before the step.
        var mark = 0
        var updates = false
        /// The timer whose callback is under way.
        var firing: Int?
        var callbacks = 0
        /// When the step may end before it has done everything.
        var end: Int64 = .max
    }

    private func serves(_ modes: MainRunLoop.ModeSet, _ frame: Frame) -> Bool {
        modes.contains(frame.served) || (frame.isCommon && modes.union(.common) == modes)
    }

    /// The mode that a run serves which was given the mode: while tracking lasts, tracking instead of default.
    private func served(_ mode: MainRunLoop.Mode) -> MainRunLoop.Mode {
        mode == .default && trackings > 0 ? .tracking : mode
    }

    /// Sets the modes that the frame serves from now on.
    private func settleModes(_ frame: inout Frame) {
        frame.served = served(frame.mode)
        frame.isCommon = commonModes.contains(frame.served)
    }

    private func note(_ text: String) {
        violations.append("\(text), at \(clock.now)")
    }

    // MARK: - What is done

    func posted(_ number: Int, in modes: MainRunLoop.ModeSet) {
        posts.append(Post(number: number, modes: modes))
    }

    func added(_ id: Int, _ kind: ChurnKind) {
        switch kind {
        case .source(let priority, let order, let modes):
            sources[id] = Source(priority: priority, order: order, modes: modes)
        case .timer(let deadline, let interval, let modes):
            schedulings += 1
            timers[id] = Timer(deadline: deadline.nanoseconds, interval: interval, modes: modes, order: schedulings)
        }
    }

    func signalled(_ id: Int) {
        guard sources[id]?.signal == nil else { return }
        signals += 1
        sources[id]?.signal = signals
    }

    func cancelled(_ id: Int) {
        sources[id] = nil
        timers[id] = nil
    }

    func marked() { isMarked = true }

    func ranNested(_ mode: MainRunLoop.Mode) { beginning = mode }

    func becameCommon(_ mode: MainRunLoop.Mode) { commonModes.insert(mode) }

    func tracked(isOn: Bool) { trackings += isOn ? 1 : -1 }

    // MARK: - What is called

    func told(_ activity: MainRunLoop.Activity) {
        switch activity {
        case .entry:
            frames.append(Frame(mode: beginning, served: served(beginning)))
        case .beforeTimers:
            move(to: .end)
            frames[frames.count - 1].step = .observers
        case .beforeSources:
            if top.step != .observers { note("before-sources observers are told in step \(top.step)") }
        case .beforeWaiting:
            move(to: .end)
            expectIdle()
        case .afterWaiting:
            if !isHosted, let earliest, earliest < clock.now.nanoseconds { note("a wait passed a deadline") }
        default:
            move(to: .end)
            frames.removeLast()
        }
    }

    func performs(post number: Int) {
        move(to: .posts)
        guard let first = top.posts.first, first.number == number else {
            return note("post \(number) runs, and not one of \(top.posts.map(\.number))")
        }
        frames[frames.count - 1].posts.removeFirst()
    }

    func performs(_ id: Int) {
        if timers[id] != nil { return fires(id) }
        guard let source = sources[id] else { return note("\(id) is called, which was cancelled") }
        move(to: step(of: source.priority))
        guard let signal = source.signal, signal <= top.mark, serves(source.modes, top) else {
            return note("source \(id) performs, and was not signalled before the step in a mode of it")
        }
        for (other, former) in eligible where other != id {
            guard let number = former.signal else { continue }
            if former.order < source.order && !source.mayPrecede
                || former.order == source.order && number < signal
                || former.leftAt.map({ $0 < signal }) ?? false
            {
                note("source \(id) performs before \(other)")
            }
        }
        sources[id]?.signal = nil
        sources[id]?.leftAt = nil
        sources[id]?.mayPrecede = false
    }

    private func fires(_ id: Int) {
        move(to: .timers)
        frames[frames.count - 1].timers.removeAll { timers[$0] == nil }
        guard top.timers.first == id, let timer = timers[id] else {
            return note("timer \(id) fires, and not one of \(top.timers)")
        }
        frames[frames.count - 1].timers.removeFirst()
        if timer.interval == nil { timers[id] = nil } else { frames[frames.count - 1].firing = id }
    }

    func updates() {
        move(to: .update)
        if !top.updates { note("the update pass comes, and nothing was marked or it came already") }
        frames[frames.count - 1].updates = false
    }

    // MARK: - The turn

    private var top: Frame { frames[frames.count - 1] }

    private func step(of priority: MainRunLoop.Priority) -> Step {
        switch priority {
        case .input: .input
        case .default: .sources
        case .idle: .idle
        }
    }

    /// The sources that the step still has to perform.
    private var eligible: [(Int, Source)] {
        sources.filter {
            guard let signal = $0.value.signal else { return false }
            return step(of: $0.value.priority) == top.step && signal <= top.mark && serves($0.value.modes, top)
        }
        .map { ($0.key, $0.value) }
    }

    /// Moves on to a step in which the loop calls something, or to the turn's end: the steps in between had nothing to
    /// do.
    private func move(to step: Step) {
        guard !frames.isEmpty else { return note("something is called, and no run is under way") }
        settleTimer()
        if top.step.rawValue > step.rawValue { note("step \(step) comes after step \(top.step)") }
        while top.step.rawValue < step.rawValue, let next = Step(rawValue: top.step.rawValue + 1) {
            endStep()
            beginStep(next)
        }
        guard step != .end, step != .update else { return }
        frames[frames.count - 1].callbacks += 1
        if top.callbacks > MainRunLoop.mostCallbacksOfStep { note("step \(step) made too many callbacks") }
    }

    private func beginStep(_ step: Step) {
        var frame = top
        frame.step = step
        settleModes(&frame)
        frame.mark = signals
        frame.callbacks = 0
        frame.end = clock.now.nanoseconds + MainRunLoop.longestStep.wholeNanoseconds
        switch step {
        case .posts:
            frame.posts = posts.filter { serves($0.modes, frame) }
            posts.removeAll { serves($0.modes, frame) }
        case .timers:
            let due = timers.filter {
                serves($0.value.modes, frame) && !$0.value.isTaken && $0.value.deadline <= clock.now.nanoseconds
            }
            let sorted = due.sorted { ($0.value.deadline, $0.value.order) < ($1.value.deadline, $1.value.order) }
            frame.timers = sorted.map(\.key)
            for id in frame.timers { timers[id]?.isTaken = true }
        case .update:
            frame.updates = isMarked
            isMarked = false
        default: break
        }
        frames[frames.count - 1] = frame
    }

    private func endStep() {
        let frame = top
        let isSpent =
            frame.callbacks >= MainRunLoop.mostCallbacksOfStep || frame.end <= clock.now.nanoseconds
        let rest = eligible
        let due = frame.timers.filter { timers[$0] != nil }
        if !isSpent && !(frame.posts.isEmpty && rest.isEmpty && due.isEmpty) {
            note("step \(frame.step) left \(frame.posts.count) posts, \(rest.count) sources and \(due.count) timers")
        }
        if frame.updates { note("the update pass was left out") }
        posts = (frame.posts + posts).sorted { $0.number < $1.number }
        for (id, source) in rest where source.leftAt == nil { sources[id]?.leftAt = signals }
        // All other sources that the loop had taken over keep their places too.
        for (id, source) in sources where isSpent && step(of: source.priority) == frame.step && source.signal != nil {
            sources[id]?.mayPrecede = true
        }
        for id in due { timers[id]?.isTaken = false }
        frames[frames.count - 1].posts = []
        frames[frames.count - 1].timers = []
    }

    /// A repeating timer is armed again when its callback has returned.
    private func settleTimer() {
        guard let id = top.firing else { return }
        frames[frames.count - 1].firing = nil
        guard let timer = timers[id], let interval = timer.interval else { return }
        var next = timer.deadline
        while next <= clock.now.nanoseconds { next += interval }
        schedulings += 1
        timers[id] = Timer(deadline: next, interval: interval, modes: timer.modes, order: schedulings)
    }

    private var earliest: Int64? {
        var frame = top
        settleModes(&frame)
        return timers.values.filter { !$0.isTaken && serves($0.modes, frame) }.map(\.deadline).min()
    }

    private func expectIdle() {
        var frame = top
        settleModes(&frame)
        if isMarked { note("the loop is about to wait, and something is marked") }
        if posts.contains(where: { serves($0.modes, frame) }) {
            note("the loop is about to wait, and something is posted")
        }
        if sources.values.contains(where: { $0.signal != nil && serves($0.modes, frame) }) {
            note("the loop is about to wait, and a source is signalled")
        }
        if let earliest, earliest <= clock.now.nanoseconds { note("the loop is about to wait, and a timer is due") }
    }

    /// What is left at the end, after every mode was run.
    func expectNothingLeft() {
        if !posts.isEmpty { note("posts were lost: \(posts.map(\.number))") }
        let lost = sources.filter { $0.value.signal != nil }.keys.sorted()
        if !lost.isEmpty { note("signals were lost: \(lost)") }
        if !frames.isEmpty { note("\(frames.count) runs have not ended") }
    }
}
