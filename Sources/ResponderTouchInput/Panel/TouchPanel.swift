internal import ResponderEventLoop

/// A touchscreen that sends its touches to a port.
///
/// One call opens it, and from then on each touch goes its way:
///
/// ```swift
/// try TouchPanel(path: "/dev/input/event1", port: application.touchPort, size: Size(1024, 600))
/// ```
///
/// A panel is an evdev node, or a FIFO, a socket or a descriptor that carries `struct input_event`s as the kernel writes
/// them on 64-bit Linux (24 bytes each). It speaks what ``EvdevDecoder`` decodes.
///
/// What it promises:
/// - Each touch that began at the port ends or is cancelled, whatever becomes of the panel: it is unplugged, its stream
///   ends in the middle of an event, it is closed.
/// - Events that the kernel threw away since nobody read them (`SYN_DROPPED`) leave no touch behind: the device is asked
///   which contacts are still down, and they go on; a stream cannot be asked, and its contacts are cancelled.
/// - The times of its frames are on the loop's clock, and none is before the one before it.
/// - While nobody touches it no system call is made, and none of its frames is allocated in the steady state.
///
/// A panel stays with its port until ``close()`` or its end, also when nobody else holds it; ``TouchPort/invalidate()``
/// closes it. The loop reads it before timers, at most 4,096 events a turn, and no more than its port has room for. Where
/// a FIFO's writer goes, its contacts are cancelled, and the next writer is waited for.
@MainActor
public final class TouchPanel: TouchPortAttachment {
    /// What the device is, as it says itself or as ``Options/description`` has it.
    public let description: InputDeviceDescription
    /// Called once, when the panel has ended by itself; not for ``close()``.
    ///
    /// Its contacts are cancelled already. The handler may open another panel.
    public var onEnd: (@MainActor (TouchPanel, Ending) -> Void)?

    /// Called once, when the panel is closed or, with its ending, has ended by itself; before ``onEnd``.
    package var onClose: (@MainActor (TouchPanel, Ending?) -> Void)?

    /// Called with each event, before it is decoded; may close the panel.
    package var onEvent: (@MainActor (EvdevEvent) -> Void)? {
        get { reading.pointee.onEvent }
        set { reading.pointee.onEvent = newValue }
    }

    private let device: any PanelDevice
    private let sender: TouchPort.Sender
    /// Raw memory: as properties of a class, each use of them would be checked for exclusive access at run time.
    nonisolated(unsafe) private let reading: UnsafeMutablePointer<Reading>
    private weak var loop: MainRunLoop?
    /// Keeps the panel: what it kept itself by, as its source's closure, would outlive the loop.
    private weak var port: TouchPort?
    private var source: MainRunLoop.DescriptorSource?
    private var isClosed = false

    /// What is read and decoded.
    private struct Reading: ~Copyable {
        var reader: PanelReader
        var decoder: EvdevDecoder
        var onEvent: (@MainActor (EvdevEvent) -> Void)?
    }

    /// Why a panel has ended.
    public enum Ending: Hashable, Sendable {
        /// The device was unplugged.
        case unplugged
        /// The writer of a stream has closed it.
        case endOfStream
        /// A read failed with this errno.
        case failed(errno: Int32)
    }

    /// By which clock events are stamped.
    public enum EventClock: Hashable, Sendable {
        /// `CLOCK_MONOTONIC`, the loop's.
        case monotonic
        /// `CLOCK_REALTIME`, evdev's unless it is told otherwise; times are converted as they are read.
        case realtime
        /// None that is known here: a frame has the time at which it is read.
        case arrival
    }

    /// How a panel is opened.
    public struct Options: Hashable, Sendable {
        /// What the device is; nil for what it says itself, which a stream cannot.
        public var description: InputDeviceDescription?
        /// Whether the device sends its events to nobody else meanwhile.
        public var isGrabbed: Bool
        /// Whether a device is taken that looks like no touch panel.
        public var acceptsAnyDevice: Bool
        /// By which clock the events of a stream are stamped.
        public var streamClock: EventClock

        /// Options; what is left out is as for a panel of the kernel's.
        public init(
            description: InputDeviceDescription? = nil,
            isGrabbed: Bool = false,
            acceptsAnyDevice: Bool = false,
            streamClock: EventClock = .arrival
        ) {
            self.description = description
            self.isGrabbed = isGrabbed
            self.acceptsAnyDevice = acceptsAnyDevice
            self.streamClock = streamClock
        }
    }

    /// Opens the panel at `path`, whose surface is a whole screen of `size` points.
    ///
    /// - Parameters:
    ///   - path: An evdev node, a link to one, a FIFO or a socket.
    ///   - port: Where its touches go.
    ///   - size: The extent of the screen, in points.
    /// - Throws: ``Error``, which names the path and the remedy.
    @discardableResult
    public convenience init(path: String, port: TouchPort, size: Size) throws(Error) {
        try self.init(path: path, port: port, mapping: PanelMapping(size: size))
    }

    /// Opens the panel at `path`, whose surface lies on the screen as `mapping` says.
    ///
    /// - Throws: ``Error``, which names the path and the remedy.
    @discardableResult
    public convenience init(
        path: String,
        port: TouchPort,
        mapping: PanelMapping,
        options: Options = Options()
    ) throws(Error) {
        let node = try EvdevNode(path: path, isGrabbed: options.isGrabbed)
        try self.init(node, named: path, port: port, mapping: mapping, options: options)
    }

    /// Reads the panel that `descriptor` is open on.
    ///
    /// The descriptor stays the caller's, who may close it at once: the panel has a duplicate. What it is open on becomes
    /// non-blocking.
    ///
    /// - Throws: ``Error``, which names the descriptor and the remedy.
    @discardableResult
    public convenience init(
        descriptor: Int32,
        port: TouchPort,
        mapping: PanelMapping,
        options: Options = Options()
    ) throws(Error) {
        let node = try EvdevNode(duplicating: descriptor, isGrabbed: options.isGrabbed)
        try self.init(node, named: "descriptor \(descriptor)", port: port, mapping: mapping, options: options)
    }

    /// Reads a panel from `device`; errors call it `name`.
    package init(
        _ device: any PanelDevice,
        named name: String,
        port: TouchPort,
        mapping: PanelMapping,
        options: Options = Options()
    ) throws(Error) {
        do throws(Error) {
            guard let loop = port.loop else { throw .loopIsGone(path: name) }
            guard let description = options.description ?? device.description else {
                throw .noDescription(path: name)
            }
            if let reason = description.reasonForNoTouchPanel, !options.acceptsAnyDevice, options.description == nil {
                throw .noTouchPanel(path: name, name: description.name, reason: reason)
            }
            var decoder: EvdevDecoder
            do throws(EvdevDecoder.Error) {
                decoder = try EvdevDecoder(axes: description.axes, mapping: mapping)
            } catch {
                throw .undecodable(path: name, reason: error)
            }
            self.device = device
            self.description = description
            self.loop = loop
            sender = port.makeSender()
            let reader = PanelReader(clock: device.description == nil ? options.streamClock : device.clock, loop: loop)
            decoder.asksForState = device.description != nil
            if let state = device.readState() { decoder.start(from: state) }
            reading = .allocate(capacity: 1)
            reading.initialize(to: Reading(reader: reader, decoder: decoder))
            try watch(named: name)
            self.port = port
            port.attach(self)
        } catch {
            device.close()
            throw error
        }
    }

    deinit {
        reading.deinitialize(count: 1).deallocate()
    }

    /// What has been read and decoded so far.
    public var statistics: EvdevDecoder.Statistics { reading.pointee.decoder.statistics }

    /// The contacts that are down, each at its last sample, in the order in which they began.
    public var liveContacts: [TouchContact] { reading.pointee.decoder.liveContacts }

    /// Cancels what is down, and lets go of the device.
    ///
    /// Idempotent, and legal anywhere.
    public func close() { close(because: nil) }

    private func close(because ending: Ending?) {
        guard !isClosed else { return }
        isClosed = true
        source?.cancel()
        source = nil
        onEnd = nil
        cancelContacts()
        device.close()
        port?.detach(self)
        let handler = onClose
        onClose = nil
        handler?(self, ending)
    }

    private func watch(named name: String = "the panel") throws(Error) {
        guard let loop else { return }
        do throws(MainRunLoop.Error) {
            source = try loop.addDescriptorSource(device.descriptor, for: .read, priority: .input, name: "TouchPanel") {
                // It is cancelled before the panel goes, or goes with the loop and its port.
                [unowned self] _ in receive()
            }
        } catch {
            throw .cannotWatch(path: name, reason: error)
        }
    }

    // MARK: Reading

    private func receive() {
        var rest = PanelReader.eventsInTurn
        // What the port has no room for stays with the device: the port is served before the next turn reads on.
        while rest > 0, !isClosed, sender.room >= PanelReader.leastRoom {
            let result = device.read(into: reading.pointee.reader.room(forEvents: min(rest, sender.room)))
            switch result {
            case .bytes(let count):
                rest -= decode(count)
                // A short read left nothing behind.
                if !reading.pointee.reader.wasFull && !device.mayEndUnseen { return }
            case .nothing: return
            case .writerLeft: return waitForNextWriter()
            case .ended: return end(.endOfStream)
            case .unplugged: return end(.unplugged)
            case .failed(let errno): return end(.failed(errno: errno))
            }
        }
    }

    /// Decodes the bytes that were read; returns how many events they completed.
    private func decode(_ count: Int) -> Int {
        reading.pointee.reader.received(count)
        let events = reading.pointee.reader.eventCount
        for index in 0..<events {
            let event = reading.pointee.reader.event(at: index)
            if let onEvent = reading.pointee.onEvent {
                onEvent(event)
                if isClosed { break }
            }
            if reading.pointee.decoder.completesFrame(event) { sender.send(reading.pointee.decoder.frame) }
            if reading.pointee.decoder.needsState {
                resynchronize(at: event.time)
                break
            }
        }
        reading.pointee.reader.keepRest()
        return max(events, 1)
    }

    /// Asks the device which contacts are down, and goes on with these.
    ///
    /// What the device had queued before is older than its answer, and is not decoded.
    private func resynchronize(at time: MainRunLoop.Instant) {
        var rest = PanelReader.eventsInTurn
        reading.pointee.reader.forgetRest()
        while rest > 0, case .bytes(let count) = device.read(into: reading.pointee.reader.room(forEvents: rest)) {
            rest -= max(count / PanelReader.eventSize, 1)
        }
        let frame = reading.pointee.decoder.resynchronize(with: device.readState(), at: time)
        if let frame { sender.send(frame) }
    }

    private func cancelContacts() {
        reading.pointee.reader.forgetRest()
        let frame = reading.pointee.decoder.finish(at: reading.pointee.reader.lastTime)
        if let frame { sender.send(frame) }
    }

    private func waitForNextWriter() {
        cancelContacts()
        // The device has opened the FIFO anew, under another descriptor.
        source?.cancel()
        do throws(Error) { try watch() } catch { end(.failed(errno: error.errno ?? 0)) }
    }

    private func end(_ ending: Ending) {
        let handler = onEnd
        close(because: ending)
        handler?(self, ending)
    }
}
