public import ResponderKit
internal import ResponderSimulator

/// A finger on a simulated device's screen.
///
/// Each method sends one frame at the present instant; the application gets the frame with the next turn of its loop,
/// as when the harness advances. As on a device, moves before one turn become one: settle in between, or see
/// `Application.isTouchCoalescingEnabled`.
///
/// A method returns the finger, so that calls can be chained.
@MainActor
public final class Finger {
    /// The contact's identifier.
    public let identifier: Int
    /// The finger's present or last place, in points of the screen.
    public private(set) var location = Point.zero
    private let screen: FingerScreen

    init(_ identifier: Int, on screen: FingerScreen) {
        self.identifier = identifier
        self.screen = screen
    }

    /// Puts the finger down at `point`.
    ///
    /// - Complexity: O(1); allocates the frame's array, unless a frame is shared with others.
    @discardableResult
    public func down(at point: Point) -> Finger { send(.began, at: point) }

    /// Moves the finger to `point`.
    ///
    /// - Complexity: O(1); allocates the frame's array, unless a frame is shared with others.
    @discardableResult
    public func move(to point: Point) -> Finger { send(.moved, at: point) }

    /// Moves the finger by `x` and `y` points.
    ///
    /// - Complexity: O(1); allocates the frame's array, unless a frame is shared with others.
    @discardableResult
    public func move(by x: Double, _ y: Double) -> Finger { send(.moved, at: Point(location.x + x, location.y + y)) }

    /// Lifts the finger where it is.
    ///
    /// - Complexity: O(1); allocates the frame's array, unless a frame is shared with others.
    @discardableResult
    public func up() -> Finger { send(.ended, at: location) }

    /// Cancels the contact, as a screen does that takes the finger for a palm.
    ///
    /// - Complexity: O(1); allocates the frame's array, unless a frame is shared with others.
    @discardableResult
    public func cancel() -> Finger { send(.cancelled, at: location) }

    private func send(_ phase: TouchContact.Phase, at point: Point) -> Finger {
        location = point
        screen.touch(TouchContact(identifier, phase, at: point))
        return self
    }
}

/// The screen on which fingers act, with the frame that several fingers share inside `inOneFrame(_:)`.
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
        // A call inside another one adds to the frame of the outer call.
        guard frame == nil else { return body() }
        frame = []
        body()
        let contacts = frame ?? []
        frame = nil
        if !contacts.isEmpty { device.touch(contacts) }
    }
}
