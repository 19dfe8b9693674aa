internal import ResponderEventLoop

/// A touchscreen that sends its touches to a port.
///
/// One call opens the panel; from then on the port receives each touch:
///
/// ```swift
/// try TouchPanel(path: "/dev/input/event1", port: application.touchPort, size: Size(1024, 600))
/// ```
///
/// A panel is an evdev node, or a FIFO, a socket or a descriptor that carries `struct input_event`s as the kernel
/// writes them on 64-bit Linux (24 bytes each). It speaks the protocols that ``EvdevDecoder`` decodes.
///
/// Promises:
/// - Each touch that began at the port ends or is cancelled, whatever becomes of the panel: unplugged, closed, or its
///   stream cut in the middle of an event.
/// - Events that the kernel discarded because they were not read in time (`SYN_DROPPED`) leave no touch behind: the
///   panel asks the device which contacts are still down, and these go on; the contacts of a stream, which cannot be
///   asked, are cancelled.
/// - The times of its frames are on the loop's clock and never decrease.
/// - While nobody touches the panel, it makes no system call; in the steady state its frames are not allocated.
///
/// The port keeps a panel until ``close()`` or the panel's end, even when nobody else holds it;
/// ``TouchPort/invalidate()`` closes it. The loop reads the panel before timers, at most 4,096 events per turn and no
/// more than the port has room for. When the writer closes a FIFO, the contacts are cancelled, and the panel waits for
/// the next writer.
@MainActor
public final class TouchPanel: TouchPortAttachment {
    /// The description of the device: ``Options/description`` or, where that is nil, the device's own.
    public let description: InputDeviceDescription
    /// Called once, when the panel has ended by itself; not after ``close()``.
    ///
    /// By then the panel's contacts are cancelled. The handler may open another panel.
    public var onEnd: (@MainActor (TouchPanel, Ending) -> Void)?

    /// Called once, before ``onEnd``, when the panel is closed (the ending is nil) or has ended by itself.
    package var onClose: (@MainActor (TouchPanel, Ending?) -> Void)?

    /// Called with each event, before the event is decoded; may close the panel.
    package var onEvent: (@MainActor (EvdevEvent) -> Void)? {
        get { stream.onEvent }
        set { stream.onEvent = newValue }
    }

    private let stream: DeviceStream<EvdevDecoder>
    /// Weak, since the port retains the panel; a panel that retained itself, say by its source's closure, would outlive
    /// the loop.
    private weak var port: TouchPort?
    private var isClosed = false

    /// Why a panel has ended.
    public enum Ending: Hashable, Sendable {
        /// The device was unplugged.
        case unplugged
        /// The writer of a stream has closed the stream.
        case endOfStream
        /// A read failed with this errno.
        case failed(errno: Int32)
    }

    /// The clock of the events' times.
    public enum EventClock: Hashable, Sendable {
        /// `CLOCK_MONOTONIC`, the loop's clock.
        case monotonic
        /// `CLOCK_REALTIME`, evdev's default clock; times are converted when they are read.
        case realtime
        /// No known clock: a frame's time is the time at which it is read.
        case arrival
    }

    /// How a panel is opened.
    public struct Options: Hashable, Sendable {
        /// The description of the device; nil for the device's own, which a stream does not have.
        public var description: InputDeviceDescription?
        /// Whether the panel is grabbed: while it is open, the device sends its events to no other reader.
        public var isGrabbed: Bool
        /// Whether a device that does not look like a touch panel is accepted.
        public var acceptsAnyDevice: Bool
        /// The clock of a stream's events.
        public var streamClock: EventClock

        /// Options; the default values suit a kernel device.
        ///
        /// - Complexity: O(1); no allocation.
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
    ///   - path: An evdev node, a link to a node, a FIFO or a socket.
    ///   - port: The port that receives the touches.
    ///   - size: The extent of the screen, in points.
    /// - Throws: ``Error``, which names the path and the remedy.
    /// - Complexity: O(axes and slots of the device), with a system call for each axis; allocates the panel, its buffer
    ///   of 6 KiB and its slots.
    @discardableResult
    public convenience init(path: String, port: TouchPort, size: Size) throws(Error) {
        try self.init(path: path, port: port, mapping: PanelMapping(size: size))
    }

    /// Opens the panel at `path`, whose surface lies on the screen as `mapping` says.
    ///
    /// - Throws: ``Error``, which names the path and the remedy.
    /// - Complexity: O(axes and slots of the device), with a system call for each axis; allocates the panel, its buffer
    ///   of 6 KiB and its slots.
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

    /// Reads a panel from an open descriptor.
    ///
    /// The caller keeps the descriptor and may close it at once: the panel has a duplicate. The open file that both
    /// share becomes non-blocking.
    ///
    /// - Throws: ``Error``, which names the descriptor and the remedy.
    /// - Complexity: O(axes and slots of the device), with a system call for each axis; allocates the panel, its buffer
    ///   of 6 KiB and its slots.
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

    /// Reads a panel from `device`; errors name the device `name`.
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
                decoder = try EvdevDecoder(axes: description.axes, keys: description.keys, mapping: mapping)
            } catch {
                throw .undecodable(path: name, reason: error)
            }
            decoder.asksForState = device.description != nil
            if let state = device.readState() { decoder.start(from: state) }
            self.description = description
            stream = try DeviceStream(
                device,
                named: name,
                label: "TouchPanel",
                sender: port.makeSender(),
                loop: loop,
                streamClock: options.streamClock,
                decoder: decoder
            )
            self.port = port
            // unowned is safe: the panel owns the stream.
            stream.onEnd = { [unowned self] in close(because: $0) }
            port.attach(self)
        } catch {
            device.close()
            throw error
        }
    }

    /// The counts of events read and decoded so far.
    public var statistics: EvdevDecoder.Statistics { stream.decoder.statistics }

    /// The contacts that are down, each at its last sample, in the order in which they began.
    public var liveContacts: [TouchContact] { stream.decoder.liveContacts }

    /// Cancels the contacts that are down, and closes the device.
    ///
    /// Idempotent; may be called anywhere, even in the panel's own handlers.
    ///
    /// - Complexity: O(slots of the device and panels of the port), with a few system calls; allocates a frame where
    ///   contacts are down.
    public func close() { close(because: nil) }

    private func close(because ending: Ending?) {
        guard !isClosed else { return }
        isClosed = true
        stream.close()
        port?.detach(self)
        let handlers = (onClose, onEnd)
        (onClose, onEnd) = (nil, nil)
        handlers.0?(self, ending)
        if let ending { handlers.1?(self, ending) }
    }
}
