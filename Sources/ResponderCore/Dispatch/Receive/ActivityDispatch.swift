internal import ResponderEventLoop
internal import ResponderTouchInput

// The way of input while the user's activity is noted. Each reception of frames comes by here, and each contact and
// press that begins; all else goes on as usual. Without a monitor nothing comes by here.
extension TouchDispatcher {
    private var instant: MainRunLoop.Instant? {
        state.pointee.lifetime.weakApplication.pointee.application?.runLoop.now
    }

    /// Dispatches frames as ``receive(from:limit:)`` does, and notes them as activity (rule K2).
    func receiveNotingActivity(from port: TouchPort, limit: Int) -> Bool {
        beginUse()
        defer { endUse() }
        guard let monitor = state.pointee.activity, let now = instant else { return receive(from: port, limit: limit) }
        updateGate(monitor, at: now)
        // A source that goes away cancels its contacts.
        let isOfSource = port.peekFrame()?.containsOnlyCancels ?? false
        let hasReceived = receive(from: port, limit: limit)
        if hasReceived, !isOfSource { monitor.note(at: now) }
        state.pointee.lifetime.weakApplication.pointee.application?.tellOfActivity()
        return hasReceived
    }

    /// Whether a contact that begins is accepted; otherwise it is dropped for its life, and counted.
    @inline(never)
    func admits(
        _ sample: UnsafeMutablePointer<TouchSample>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) -> Bool {
        if let monitor = state.pointee.activity, let now = instant {
            monitor.note(at: now)
            updateGate(monitor, at: now)
        }
        if state.pointee.acceptance.isAccepting { return true }
        if refusalOfAll == .withheld {
            withhold(sample, binding)
        } else {
            countRefusal(sample)
        }
        return false
    }

    /// Whether a press that begins is accepted; otherwise it is dropped for its life, and counted.
    @inline(never)
    func admits(_ due: Presses.Due, _ presses: Presses) -> Bool {
        guard state.pointee.acceptance.isActive else {
            presses.statistics.refusedWhileInactive += 1
            return false
        }
        guard let monitor = state.pointee.activity, let now = instant else { return true }
        monitor.note(at: now)
        updateGate(monitor, at: now)
        guard monitor.gate.isClosed else { return true }
        monitor.gate.withhold(press: due.number)
        presses.statistics.withheldPresses += 1
        return false
    }

    private func updateGate(_ monitor: ActivityMonitor, at now: MainRunLoop.Instant) {
        guard monitor.gate.isClosed else { return }
        monitor.gate.update(at: now)
        state.pointee.acceptance.isWithholding = monitor.gate.isClosed
    }

    /// Whether a contact that begins now is withheld.
    var withholdsInput: Bool {
        guard let monitor = state.pointee.activity, let now = instant else { return false }
        updateGate(monitor, at: now)
        return monitor.gate.isClosed
    }
}

// MARK: - What is withheld

extension TouchDispatcher {
    /// Withholds a contact that begins, for its whole life.
    private func withhold(
        _ sample: UnsafeMutablePointer<TouchSample>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) {
        state.pointee.statistics.withheldTouches += 1
        traceRefusal(sample, .withheld)
        guard let monitor = state.pointee.activity else { return }
        let contact = state.pointee.processState.nextContact()
        binding.markWithheld(contact)
        monitor.gate.withhold(contact: contact)
        monitor.note(WithheldSample(contact: contact, phase: .began, location: sample.pointee.location))
    }

    /// Notes a later sample of a contact that is withheld; any other sample that matches no touch is dropped.
    func noteWithheld(
        _ sample: UnsafeMutablePointer<TouchSample>,
        _ binding: UnsafeMutablePointer<ContactBinding>
    ) {
        guard binding.isWithheld, let monitor = state.pointee.activity else { return }
        let phase = sample.pointee.phase
        monitor.note(
            WithheldSample(contact: binding.withheldNumber, phase: phase, location: sample.pointee.location)
        )
        guard phase == .ended || phase == .cancelled else { return }
        monitor.gate.release(contact: binding.withheldNumber)
        binding.pointee.number = 0
    }

    /// Notes that the wheel was turned while touches are refused, for whichever reason.
    func noteWithheldWheel() {
        guard let monitor = state.pointee.activity, monitor.gate.isClosed, let now = instant else { return }
        monitor.gate.withholdWheel(at: now)
    }
}

extension UnsafeMutablePointer<ContactBinding> {
    /// The bit that marks the number of a contact that is withheld.
    private static var withheldMark: UInt64 { 1 << 60 }

    /// Binds a contact that is withheld: it matches no slot.
    fileprivate func markWithheld(_ number: UInt64) {
        pointee.number = number | Self.withheldMark
        pointee.target = nil
    }

    /// Whether the contact is withheld: no other mark is set.
    fileprivate var isWithheld: Bool { pointee.number >> 60 == 1 }

    fileprivate var withheldNumber: UInt64 { pointee.number & ~Self.withheldMark }
}

extension TouchPortFrame {
    fileprivate var containsOnlyCancels: Bool {
        for place in 0..<count where sample(place).pointee.phase != .cancelled { return false }
        return true
    }
}
