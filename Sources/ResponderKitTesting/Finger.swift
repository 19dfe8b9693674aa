public import ResponderKit
internal import ResponderSimulator

/// A finger on a simulated device's screen.
///
/// Each method sends one frame at the present instant; the application gets the frame with the next turn of its loop,
/// as when the harness advances. As on a device, moves before one turn become one: settle in between, or see
/// `Application.isTouchCoalescingEnabled`.
///
/// A finger comes down before it moves or is lifted, and is lifted before it comes down again. A test that asks for
/// anything else is mistaken: the process stops with a message that names the finger and the test's line. To send
/// frames that no screen sends, use `SimulatedDevice.touch(_:)`.
///
/// A method returns the finger, so that calls can be chained.
@MainActor
public final class Finger {
    /// The contact's identifier.
    public let identifier: Int
    /// The finger's present or last place, in points of the screen.
    public private(set) var location = Point.zero
    /// Whether the finger is on the screen: it has come down, and was neither lifted nor cancelled since.
    public private(set) var isDown = false
    let screen: FingerScreen

    init(_ identifier: Int, on screen: FingerScreen) {
        self.identifier = identifier
        self.screen = screen
    }

    /// Puts the finger down at `point`.
    ///
    /// - Precondition: The finger is not down.
    /// - Complexity: O(1); allocates the frame's array, unless a frame is shared with others.
    @discardableResult
    public func down(at point: Point, file: StaticString = #file, line: UInt = #line) -> Finger {
        send(.began, at: point, file, line)
    }

    /// Moves the finger to `point`.
    ///
    /// - Precondition: The finger is down.
    /// - Complexity: O(1); allocates the frame's array, unless a frame is shared with others.
    @discardableResult
    public func move(to point: Point, file: StaticString = #file, line: UInt = #line) -> Finger {
        send(.moved, at: point, file, line)
    }

    /// Moves the finger by `x` and `y` points.
    ///
    /// - Precondition: The finger is down.
    /// - Complexity: O(1); allocates the frame's array, unless a frame is shared with others.
    @discardableResult
    public func move(by x: Double, _ y: Double, file: StaticString = #file, line: UInt = #line) -> Finger {
        send(.moved, at: Point(location.x + x, location.y + y), file, line)
    }

    /// Lifts the finger where it is.
    ///
    /// - Precondition: The finger is down.
    /// - Complexity: O(1); allocates the frame's array, unless a frame is shared with others.
    @discardableResult
    public func up(file: StaticString = #file, line: UInt = #line) -> Finger {
        send(.ended, at: location, file, line)
    }

    /// Cancels the contact, as a screen does that takes the finger for a palm.
    ///
    /// - Precondition: The finger is down.
    /// - Complexity: O(1); allocates the frame's array, unless a frame is shared with others.
    @discardableResult
    public func cancel(file: StaticString = #file, line: UInt = #line) -> Finger {
        send(.cancelled, at: location, file, line)
    }

    private func send(_ phase: TouchContact.Phase, at point: Point, _ file: StaticString, _ line: UInt) -> Finger {
        let begins = phase == .began
        check(isDown: !begins, file, line)
        isDown = begins || phase == .moved
        location = point
        screen.touch(TouchContact(identifier, phase, at: point))
        return self
    }

    /// Stops the process unless the finger is down, or is not down, as `isExpected` says.
    func check(isDown isExpected: Bool, _ file: StaticString, _ line: UInt) {
        guard isDown != isExpected else { return }
        let remedy = isDown ? "down already: lift it first" : "not down: call down(at:) first"
        fatalError("finger \(identifier) is \(remedy)", file: file, line: line)
    }
}

/// The screen on which fingers act, with the frame that several fingers share inside `inOneFrame(_:)`.
@MainActor
final class FingerScreen {
    let device: SimulatedDevice
    /// The contacts of the frame that fingers share now; nil outside `inOneFrame(_:)`.
    private(set) var frame: [TouchContact]?

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
