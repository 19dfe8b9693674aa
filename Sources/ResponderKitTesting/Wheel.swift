public import ResponderKit

extension AppHarness {
    /// Turns the wheel of a mouse whose pointer is at `point`, in points of the screen, at the present instant: for
    /// tests of `scrollWheel(with:)`.
    ///
    /// The application gets the frame with the next turn of its loop.
    ///
    ///     harness.wheel(by: Point(0, -30), at: Point(10, 10))   // towards the end of the content
    ///     harness.settle()
    ///
    /// `delta` is by how many points the content should move: down for a positive `y`. A delta of fingers on a touch
    /// pad, not of a wheel's notches, is precise.
    ///
    /// - Precondition: `delta` and `point` are finite, and no frame is shared (``together(_:)``), since a frame of the
    ///   wheel is alone; otherwise the process stops with a message.
    /// - Complexity: O(1); no allocation.
    public func wheel(
        by delta: Point,
        at point: Point,
        isPrecise: Bool = false,
        file: StaticString = #file,
        line: UInt = #line
    ) {
        guard delta.isFinite, point.isFinite else {
            fatalError(
                "the wheel cannot turn by \(delta) at \(point): all numbers must be finite",
                file: file,
                line: line
            )
        }
        guard screen.frame == nil else {
            fatalError("the wheel cannot turn inside together(_:), which makes one frame", file: file, line: line)
        }
        device.turnWheel(by: delta, at: point, isPrecise: isPrecise)
    }
}
