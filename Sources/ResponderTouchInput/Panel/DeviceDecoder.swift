internal import ResponderEventLoop

/// What turns the events of a device into samples, and sends them to a port.
protocol DeviceDecoder {
    /// Whether the device should be asked for its state now, because events were lost.
    var needsState: Bool { get }
    /// Whether the owner of the device should look at the decoder: see ``DeviceStream/onNotice``.
    var hasNotice: Bool { get }

    /// Decodes the next event, and sends what it completes.
    mutating func decode(_ event: EvdevEvent, to sender: TouchPort.Sender)
    /// Takes over the state that the device reported, nil where it did not answer.
    mutating func resynchronize(with state: EvdevState?, at time: MainRunLoop.Instant, to sender: TouchPort.Sender)
    /// Cancels whatever is down.
    mutating func finish(at time: MainRunLoop.Instant, to sender: TouchPort.Sender)
}

extension EvdevDecoder: DeviceDecoder {
    var hasNotice: Bool { false }

    @inline(__always)
    mutating func decode(_ event: EvdevEvent, to sender: TouchPort.Sender) {
        if completesFrame(event) { sender.send(frame) }
    }

    mutating func resynchronize(with state: EvdevState?, at time: MainRunLoop.Instant, to sender: TouchPort.Sender) {
        let frame = resynchronize(with: state, at: time)
        if let frame { sender.send(frame) }
    }

    mutating func finish(at time: MainRunLoop.Instant, to sender: TouchPort.Sender) {
        let frame = finish(at: time)
        if let frame { sender.send(frame) }
    }
}
