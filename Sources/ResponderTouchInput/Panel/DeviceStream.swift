internal import ResponderEventLoop

/// Reads a device when the loop says that it has events, and has a decoder send what they mean to a port.
///
/// The object that owns a stream closes it at last.
@MainActor
final class DeviceStream<Decoder: DeviceDecoder> {
    /// Called once, when the stream has ended by itself; not after ``close()``.
    var onEnd: (@MainActor (TouchPanel.Ending) -> Void)?
    /// Called after an event that left the decoder with a notice; may close the stream.
    var onNotice: (@MainActor () -> Void)?
    /// Called with each event, before the event is decoded; may close the stream.
    var onEvent: (@MainActor (EvdevEvent) -> Void)? {
        get { reading.pointee.onEvent }
        set { reading.pointee.onEvent = newValue }
    }

    private let device: any PanelDevice
    private let sender: TouchPort.Sender
    /// Raw memory, because each use of a class's stored property is checked for exclusive access at run time.
    nonisolated(unsafe) private let reading: UnsafeMutablePointer<Reading>
    private weak var loop: MainRunLoop?
    private var source: MainRunLoop.DescriptorSource?
    private let label: StaticString
    private(set) var isClosed = false

    /// The state of reading and decoding.
    private struct Reading: ~Copyable {
        var reader: PanelReader
        var decoder: Decoder
        var onEvent: (@MainActor (EvdevEvent) -> Void)?
    }

    /// Begins to read from `device`; errors name the device `name`, the loop's reports `label`.
    ///
    /// The events of a stream without a description are stamped by `streamClock`. The caller closes the device where
    /// this throws.
    init(
        _ device: any PanelDevice,
        named name: String,
        label: StaticString,
        sender: TouchPort.Sender,
        loop: MainRunLoop,
        streamClock: TouchPanel.EventClock,
        decoder: Decoder
    ) throws(TouchPanel.Error) {
        self.device = device
        self.label = label
        self.sender = sender
        self.loop = loop
        let reader = PanelReader(clock: device.description == nil ? streamClock : device.clock, loop: loop)
        reading = .allocate(capacity: 1)
        reading.initialize(to: Reading(reader: reader, decoder: decoder))
        try watch(named: name)
    }

    deinit {
        reading.deinitialize(count: 1).deallocate()
    }

    /// The decoder.
    var decoder: Decoder { reading.pointee.decoder }

    /// Changes the decoder, which sends what comes of it.
    ///
    /// `body` gets an instant that is not before that of the last event.
    func withDecoder<Result>(_ body: (inout Decoder, MainRunLoop.Instant, TouchPort.Sender) -> Result) -> Result {
        reading.pointee.reader.passTime()
        return body(&reading.pointee.decoder, reading.pointee.reader.lastTime, sender)
    }

    /// Cancels whatever is down, and closes the device; idempotent.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        source?.cancel()
        source = nil
        onEnd = nil
        onNotice = nil
        finish()
        device.close()
    }

    private func watch(named name: String = "the device") throws(TouchPanel.Error) {
        guard let loop else { return }
        do throws(MainRunLoop.Error) {
            source = try loop.addDescriptorSource(device.descriptor, for: .read, priority: .input, name: label) {
                // unowned is safe: the source is cancelled before the stream is released, or is released with the loop
                // and the port.
                [unowned self] _ in receive()
            }
        } catch {
            throw .cannotWatch(path: name, reason: error)
        }
    }

    // MARK: Reading

    private func receive() {
        var rest = PanelReader.eventsInTurn
        // Events that the port has no room for stay in the device; the port delivers its samples before the stream
        // reads in the next turn.
        while rest > 0, !isClosed, sender.room >= PanelReader.leastRoom {
            let result = device.read(into: reading.pointee.reader.room(forEvents: min(rest, sender.room)))
            switch result {
            case .bytes(let count):
                rest -= decode(count)
                // A short read has emptied the device.
                if !reading.pointee.reader.wasFull && !device.mayEndUnseen { return }
            case .nothing: return
            case .writerLeft: return waitForNextWriter()
            case .ended: return end(.endOfStream)
            case .unplugged: return end(.unplugged)
            case .failed(let errno): return end(.failed(errno: errno))
            }
        }
    }

    /// Decodes the bytes that were read; returns how many events they completed, or 1 where they completed none.
    private func decode(_ count: Int) -> Int {
        reading.pointee.reader.received(count)
        let events = reading.pointee.reader.eventCount
        for index in 0..<events {
            let event = reading.pointee.reader.event(at: index)
            if let onEvent = reading.pointee.onEvent {
                onEvent(event)
                if isClosed { break }
            }
            reading.pointee.decoder.decode(event, to: sender)
            if reading.pointee.decoder.hasNotice {
                onNotice?()
                if isClosed { break }
            }
            if reading.pointee.decoder.needsState {
                resynchronize(at: event.time)
                break
            }
        }
        reading.pointee.reader.keepRest()
        return max(events, 1)
    }

    /// Asks the device what is down, and goes on with that.
    ///
    /// Events that the device queued before its answer are older than the answer, and are not decoded.
    private func resynchronize(at time: MainRunLoop.Instant) {
        var rest = PanelReader.eventsInTurn
        reading.pointee.reader.forgetRest()
        while rest > 0, case .bytes(let count) = device.read(into: reading.pointee.reader.room(forEvents: rest)) {
            rest -= max(count / PanelReader.eventSize, 1)
        }
        reading.pointee.decoder.resynchronize(with: device.readState(), at: time, to: sender)
    }

    private func finish() {
        reading.pointee.reader.forgetRest()
        reading.pointee.decoder.finish(at: reading.pointee.reader.lastTime, to: sender)
    }

    private func waitForNextWriter() {
        finish()
        // The device has opened the FIFO anew, under another descriptor.
        source?.cancel()
        do throws(TouchPanel.Error) { try watch() } catch { end(.failed(errno: error.errno ?? 0)) }
    }

    private func end(_ ending: TouchPanel.Ending) {
        let handler = onEnd
        close()
        handler?(ending)
    }
}
