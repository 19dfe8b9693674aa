internal import ResponderEventLoop
internal import ResponderTouchInput

/// The presses of an application that are down, and the frames that wait to be dispatched.
///
/// This is off the hot path: the dispatch of touches never reads it.
@MainActor
package final class Presses {
    /// A frame that was received, with the number of its press.
    struct Due {
        let number: UInt64
        let frame: PressFrame
    }

    /// The presses in the order of their begans.
    private(set) var down: [Press] = []
    /// The frames that were received and not dispatched yet.
    ///
    /// There is more than one only if a sender is gone, or if its ring had no room for changes.
    private var due: [Due] = []
    private var newestNumber: UInt64 = 0
    private var newestEvent: UInt64 = 0
    /// Objects of former presses, to be reused.
    private var spare: [Press] = []
    private var spareEvents: [PressesEvent] = []
    /// The responders that handle began on the chain of a responder, as resolved at a generation of the trees.
    private var path: (start: RecordPointer, generation: UInt64, members: [RecordPointer])?
    /// See ``Application/onPressDelivery``.
    var onDelivery: (@MainActor (PressDelivery) -> Void)? { didSet { listenerChanges += 1 } }
    private(set) var listenerChanges = 0
    /// The trace of a recorded or replayed application.
    var trace: TurnTrace?
    var statistics = Application.PressStatistics()
    /// See ``Application/systemKeyCommands``.
    var systemCommands: [KeyCommand] = []
    /// See ``Application/inputMethod``.
    var inputMethod: (any InputMethod)?
    /// The number of touch events before the last time that a key of a keyboard went down.
    package var touchEventsAtKey: Int?
    /// The keys that are held and make no press: a command has taken them, or is being looked for.
    var commandKeys = CommandKeys()

    /// The number for a press that begins.
    func nextNumber() -> UInt64 {
        newestNumber += 1
        return newestNumber
    }

    func add(_ frame: Due) { due.append(frame) }

    /// Takes the frame that must be dispatched next; nil when there is none.
    func takeDue() -> Due? { due.isEmpty ? nil : due.removeFirst() }

    /// The press with that number, while it is down.
    func press(_ number: UInt64) -> Press? { down.first { $0.number == number } }

    func isDown(_ press: Press) -> Bool { down.contains { $0 === press } }

    /// Adds a press that begins.
    func add(_ due: Due, at responder: Responder, in window: Window) -> Press {
        let press = spare.popLast() ?? Press(due.frame)
        press.begin(due.number, due.frame, at: responder, in: window)
        down.append(press)
        return press
    }

    /// Ends a press.
    func remove(_ press: Press) {
        guard let place = down.firstIndex(where: { $0 === press }) else { return }
        down.remove(at: place)
        press.route.removeAll()
        // The caller holds a reference, too.
        over.append(press)
    }

    /// The presses that are over since the last call of `collectSpares`.
    private var over: [Press] = []

    /// Collects the objects of presses that are over for reuse, and releases their responders, unless the app keeps the
    /// presses.
    ///
    /// The caller holds no press.
    func collectSpares() {
        while var press = over.popLast() {
            guard isKnownUniquelyReferenced(&press), spare.count < Self.mostSpares else { continue }
            press.reset()
            spare.append(press)
        }
    }

    private static let mostSpares = 16

    /// Ends all presses without a message.
    func removeAll() {
        for press in down { press.route.removeAll() }
        down.removeAll()
        due.removeAll()
        commandKeys.removeAll()
    }

    /// Begins an event.
    func beginEvent(at time: MainRunLoop.Instant, _ modifiers: KeyModifiers) -> PressesEvent {
        newestEvent += 1
        let event = spareEvents.popLast() ?? PressesEvent()
        event.begin(self, at: time, modifiers, newestEvent)
        return event
    }

    /// Ends an event; the object is used again unless the app keeps it.
    func end(_ event: consuming PressesEvent) {
        var event = event
        let isFree = isKnownUniquelyReferenced(&event)
        event.end(isKept: !isFree)
        if isFree && spareEvents.count < Self.mostSpares { spareEvents.append(event) }
    }

    /// The responders that handle began, from this one up the chain.
    func path(from responder: Responder) -> [RecordPointer] {
        let processState = ProcessState.shared
        if let path, path.start == responder.record, path.generation == processState.pointee.generation {
            return path.members
        }
        let generation = processState.pointee.generation
        var members: [RecordPointer] = []
        var current: Responder? = responder
        var steps = 0
        while let next = current, steps < RecordPointer.longestChain {
            if next.record.handlesPresses { members.append(next.record) }
            current = next.record.callNext()
            steps += 1
        }
        path = (responder.record, generation, members)
        return members
    }
}
