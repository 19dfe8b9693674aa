public import ResponderKit
internal import ResponderSimulator

/// A finger on a simulated device's screen.
///
/// Each thing it does is one frame, sent at the present instant; the application gets it when its loop turns next, or
/// when the harness advances. As on a device, moves of one turn become one: settle in between, or see
/// `Application.isTouchCoalescingEnabled`.
@MainActor
public final class Finger {
    /// The contact's identifier.
    public let identifier: Int
    /// Where the finger is, or was last, in points of the screen.
    public private(set) var location = Point.zero
    private let screen: FingerScreen

    init(_ identifier: Int, on screen: FingerScreen) {
        self.identifier = identifier
        self.screen = screen
    }

    /// Comes down.
    @discardableResult
    public func down(at point: Point) -> Finger { send(.began, at: point) }

    /// Moves there.
    @discardableResult
    public func move(to point: Point) -> Finger { send(.moved, at: point) }

    /// Moves by so many points.
    @discardableResult
    public func move(by x: Double, _ y: Double) -> Finger { send(.moved, at: Point(location.x + x, location.y + y)) }

    /// Is lifted where it is.
    @discardableResult
    public func up() -> Finger { send(.ended, at: location) }

    /// Is taken for something else by the screen, as for a palm.
    @discardableResult
    public func cancel() -> Finger { send(.cancelled, at: location) }

    private func send(_ phase: TouchContact.Phase, at point: Point) -> Finger {
        location = point
        screen.touch(TouchContact(identifier, phase, at: point))
        return self
    }
}

/// Where fingers act: the device's screen, and the frame that several of them share while one is open.
@MainActor
final class FingerScreen {
    private let device: SimulatedDevice
    private var frame: [TouchContact]?

    init(of device: SimulatedDevice) {
        self.device = device
    }

    func touch(_ contact: TouchContact) {
        if frame != nil {
            frame?.append(contact)
        } else {
            device.touch([contact])
        }
    }

    func inOneFrame(_ body: () -> Void) {
        // Inside another one, it is part of that frame.
        guard frame == nil else { return body() }
        frame = []
        body()
        let contacts = frame ?? []
        frame = nil
        if !contacts.isEmpty { device.touch(contacts) }
    }
}
