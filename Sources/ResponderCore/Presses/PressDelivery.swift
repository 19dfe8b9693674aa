public import ResponderEventLoop

/// A call of one of the methods for presses, as it is about to be made.
@MainActor
public struct PressDelivery {
    /// The change of the presses that the message reports.
    public enum Message: Hashable, Sendable {
        /// ``Responder/pressesBegan(_:with:)``.
        case began
        /// ``Responder/pressesChanged(_:with:)``.
        case changed
        /// ``Responder/pressesEnded(_:with:)``.
        case ended
        /// ``Responder/pressesCancelled(_:with:)``.
        case cancelled
    }

    /// The method that is called.
    public let message: Message
    /// The presses that the responder gets in this call.
    public let presses: PressSet
    /// The responder that is called.
    public let responder: Responder
    /// When the source saw the change, on the clock of the application's loop.
    public let timestamp: MainRunLoop.Instant
}

extension Application {
    /// Called just before each call of a method for presses, with the responder: for traces.
    ///
    /// Only calls of responders whose class overrides the method are reported: of the responder at which the presses
    /// entered, and of those above it to which the presses are passed on by default. Nil at first.
    public final var onPressDelivery: (@MainActor (PressDelivery) -> Void)? {
        get { dispatcherState.pointee.presses?.onDelivery }
        set {
            dispatcher.makePresses().onDelivery = newValue
        }
    }

    /// How often ``onPressDelivery`` was set.
    package final var pressListenerChanges: Int { dispatcherState.pointee.presses?.listenerChanges ?? 0 }

    /// Counts of the presses that reached the application.
    public struct PressStatistics: Hashable, Sendable {
        /// Presses that were delivered; without those that key commands took.
        public var presses = 0
        /// Presses that began while the application was not active, dropped for their life (rule T34).
        public var refusedWhileInactive = 0
        /// Presses that began while the application withheld input, dropped until they end (rule K4).
        public var withheldPresses = 0
        /// Presses that began while there was no key window, dropped for their life.
        public var missedPresses = 0
        /// Key commands that were performed, repetitions included.
        public var keyCommands = 0
    }

    /// The counts so far.
    public final var pressStatistics: PressStatistics {
        dispatcherState.pointee.presses?.statistics ?? PressStatistics()
    }
}

extension PressesEvent {
    /// Tells the listener of a call that is about to be made.
    func report(_ message: PressMessage, _ set: PressSet, by responder: Responder) {
        guard isUnderWay, presses?.onDelivery != nil || presses?.trace != nil else { return }
        let message = PressDelivery.Message(message)
        if let trace = presses?.trace {
            let keys = set.map { trace.name(of: $0.number, $0.key.name, begins: message == .began) }
                .joined(separator: ", ")
            trace.note("\(keys): \(message) goes to \(ResponderName(responder))")
        }
        presses?.onDelivery?(
            PressDelivery(message: message, presses: set, responder: responder, timestamp: timestamp)
        )
    }
}

extension PressDelivery.Message {
    fileprivate init(_ message: PressMessage) {
        self =
            switch message {
            case .began: .began
            case .changed: .changed
            case .ended: .ended
            case .cancelled: .cancelled
            }
    }
}
