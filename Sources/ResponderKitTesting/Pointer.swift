public import ResponderKit

/// A pointer that hovers over a simulated device's screen without touching it, for tests of
/// `HoverGestureRecognizer`.
///
///     let pointer = harness.pointer()
///     pointer.enter(at: Point(10, 10)).move(to: Point(20, 10)).exit()
///
/// Each method sends one frame at the present instant; the application gets the frame with the next turn of its loop.
/// As on a device, moves before one turn become one: settle in between.
///
/// A pointer enters before it moves or exits, and exits before it enters again. A test that asks for anything else is
/// mistaken: the process stops with a message that names the pointer and the test's line.
///
/// A method returns the pointer, so that calls can be chained.
@MainActor
public final class Pointer {
    /// The contact's identifier, which no finger of the harness has.
    public let identifier: Int
    /// What hovers.
    public let kind: TouchContact.Kind
    /// The pointer's present or last place, in points of the screen.
    public private(set) var location = Point.zero
    /// Whether the pointer is over the screen: it has entered, and neither exited nor was cancelled since.
    public private(set) var isInside = false
    private let screen: FingerScreen

    init(_ identifier: Int, _ kind: TouchContact.Kind, on screen: FingerScreen) {
        self.identifier = identifier
        self.kind = kind
        self.screen = screen
    }

    /// Brings the pointer over the screen at `point`.
    ///
    /// - Precondition: The pointer is not over the screen, and `point` is finite.
    /// - Complexity: O(1); allocates the frame's array, unless a frame is shared with others.
    @discardableResult
    public func enter(at point: Point, file: StaticString = #file, line: UInt = #line) -> Pointer {
        send(.began, at: point, file, line)
    }

    /// Moves the pointer to `point`.
    ///
    /// - Precondition: The pointer is over the screen, and `point` is finite.
    /// - Complexity: O(1); allocates the frame's array, unless a frame is shared with others.
    @discardableResult
    public func move(to point: Point, file: StaticString = #file, line: UInt = #line) -> Pointer {
        send(.moved, at: point, file, line)
    }

    /// Moves the pointer by `x` and `y` points.
    ///
    /// - Precondition: The pointer is over the screen, and `x` and `y` are finite.
    /// - Complexity: O(1); allocates the frame's array, unless a frame is shared with others.
    @discardableResult
    public func move(by x: Double, _ y: Double, file: StaticString = #file, line: UInt = #line) -> Pointer {
        send(.moved, at: Point(location.x + x, location.y + y), file, line)
    }

    /// Takes the pointer off the screen where it is.
    ///
    /// - Precondition: The pointer is over the screen.
    /// - Complexity: O(1); allocates the frame's array, unless a frame is shared with others.
    @discardableResult
    public func exit(file: StaticString = #file, line: UInt = #line) -> Pointer {
        send(.ended, at: location, file, line)
    }

    /// Cancels the contact, as a source does that loses the pointer.
    ///
    /// - Precondition: The pointer is over the screen.
    /// - Complexity: O(1); allocates the frame's array, unless a frame is shared with others.
    @discardableResult
    public func cancel(file: StaticString = #file, line: UInt = #line) -> Pointer {
        send(.cancelled, at: location, file, line)
    }

    private func send(_ phase: TouchContact.Phase, at point: Point, _ file: StaticString, _ line: UInt) -> Pointer {
        let enters = phase == .began
        if isInside == enters {
            let remedy =
                enters ? "over the screen already: call exit() first" : "not over the screen: call enter(at:) first"
            fatalError("pointer \(identifier) is \(remedy)", file: file, line: line)
        }
        if !point.x.isFinite || !point.y.isFinite {
            let place = "(\(point.x), \(point.y))"
            fatalError(
                "pointer \(identifier) cannot be at \(place): both coordinates must be finite",
                file: file,
                line: line
            )
        }
        isInside = enters || phase == .moved
        location = point
        screen.touch(.hovering(identifier, phase, at: point, kind: kind))
        return self
    }
}

extension AppHarness {
    /// A pointer that is not over the screen yet, with an identifier of its own, as a finger has one.
    ///
    /// - Complexity: That of `finger()`; allocates the pointer.
    public func pointer(kind: TouchContact.Kind = .indirectPointer) -> Pointer {
        Pointer(takeIdentifier(), kind, on: screen)
    }
}
