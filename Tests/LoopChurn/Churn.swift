package import ResponderEventLoop

/// What a churn reports to the code that checks the loop.
@MainActor
package protocol ChurnWitness: AnyObject {
    /// The post with this number was posted in these modes.
    func posted(_ number: Int, in modes: MainRunLoop.ModeSet)
    /// A source was added; its `id` is unique.
    func added(_ id: Int, _ kind: ChurnKind)
    func signalled(_ id: Int)
    func cancelled(_ id: Int)
    /// Each callback reports itself first.
    func performs(post number: Int)
    func performs(_ id: Int)
    func told(_ activity: MainRunLoop.Activity)
    func updates()
    func marked()
    func ranNested(_ mode: MainRunLoop.Mode)
    func becameCommon(_ mode: MainRunLoop.Mode)
    /// Tracking was begun once more, or ended once.
    func tracked(isOn: Bool)
}

/// A registration.
package enum ChurnKind {
    case source(MainRunLoop.Priority, order: Int, MainRunLoop.ModeSet)
    case timer(MainRunLoop.Instant, every: Int64?, MainRunLoop.ModeSet)
}

/// Random work on a loop: callbacks of the loop register, cancel, signal, post, mark, stop, spend time, begin and end
/// tracking, and begin nested runs.
///
/// The same seed does the same work, as long as the loop makes its callbacks in the same order.
@MainActor
package final class Churn {
    package let loop: MainRunLoop
    /// The modes that the churn uses: default, tracking, and one that is not common at first.
    package let modes: [MainRunLoop.Mode]
    /// How many callbacks the loop has made.
    package private(set) var steps = 0
    /// How many nested runs were begun.
    package private(set) var nestedRuns = 0
    /// How many times tracking was begun.
    package private(set) var trackings = 0
    private var trackingsUnderWay = 0
    private let clock: VirtualClock?
    private let mostSteps: Int
    private let longestNestedRun: Int
    private let goesOnByItself: Bool
    private var isEnded = false
    private weak var witness: (any ChurnWitness)?
    private var generator: Shuffler
    private var nextPost = 0
    private var postsUnderWay = 0
    private var nextID = 0
    private var sources: [(id: Int, source: MainRunLoop.UserSource)] = []
    private var timers: [(id: Int, timer: MainRunLoop.Timer)] = []
    private var handler: MainRunLoop.UpdateHandler?
    private var observer: MainRunLoop.Observer?
    private var depth = 0

    /// A churn of a number of callbacks, with nested runs of limited length in microseconds.
    ///
    /// Where there is a virtual clock, callbacks advance it. A churn that does not go on by itself dies down, unless
    /// its owner calls ``act()`` again and again.
    package init(
        _ loop: MainRunLoop,
        clock: VirtualClock? = nil,
        seed: UInt64,
        steps: Int,
        longestNestedRun: Int = 3000,
        goesOnByItself: Bool = true,
        witness: any ChurnWitness
    ) {
        self.loop = loop
        self.clock = clock
        self.witness = witness
        mostSteps = steps
        self.longestNestedRun = longestNestedRun
        self.goesOnByItself = goesOnByItself
        generator = Shuffler(seed: seed)
        modes = [.default, .tracking, MainRunLoop.Mode("churn")]
        observer = loop.addObserver(of: .all, order: .min, in: [modes[0], modes[1], modes[2]]) { [weak witness] in
            witness?.told($0)
        }
        handler = loop.addUpdateHandler { [unowned self] in
            self.witness?.updates()
            act()
        }
        for _ in 0..<12 { addSource() }
        for _ in 0..<4 { addPost() }
    }

    /// Whether the churn is complete; then it makes no more work.
    package var isOver: Bool { steps >= mostSteps || isEnded }

    /// Cancels everything that the churn has registered, and makes no more work.
    package func end() {
        isEnded = true
        for (id, source) in sources {
            source.cancel()
            witness?.cancelled(id)
        }
        for (id, timer) in timers {
            timer.cancel()
            witness?.cancelled(id)
        }
        (sources, timers) = ([], [])
        handler?.cancel()
        observer?.cancel()
        endTracking()
    }

    /// Ends tracking as often as the churn has begun it.
    package func endTracking() {
        while trackingsUnderWay > 0 { endOneTracking() }
    }

    private func endOneTracking() {
        trackingsUnderWay -= 1
        witness?.tracked(isOn: false)
        loop.endTracking()
    }

    private func track() {
        guard trackingsUnderWay == 0 || chance(4) else { return endOneTracking() }
        trackingsUnderWay += 1
        trackings += 1
        witness?.tracked(isOn: true)
        loop.beginTracking()
    }

    /// Does something random; callbacks of the loop call this.
    package func act() {
        steps += 1
        guard !isOver else { return }
        // In some callbacks some time passes, in a few more time.
        if let clock, chance(6) {
            clock.advance(to: clock.now.advanced(by: .microseconds(chance(10) ? 9000 : random(0..<900))))
        }
        // On the system's clock, runs may look for work before they sleep.
        if clock == nil, chance(100) { loop.busyWait = .microseconds([0, 20, 1000][random(0..<3)]) }
        for _ in 0..<random(0..<4) { change() }
        guard goesOnByItself else { return }
        if chance(3) { addPost() } else { signalAny() }
    }

    private func change() {
        switch random(0..<26) {
        case 0..<5: addPost()
        case 5..<10: signalAny()
        case 10..<12: addSource()
        case 12: cancelSource()
        case 13..<16: addTimer()
        case 16: cancelTimer()
        case 17..<19:
            witness?.marked()
            loop.setNeedsUpdate()
        case 19: if depth > 0 { loop.stop() }
        case 20: loop.wakeUp()
        case 21..<23: if depth < 3 { runNested() }
        case 23..<25: track()
        default:
            // Only once, since a common mode stays common.
            if chance(200) {
                witness?.becameCommon(modes[2])
                loop.addCommonMode(modes[2])
            }
        }
    }

    private func runNested() {
        let mode = modes[random(0..<3)]
        nestedRuns += 1
        depth += 1
        witness?.ranNested(mode)
        runBlocking(mode, until: loop.now.advanced(by: .microseconds(random(0..<longestNestedRun))))
        depth -= 1
    }

    private func runBlocking(_ mode: MainRunLoop.Mode, until limit: MainRunLoop.Instant) {
        loop.run(mode: mode, until: limit, returnAfterSource: chance(3))
    }

    private func addPost() {
        guard postsUnderWay < 50 else { return }
        let (number, modes) = (nextPost, randomModes())
        nextPost += 1
        postsUnderWay += 1
        witness?.posted(number, in: modes)
        loop.post(in: modes) { [weak self] in
            guard let self else { return }
            postsUnderWay -= 1
            witness?.performs(post: number)
            act()
        }
    }

    private func addSource() {
        guard sources.count < 40 else { return cancelSource() }
        let (id, modes) = (takeID(), randomModes())
        let priority = MainRunLoop.Priority.allCases[random(0..<3)]
        let order = random(-1..<2)
        let source = loop.addUserSource(priority: priority, order: order, in: modes) { [unowned self] in
            witness?.performs(id)
            act()
        }
        witness?.added(id, .source(priority, order: order, modes))
        sources.append((id, source))
    }

    private func signalAny() {
        guard !sources.isEmpty else { return addSource() }
        let (id, source) = sources[random(0..<sources.count)]
        witness?.signalled(id)
        source.signal()
    }

    private func cancelSource() {
        guard !sources.isEmpty else { return }
        let (id, source) = sources.remove(at: random(0..<sources.count))
        witness?.cancelled(id)
        source.cancel()
        // A cancelled source may still be signalled.
        if chance(2) { source.signal() }
        if chance(2) { source.cancel() }
    }

    private func addTimer() {
        guard timers.count < 30 else { return cancelTimer() }
        let id = takeID()
        let deadline = loop.now.advanced(by: .microseconds(random(-500..<4000)))
        let interval: Int64? = chance(3) ? Int64(random(1000..<5000)) : nil
        let modes = randomModes()
        let every: Duration? = interval.map { .microseconds($0) }
        let timer = loop.addTimer(at: deadline, every: every, in: modes) { [unowned self] timer in
            witness?.performs(id)
            if timer.interval == nil { timers.removeAll { $0.id == id } }
            act()
        }
        witness?.added(id, .timer(deadline, every: interval.map { $0 * 1000 }, modes))
        timers.append((id, timer))
    }

    private func cancelTimer() {
        guard !timers.isEmpty else { return }
        let (id, timer) = timers.remove(at: random(0..<timers.count))
        witness?.cancelled(id)
        timer.cancel()
    }

    private func takeID() -> Int {
        defer { nextID += 1 }
        return nextID
    }

    private func randomModes() -> MainRunLoop.ModeSet {
        switch random(0..<8) {
        case 0..<4: .common
        case 4: [modes[0]]
        case 5: [modes[1]]
        case 6: [modes[2]]
        default: [modes[0], modes[2]]
        }
    }

    private func random(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

    /// True once in `one` calls, on average.
    private func chance(_ one: Int) -> Bool { random(0..<one) == 0 }
}
