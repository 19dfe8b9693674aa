internal import ResponderSupport

/// A clock that is read when a turn begins, and stands still during the turn.
///
/// So all that happens in a turn happens at one instant. A recorder keeps the instant, and a replay gives the turn the
/// same one.
@MainActor
package final class TurnClock {
    /// The instants at which the turns of a replay begin.
    package struct Script {
        /// Called when a turn begins, for the turn's instant.
        package let nextTurn: @MainActor () -> MainRunLoop.Instant
        /// The instant of the turn that comes next; nil if none does.
        package let nextInstant: @MainActor () -> MainRunLoop.Instant?
        /// Whether time passed while the recorded loop waited: not under virtual time.
        package let sleeps: Bool
        /// Whether a run serves the main queue.
        package let drainsMainQueue: Bool

        package init(
            sleeps: Bool,
            drainsMainQueue: Bool,
            nextTurn: @escaping @MainActor () -> MainRunLoop.Instant,
            nextInstant: @escaping @MainActor () -> MainRunLoop.Instant?
        ) {
            self.nextTurn = nextTurn
            self.nextInstant = nextInstant
            self.sleeps = sleeps
            self.drainsMainQueue = drainsMainQueue
        }
    }

    /// Nil for the system's clock.
    let script: Script?
    private let clock: VirtualClock

    /// The address of the present instant, valid as long as the clock exists.
    var instant: UnsafePointer<MainRunLoop.Instant> { clock.instant }

    /// The instant at which the turn under way began.
    package var now: MainRunLoop.Instant { clock.now }

    /// A clock of the system's time.
    package init() {
        script = nil
        clock = VirtualClock(startingAt: .now)
    }

    /// A clock that follows a script.
    package init(startingAt start: MainRunLoop.Instant, script: Script) {
        self.script = script
        clock = VirtualClock(startingAt: start)
    }

    var sleeps: Bool { script?.sleeps ?? true }
    var blocks: Bool { script?.drainsMainQueue ?? true }

    /// Goes through a wait of a script under virtual time, where a wait moves the clock to its deadline; the clock does
    /// not pass the next turn.
    func wait(until deadline: MainRunLoop.Instant?) {
        guard let script, !script.sleeps, let deadline, let next = script.nextInstant() else { return }
        clock.advance(to: min(deadline, next))
    }

    /// What is called in each turn: an object, since a closure in a variable is retained for a call.
    private final class TurnHandler {
        let perform: @MainActor () -> Void

        init(_ perform: @escaping @MainActor () -> Void) { self.perform = perform }
    }

    /// The handler that was set last, which may be under way when it is taken away.
    private var lastHandler: TurnHandler?
    @exclusivity(unchecked) private var handler: Unmanaged<TurnHandler>?

    /// Sets what is called when a turn has begun, before any observer of the loop; nil for nothing.
    package func onTurn(_ perform: (@MainActor () -> Void)?) {
        guard let perform else { return handler = nil }
        let handler = TurnHandler(perform)
        lastHandler = handler
        self.handler = .passUnretained(handler)
    }

    /// Begins a turn.
    func beginTurn() {
        clock.advance(to: script?.nextTurn() ?? .now)
        handler?.borrow { $0.perform() }
    }

    /// Reads the system's clock outside of all turns; a script tells the instant.
    package func read(_ instant: MainRunLoop.Instant? = nil) { clock.advance(to: instant ?? .now) }
}
