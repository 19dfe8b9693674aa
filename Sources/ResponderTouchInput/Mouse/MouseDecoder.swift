public import ResponderEventLoop

/// Turns the events of a mouse into frames of a pointer, of buttons and of the wheel.
///
/// - The pointer moves within the region of the ``PointerMapping`` and stops at its edges. It hovers
///   (``TouchContact/hovering(_:_:at:kind:)``) from the mouse's first motion on, but not while the primary button is
///   down.
/// - The primary button is a contact of the kind ``TouchContact/Kind/indirectPointer``, as a finger: began where the
///   pointer is, moved with it, ended.
/// - Each other button is a press on the page of buttons: ``HIDUsage/secondaryButton``, ``HIDUsage/middleButton``,
///   and so on.
/// - A notch of the wheel makes a ``WheelFrame`` where the pointer is, or a part of a notch, where the mouse reports
///   parts.
///
/// Frames come at each `SYN_REPORT`: first the motion, then the buttons in their order, then the wheel; so a button
/// that goes down in a report of a motion goes down at the motion's end.
///
/// Promises for every input, including a malformed one:
/// - Each contact and each press has one began and exactly one end (cancelled by ``finish(at:)`` where the input stops
///   early); a pointer that hovers ends with ``TouchContact/Phase/ended``.
/// - Locations lie in the region, but not on its right or lower edge.
/// - A button that was down when decoding began (``start(from:)``) makes no frame until it goes down again.
///
/// Lost events (`SYN_DROPPED`) are handled as in ``KeyboardDecoder``; the pointer stays where it is.
///
/// - Complexity: O(1) without allocation, an event and each member that does not say otherwise.
public struct MouseDecoder: Sendable {
    /// The contacts' numbers.
    private enum Contact {
        static let finger = 0
        static let pointer = 1
    }

    /// The most changes of buttons that a report may have: more than any mouse sends, a bound for a device that never
    /// sends a report.
    private static let greatestChangeCount = 16

    /// The decoder's counts so far.
    public private(set) var statistics = Statistics()
    /// Where the pointer is, in points of the screen.
    public private(set) var location: Point
    /// Whether the caller can ask the device for its state after a loss of events; false at first.
    public var asksForState = false
    /// Whether the caller should ask the device for its state now and pass the answer to ``resynchronize(with:at:)``
    /// before the next event.
    public private(set) var needsState = false

    private let mapping: PointerMapping
    /// The buttons that are down, a bit each from `BTN_LEFT` on, and those of them that make no frames.
    private var (down, silent): (UInt8, UInt8) = (0, 0)
    private var isHovering = false
    private var isSkipping = false
    /// Whether events were lost and nothing said which buttons are down.
    private var hasUnknownButtons = false
    // Since the last report.
    private var motion = Point.zero
    private var changes: [(button: UInt8, isDown: Bool)] = []
    private var (vertical, horizontal) = (MouseWheelMotion(), MouseWheelMotion())

    /// A decoder of a mouse whose pointer is on the screen as `mapping` says.
    ///
    /// - Throws: ``EvdevDecoder/Error`` when the region or the speed is unusable.
    public init(mapping: PointerMapping) throws(EvdevDecoder.Error) {
        try mapping.check()
        self.mapping = mapping
        location = mapping.clamp(Point(mapping.region.midX, mapping.region.midY))
    }

    /// Whether the primary button is down and its contact has begun.
    public var isPressed: Bool { isLive(0) }

    /// Takes over the buttons that the device reported as down when it was opened.
    public mutating func start(from state: EvdevState) {
        down = Self.buttons(of: state)
        silent = down
    }

    /// Takes the next event; returns the frames of the report that the event completes.
    ///
    /// The frames' time is the event's.
    ///
    /// - Complexity: O(changes of the report); allocates the array where there are frames.
    public mutating func decode(_ event: EvdevEvent) -> [InputFrame] {
        collect { decoder, emit in decoder.decode(event, emit) }
    }

    /// Cancels the contact and the presses that go on, and ends the pointer's hovering, because the input ends at
    /// `time`.
    ///
    /// - Complexity: O(1); allocates the array where there are frames.
    public mutating func finish(at time: MainRunLoop.Instant) -> [InputFrame] {
        collect { decoder, emit in decoder.finish(at: time, emit) }
    }

    /// Takes over the state that the device reported because ``needsState`` was true.
    ///
    /// A button that is up now has ended, a button that is down now has begun. Where the device did not answer, all are
    /// cancelled.
    ///
    /// - Complexity: O(1); allocates the array where there are frames.
    public mutating func resynchronize(with state: EvdevState?, at time: MainRunLoop.Instant) -> [InputFrame] {
        collect { decoder, emit in decoder.resynchronize(with: state, at: time, emit) }
    }

    private mutating func collect(_ body: (inout MouseDecoder, (InputSample) -> Void) -> Void) -> [InputFrame] {
        var frames: [InputFrame] = []
        body(&self) { frames.append($0.frame) }
        return frames
    }
}

// The same without arrays.
extension MouseDecoder {
    package mutating func decode(_ event: EvdevEvent, _ emit: (InputSample) -> Void) {
        statistics.events += 1
        switch (event.type, event.code) {
        case (EvdevCodes.relative, let code) where !isSkipping:
            decode(axis: code, event.value)
        case (EvdevCodes.key, EvdevCodes.buttonLeft...EvdevCodes.buttonTask) where !isSkipping:
            decode(button: UInt8(event.code - EvdevCodes.buttonLeft), event.value)
        case (EvdevCodes.synchronization, EvdevCodes.report):
            guard isSkipping else { return complete(at: event.time, emit) }
            isSkipping = false
            needsState = asksForState
        case (EvdevCodes.synchronization, EvdevCodes.dropped):
            statistics.droppedResyncs += 1
            if asksForState { forgetReport() } else { cancelButtons(at: event.time, emit) }
            isSkipping = true
        default:
            break
        }
    }

    package mutating func finish(at time: MainRunLoop.Instant, _ emit: (InputSample) -> Void) {
        cancelButtons(at: time, emit)
        stopHovering(at: time, emit)
        isSkipping = false
    }

    package mutating func resynchronize(
        with state: EvdevState?,
        at time: MainRunLoop.Instant,
        _ emit: (InputSample) -> Void
    ) {
        needsState = false
        guard let state else { return cancelButtons(at: time, emit) }
        hasUnknownButtons = false
        let now = Self.buttons(of: state)
        for button in 0..<UInt8(8) where (now ^ down) >> button & 1 == 1 {
            change(button, isDown: now >> button & 1 == 1, at: time, emit)
        }
    }

    /// The buttons that are down in a state, a bit each.
    private static func buttons(of state: EvdevState) -> UInt8 {
        var buttons: UInt8 = 0
        for (bit, code) in (EvdevCodes.buttonLeft...EvdevCodes.buttonTask).enumerated() where state.keys.contains(code)
        {
            buttons |= 1 << UInt8(bit)
        }
        return buttons
    }

    private func isLive(_ button: UInt8) -> Bool { (down & ~silent) >> button & 1 == 1 }

    // MARK: Events

    private mutating func decode(axis code: UInt16, _ value: Int32) {
        switch code {
        case EvdevCodes.relativeX: motion.x += Double(value)
        case EvdevCodes.relativeY: motion.y += Double(value)
        case EvdevCodes.wheel: vertical.turn(by: value, isFine: false)
        case EvdevCodes.fineWheel: vertical.turn(by: value, isFine: true)
        case EvdevCodes.horizontalWheel: horizontal.turn(by: value, isFine: false)
        case EvdevCodes.fineHorizontalWheel: horizontal.turn(by: value, isFine: true)
        default: break
        }
    }

    private mutating func decode(button: UInt8, _ value: Int32) {
        // 2 is the kernel's autorepeat, which says nothing about a button.
        guard value != 2 else { return }
        guard value == 0 || value == 1, changes.count < Self.greatestChangeCount else {
            statistics.malformedEvents += 1
            return
        }
        changes.append((button, value == 1))
    }

    // MARK: Reports

    private mutating func complete(at time: MainRunLoop.Instant, _ emit: (InputSample) -> Void) {
        if motion != .zero { move(at: time, emit) }
        // Indexed, because an iterator would retain the array.
        for place in changes.indices { change(changes[place].button, isDown: changes[place].isDown, at: time, emit) }
        turnWheel(at: time, emit)
        forgetReport()
    }

    private mutating func forgetReport() {
        motion = .zero
        changes.removeAll(keepingCapacity: true)
        (vertical.motion, horizontal.motion) = (0, 0)
    }

    private mutating func move(at time: MainRunLoop.Instant, _ emit: (InputSample) -> Void) {
        let former = location
        location = mapping.clamp(Point(former.x + motion.x * mapping.speed, former.y + motion.y * mapping.speed))
        if isPressed {
            guard location != former else { return }
            emit(.contact(finger(.moved), at: time))
        } else if !isHovering {
            startHovering(at: time, emit)
        } else if location != former {
            emit(.contact(.hovering(Contact.pointer, .moved, at: location), at: time))
        }
    }

    private mutating func change(
        _ button: UInt8,
        isDown: Bool,
        at time: MainRunLoop.Instant,
        _ emit: (InputSample) -> Void
    ) {
        guard isDown != (down >> button & 1 == 1) else {
            if !hasUnknownButtons { statistics.malformedEvents += 1 }
            return
        }
        let isLive = isDown || isLive(button)
        down ^= 1 << button
        silent &= ~(1 << button)
        guard isLive else { return }
        guard button == 0 else {
            if isDown { statistics.presses += 1 }
            return emit(.press(press(button, isDown ? .began : .ended, at: time)))
        }
        if isDown {
            stopHovering(at: time, emit)
            statistics.contacts += 1
            emit(.contact(finger(.began), at: time))
        } else {
            emit(.contact(finger(.ended), at: time))
            startHovering(at: time, emit)
        }
    }

    private mutating func turnWheel(at time: MainRunLoop.Instant, _ emit: (InputSample) -> Void) {
        guard vertical.motion != 0 || horizontal.motion != 0 else { return }
        let points = mapping.pointsPerNotch / MouseWheelMotion.unitsOfNotch
        // A wheel that is tilted to the right shows what is on the right: the content moves to the left.
        let delta = Point(-horizontal.motion * points, vertical.motion * points)
        emit(.wheel(WheelFrame(time: time, location: location, delta: delta)))
    }

    // MARK: Frames

    private mutating func startHovering(at time: MainRunLoop.Instant, _ emit: (InputSample) -> Void) {
        isHovering = true
        emit(.contact(.hovering(Contact.pointer, .began, at: location), at: time))
    }

    private mutating func stopHovering(at time: MainRunLoop.Instant, _ emit: (InputSample) -> Void) {
        guard isHovering else { return }
        isHovering = false
        emit(.contact(.hovering(Contact.pointer, .ended, at: location), at: time))
    }

    private mutating func cancelButtons(at time: MainRunLoop.Instant, _ emit: (InputSample) -> Void) {
        let live = down & ~silent
        (down, silent) = (0, 0)
        (needsState, hasUnknownButtons) = (false, true)
        forgetReport()
        if live & 1 == 1 { emit(.contact(finger(.cancelled), at: time)) }
        for button in 1..<UInt8(8) where live >> button & 1 == 1 { emit(.press(press(button, .cancelled, at: time))) }
    }

    private func finger(_ phase: TouchContact.Phase) -> TouchContact {
        TouchContact(Contact.finger, phase, at: location, kind: .indirectPointer)
    }

    private func press(_ button: UInt8, _ phase: PressFrame.Phase, at time: MainRunLoop.Instant) -> PressFrame {
        PressFrame(time: time, usage: .button(UInt16(button) + 1), phase: phase)
    }
}
