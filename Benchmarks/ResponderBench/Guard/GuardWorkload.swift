import ArgumentParser
import ResponderKit

/// The hot paths that the guard counts, each alone.
enum GuardWorkload: String, CaseIterable, ExpressibleByArgument {
    /// A move, from the port to the hit view.
    case moved
    /// The same, with a handler that reads the touch's location in its view and the event's timestamp.
    case reading
    /// Began and ended, each an event, with the hit-test of 34 views.
    case beganEnded = "began-ended"
    /// A move that the twelfth responder up the chain handles.
    case chain12 = "chain-12"
    /// A move that eight recognisers on the way to the hit view get before the view, and that decides nothing.
    case recognizers8 = "recognizers-8"
    /// The frames of a touch on a button whose actions count each: began, 20 moves and ended, each an event.
    case control
    /// A frame of a tap, with a tap recogniser on the root view: began and ended, each an event.
    case tap
    /// A frame of a finger's drag, with a pan recogniser on the root view: began, 20 moves and ended.
    case pan
    /// A frame of two fingers that spread, with a pinch recogniser on the root view: began, 20 moves and ended.
    case pinch
    /// `hitTest` of a window with 34 views, as an app calls it.
    case hitTest34 = "hit-test-34"
    /// `hitTest` of a window with 10,000 views beside one another.
    case hitTest10000 = "hit-test-10000"
    /// A view of 10,000 is marked, and laid out and drawn in a turn with nine others.
    case updatePass = "update-pass"
    /// A finger drags a list of 100,000 rows by a fifth of a row: a frame is sent, and served in a turn.
    case scrollList = "scroll-list"
    /// Sending a move while the loop is awake.
    case send

    /// A frame in which one finger moves is sent, and served in a turn of an application with coalescing, up to the hit
    /// view's handler.
    case touchTurn1 = "touch-turn-1"
    /// The same with two fingers.
    case touchTurn2 = "touch-turn-2"
    /// The same with ten fingers.
    case touchTurn10 = "touch-turn-10"

    /// A frame of two fingers comes from a panel as the kernel's bytes, and is served in a turn up to the hit view's
    /// handler.
    case panelTurn2 = "panel-turn-2"
    /// The same with ten fingers.
    case panelTurn10 = "panel-turn-10"

    /// A frame of one sample is sent to a port without an application, and served in a turn of a run.
    case frameTurn = "frame-turn"
    /// A frame of a display link, in virtual time: the clock moves to the frame, and the link is called in a turn.
    case displayLink = "display-link"
    /// A turn of a loop, by a source that signals itself again.
    case turn
    /// A closure with a capture is posted from the loop's own thread and run.
    case post
    /// A random timer of 1,000 is pushed back.
    case timerRearm = "timer-rearm"
    /// A timer is added to 1,000 with a random deadline, and cancelled.
    case timerAddCancel = "timer-add-cancel"
    /// A timer among 1,000 comes due, with 99 others, and fires.
    case timerFire = "timer-fire"

    /// A notification is posted to ten observers.
    case notification

    /// An action is sent to a target.
    case actionTarget = "action-target"
    /// An action without a target goes from the first responder to the twelfth responder up the chain.
    case actionChain12 = "action-chain-12"

    /// Has one of the workload's ``subjects`` do the job `events` times inside ``guardMeasured(_:)``; the preparations
    /// are done outside.
    ///
    /// Returns the number of events.
    @MainActor
    func drive(events: Int, by subject: Subject = .responderKit) throws -> Int {
        let (driven, handled) =
            switch self {
            case .moved: try onTree({ CountingView(frame: $0) }) { moves($0, events) }
            case .reading: try onTree({ ReadingView(frame: $0) }) { moves($0, events) }
            case .chain12: try onTree({ PlainView(frame: $0) }) { moves($0, events) }
            case .send: try onTree({ CountingView(frame: $0) }) { moves($0, events) }
            case .updatePass: try updates(events)
            case .scrollList: try scrolls(events)
            case .beganEnded: try onTree({ CountingView(frame: $0) }) { sequences($0, Sequence(moves: 0), events) }
            case .control: try onTree({ CountingButton(frame: $0) }) { sequences($0, .usual, events) }
            case .recognizers8:
                try onTree({ CountingView(frame: $0) }, recognizers: 8) { moves($0, events) }
            case .tap: try gestures(.tap, events)
            case .pan: try gestures(.pan, events)
            case .pinch: try gestures(.pinch, events)
            case .hitTest34: try onTree({ CountingView(frame: $0) }) { hitTests($0, events) }
            case .hitTest10000: try onTree { hitTests($0, events) }
            case .touchTurn1: try turnsWithFrames(fingers: 1, subject, events)
            case .touchTurn2: try turnsWithFrames(fingers: 2, subject, events)
            case .touchTurn10: try turnsWithFrames(fingers: 10, subject, events)
            case .panelTurn2: try turnsWithPanel(fingers: 2, subject, events)
            case .panelTurn10: try turnsWithPanel(fingers: 10, subject, events)
            case .frameTurn: try GuardFrames().turns(events)
            case .displayLink: try GuardDisplayLink().frames(max(1, events / 20))
            case .turn: try GuardLoop().turns(events)
            case .post: try GuardLoop(timers: 0).posts(events)
            case .timerRearm: try GuardLoop(timers: 1_000).rearms(events)
            case .timerAddCancel: try GuardLoop(timers: 1_000).addsAndCancels(events)
            case .notification: notifications(events)
            case .actionTarget: try actions(events, toTarget: true)
            case .actionChain12: try actions(events, toTarget: false)
            case .timerFire: try GuardLoop(timers: 1_000).fires(events)
            }
        guard handled == driven else {
            throw BenchError.miscounted(subject: subject, fed: driven, handled: handled)
        }
        return driven
    }
}

// MARK: - Dispatch

extension GuardWorkload {
    /// How many events were driven, and how many of them were handled.
    typealias Counts = (driven: Int, handled: Int)

    /// Drives a tree with the leaf that `make` gives, or the flat tree of 10,000 views.
    @MainActor
    private func onTree(
        _ leaf: ((Rect) -> View)? = nil,
        recognizers: Int = 0,
        _ body: (BenchTree) -> Counts
    ) throws -> Counts {
        let tree = if let leaf { try BenchTree(leaf: leaf) } else { try BenchTree(flat: 10_000) }
        for _ in 0..<recognizers { tree.addGestureRecognizer(PatientGestureRecognizer()) }
        let sequence = Sequence.usual.contacts
        // The first events make what is made only once, such as the dispatcher's records of classes.
        for _ in 0..<3 {
            tree.send(sequence)
            tree.receive()
            _ = tree.window.hitTest(Point(2, 2), with: nil)
        }
        return body(tree)
    }

    @MainActor
    private func moves(_ tree: BenchTree, _ events: Int) -> Counts {
        let batch = Array(repeating: TouchContact(1, .moved, at: Point(3, 2)), count: 1000)
        tree.send([TouchContact(1, .began, at: Point(2, 2))])
        tree.receive()
        let before = tree.handled
        let batches = max(1, events / batch.count)
        for _ in 0..<batches {
            if self == .send {
                guardMeasured { tree.send(batch) }
                tree.receive()
            } else {
                tree.send(batch)
                guardMeasured { tree.receive() }
            }
        }
        return (batches * batch.count, tree.handled - before)
    }

    @MainActor
    private func sequences(_ tree: BenchTree, _ sequence: Sequence, _ events: Int) -> Counts {
        let before = tree.handled
        let batch = sequence.batch
        let batches = max(1, events / batch.count)
        for _ in 0..<batches {
            tree.send(batch)
            guardMeasured { tree.receive() }
        }
        return (batches * batch.count, tree.handled - before)
    }

    @MainActor
    private func hitTests(_ tree: BenchTree, _ events: Int) -> Counts {
        // Enough hit-tests for the index to be built.
        for _ in 0..<20 { _ = tree.window.hitTest(Point(2, 2), with: nil) }
        let (window, expected) = (tree.window, tree.hitView)
        var hits = 0
        guardMeasured {
            for _ in 0..<events where window.hitTest(Point(2, 2), with: nil) === expected { hits += 1 }
        }
        return (events, hits)
    }
}

// MARK: - Gestures

/// A recogniser that decides nothing before the touch ends.
private final class PatientGestureRecognizer: GestureRecognizer {
    private var moves = 0

    override func touchesMoved(_ touches: TouchSet, with event: Event) { moves &+= 1 }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { state = .failed }
}

extension GuardWorkload {
    @MainActor
    private func gestures(_ gesture: Gesture, _ events: Int) throws -> Counts {
        let tree = try GestureTree(gesture)
        let batch = gesture.batch
        tree.send(batch)
        tree.receive()
        let before = tree.counts
        let batches = max(1, events / batch.count)
        for _ in 0..<batches {
            tree.send(batch)
            guardMeasured { tree.receive() }
        }
        let after = tree.counts
        try gesture.check(
            (after.actions - before.actions, after.touches - before.touches),
            gestures: batches * batch.count / gesture.frames.count,
            .responderKit
        )
        return (batches * batch.count, batches * batch.count)
    }
}

// MARK: - Updates

extension GuardWorkload {
    @MainActor
    private func updates(_ events: Int) throws -> Counts {
        let app = try UpdateApp()
        // The first passes make the lists that later ones use again.
        for _ in 0..<10 { app.update() }
        let (before, passes) = (app.counts, max(1, events / UpdateApp.marked))
        guardMeasured { for _ in 0..<passes { app.update() } }
        return (2 * passes * UpdateApp.marked, app.counts.layouts - before.layouts + app.counts.draws - before.draws)
    }
}

// MARK: - Scrolling

extension GuardWorkload {
    @MainActor
    private func scrolls(_ events: Int) throws -> Counts {
        let app = try ListApp()
        // A frame costs as much as ten of the other events.
        let (turns, before) = (max(1, events / 10), app.counts.moves)
        guardMeasured { app.takeTurns(turns) }
        return (turns, app.counts.moves - before)
    }
}

// MARK: - Frames

extension GuardWorkload {
    /// The benchmark's row of a workload that the C programs do too.
    var row: String? {
        switch self {
        case .touchTurn1: "touch/turn-1"
        case .touchTurn2: "touch/turn-2"
        case .touchTurn10: "touch/turn-10"
        case .panelTurn2: "panel/turn-2"
        case .panelTurn10: "panel/turn-10"
        default: nil
        }
    }

    /// The subjects that do the job.
    var subjects: [Subject] {
        switch self {
        case .touchTurn1, .touchTurn2, .touchTurn10: [.responderKit, .cFloor, .libevent]
        case .panelTurn2, .panelTurn10: [.responderKit, .cFloor]
        default: [.responderKit]
        }
    }

    @MainActor
    private func turnsWithFrames(fingers: Int, _ subject: Subject, _ events: Int) throws -> Counts {
        try turns(
            subject == .responderKit ? TouchApp(fingers: fingers) : FloorFrames(subject, fingers: fingers),
            events
        )
    }

    @MainActor
    private func turnsWithPanel(fingers: Int, _ subject: Subject, _ events: Int) throws -> Counts {
        try turns(subject == .responderKit ? PanelApp(fingers: fingers) : FloorPanel(fingers: fingers), events)
    }

    @MainActor
    private func turns(_ program: any FramesProgram, _ events: Int) throws -> Counts {
        // The first turns make everything that is made only once.
        program.takeTurns(100)
        try program.check(events) { guardMeasured { program.takeTurns(events) } }
        return (events, events)
    }
}

// MARK: - Notifications

extension GuardWorkload {
    @MainActor
    private func notifications(_ events: Int) -> Counts {
        let observed = ObservedCenter(observers: 10)
        // The first posts make the metadata of types.
        var told = observed.post(10)
        guardMeasured { told = observed.post(events) }
        return (events, told / 10)
    }
}

// MARK: - Actions

extension GuardWorkload {
    @MainActor
    private func actions(_ events: Int, toTarget: Bool) throws -> Counts {
        let app = try ActionApp(toTarget: toTarget)
        // The first actions resolve the tables of classes.
        var performed = app.send(10)
        guardMeasured { performed = app.send(events) }
        return (events, performed)
    }
}

/// The function that callgrind measures: callgrind knows it by its name, and counts from its entry to its return.
@inline(never)
@MainActor
func guardMeasured(_ body: () -> Void) {
    body()
}
