import ModelResponders
import ResponderKit
import ResponderSimulator

/// One of the applications of a `TreeRun`, on a device of its own.
@MainActor
final class TreeApp {
    let device = SimulatedDevice(screenSize: Size(1000, 1000))
    let application: Application
    private var secondSource: TouchPort.Sender?
    private var isSecondDown = false
    private var isListenedTo = false

    init(_ run: TreeRun, overridesSendEvent: Bool) throws(Violation) {
        let device = device
        application = try necessary {
            try overridesSendEvent
                ? device.launch(ModelApplication.self) { $0.model = run } : device.launch(Application.self)
        }
    }

    func toggleIgnoring() {
        if application.isIgnoringInteractionEvents {
            application.endIgnoringInteractionEvents()
        } else {
            application.beginIgnoringInteractionEvents()
        }
    }

    /// Adds or removes listeners: events then take another path in the dispatcher, and a listener may change trees.
    func toggleListener(_ run: TreeRun) {
        isListenedTo.toggle()
        guard isListenedTo else { return stopListening() }
        application.onTouchDelivery = { [weak run] _ in run?.changeTree() }
        application.onTouchTrace = { event in _ = event.description }
    }

    func stopListening() {
        application.onTouchDelivery = nil
        application.onTouchTrace = nil
    }

    func toggleDelegate(_ run: TreeRun, _ name: Int) {
        application.delegate = application.delegate == nil ? ModelResponder(run, name, .keeps) : nil
    }

    // MARK: The device

    func lockOrUnlock() { _ = try? device.perform(device.isLocked ? .unlock : .lock) }

    /// The phone rings, or stops ringing.
    func ring() { _ = try? device.perform(device.overlays.isEmpty ? .call(from: "A") : .declineCall) }

    func unlock() {
        device.settle()
        if device.isLocked { _ = try? device.perform(.unlock) }
        if !device.overlays.isEmpty { _ = try? device.perform(.declineCall) }
        while application.isIgnoringInteractionEvents { application.endIgnoringInteractionEvents() }
    }

    // MARK: A source besides the screen

    func touchBySecondSource(_ point: Point, isOver: Bool) {
        let source = secondSource ?? application.touchPort.makeSender()
        secondSource = source
        let phase: TouchContact.Phase = !isSecondDown ? .began : isOver ? .ended : .moved
        source.send(TouchContact(1, phase, at: point), at: device.now)
        isSecondDown = phase != .ended
    }

    /// Removes the source, whether its finger is down or not.
    func closeSecondSource() { (secondSource, isSecondDown) = (nil, false) }
}

/// A finger on the screen of one of the applications.
@MainActor
final class TreeFinger {
    let app: TreeApp
    private let identifier: Int
    private(set) var isDown = false

    init(_ identifier: Int, of app: TreeApp) {
        self.identifier = identifier
        self.app = app
    }

    func contact(_ phase: TouchContact.Phase, at point: Point) -> TouchContact {
        isDown = phase == .began || phase == .moved
        return TouchContact(identifier, phase, at: point)
    }

    func send(_ phase: TouchContact.Phase, at point: Point) { app.device.touch([contact(phase, at: point)]) }
}
