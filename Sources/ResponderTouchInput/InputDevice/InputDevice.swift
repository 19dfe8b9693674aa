internal import ResponderEventLoop

/// A keyboard, a mouse, buttons or a barcode scanner that sends its presses and its pointer to a port.
///
/// One call opens the device; from then on the port receives what happens to each key, and the pointer:
///
/// ```swift
/// try InputDevice(path: "/dev/input/event3", port: application.touchPort, size: Size(1024, 600))
/// ```
///
/// The device is an evdev node, or a FIFO, a socket or a descriptor that carries `struct input_event`s as the kernel
/// writes them on 64-bit Linux (24 bytes each). ``KeyboardDecoder`` and ``MouseDecoder`` say what its events mean. A
/// device with keys and a pointer has both; a stream, which has no description, may send either.
///
/// A barcode scanner is a keyboard: what it reads is typed, and return at the end. With ``Options/isScanner`` its keys
/// are not sent to the port, and ``onScan`` gets each scan as one text.
///
/// Promises:
/// - Each press and each touch that began at the port ends or is cancelled, whatever becomes of the device: unplugged,
///   closed, or its stream cut in the middle of an event.
/// - Events that the kernel discarded because they were not read in time (`SYN_DROPPED`) leave no key behind: the
///   device is asked which keys are still down; those of a stream, which cannot be asked, are cancelled.
/// - The times of its frames are on the loop's clock and never decrease.
/// - While nobody uses the device, it makes no system call.
///
/// The port keeps a device until ``close()`` or the device's end, even when nobody else holds it;
/// ``TouchPort/invalidate()`` closes it. The loop reads the device before timers, at most 4,096 events per turn and no
/// more than the port has room for.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
@MainActor
public final class InputDevice: TouchPortAttachment {
    /// Why a device cannot be opened: which device, the reason and the remedy.
    public typealias Error = TouchPanel.Error
    /// Why a device has ended.
    public typealias Ending = TouchPanel.Ending

    /// How keys are repeated while they are held.
    public struct Autorepeat: Hashable, Sendable {
        /// How long a key is held before it is repeated; taken for 1 ms if it is less.
        public var delay: Duration
        /// The time between two repetitions; taken for 1 ms if it is less.
        public var interval: Duration

        /// A repetition each `interval`, after `delay`; the kernel's usual times unless given.
        ///
        /// - Complexity: O(1); no allocation.
        public init(delay: Duration = .milliseconds(500), interval: Duration = .milliseconds(33)) {
            self.delay = delay
            self.interval = interval
        }
    }

    /// How a device is opened.
    public struct Options: Hashable, Sendable {
        /// The description of the device; nil for the device's own.
        public var description: InputDeviceDescription?
        /// Whether the device is grabbed: while it is open, it sends its events to no other reader, so that what is
        /// typed reaches no console behind the app.
        public var isGrabbed: Bool
        /// Whether a device that looks like neither keyboard nor mouse nor buttons is accepted.
        public var acceptsAnyDevice: Bool
        /// The clock of a stream's events.
        public var streamClock: TouchPanel.EventClock
        /// How keys are repeated that the device itself does not repeat (it sends no `EV_REP`); nil, the default, for
        /// not at all.
        ///
        /// Push buttons and the keys of a stream are such keys. The key that went down last is repeated, until it or
        /// any other key changes; modifiers are never repeated.
        public var autorepeat: Autorepeat?
        /// Whether the device is a barcode scanner, whose keys go to ``InputDevice/onScan`` and not to the port.
        public var isScanner: Bool

        /// Options; the default values suit a kernel device.
        ///
        /// - Complexity: O(1); no allocation.
        public init(
            description: InputDeviceDescription? = nil,
            isGrabbed: Bool = false,
            acceptsAnyDevice: Bool = false,
            streamClock: TouchPanel.EventClock = .arrival,
            autorepeat: Autorepeat? = nil,
            isScanner: Bool = false
        ) {
            self.description = description
            self.isGrabbed = isGrabbed
            self.acceptsAnyDevice = acceptsAnyDevice
            self.streamClock = streamClock
            self.autorepeat = autorepeat
            self.isScanner = isScanner
        }
    }

    /// The description of the device: ``Options/description`` or, where that is nil, the device's own; nil for a
    /// stream.
    public let description: InputDeviceDescription?
    /// Called once, when the device has ended by itself; not after ``close()``.
    ///
    /// By then its presses and touches are cancelled. The handler may open another device.
    public var onEnd: (@MainActor (InputDevice, Ending) -> Void)?
    /// Called with each scan of a barcode scanner (``Options/isScanner``): see ``ScanCollector``.
    public var onScan: (@MainActor (InputDevice, String) -> Void)?

    /// Called once, before ``onEnd``, when the device is closed (the ending is nil) or has ended by itself.
    package var onClose: (@MainActor (InputDevice, Ending?) -> Void)?

    private let stream: DeviceStream<DeviceInput>
    /// Weak, since the port retains the device.
    private weak var port: TouchPort?
    private weak var loop: MainRunLoop?
    private let autorepeat: Autorepeat?
    private var repetition: MainRunLoop.Timer?
    private var isClosed = false

    /// Opens the device at `path`, whose pointer moves on a screen of `size` points.
    ///
    /// - Parameters:
    ///   - path: An evdev node, a link to a node, a FIFO or a socket.
    ///   - port: The port that receives the presses and the pointer.
    ///   - size: The extent of the screen, in points.
    /// - Throws: ``Error``, which names the path and the remedy.
    /// - Complexity: O(keys of the device), with some system calls; allocates the device and its buffer of 6 KiB.
    @discardableResult
    public convenience init(path: String, port: TouchPort, size: Size) throws(Error) {
        try self.init(path: path, port: port, pointer: PointerMapping(size: size))
    }

    /// Opens the device at `path`, whose pointer moves as `pointer` says.
    ///
    /// - Throws: ``Error``, which names the path and the remedy.
    /// - Complexity: O(keys of the device), with some system calls; allocates the device and its buffer of 6 KiB.
    @discardableResult
    public convenience init(
        path: String,
        port: TouchPort,
        pointer: PointerMapping,
        keyMap: any KeyMap = USKeyMap(),
        options: Options = Options()
    ) throws(Error) {
        let node = try EvdevNode(path: path, isGrabbed: options.isGrabbed)
        try self.init(node, named: path, port: port, pointer: pointer, keyMap: keyMap, options: options)
    }

    /// Reads a device from an open descriptor.
    ///
    /// The caller keeps the descriptor and may close it at once: the device has a duplicate. The open file that both
    /// share becomes non-blocking.
    ///
    /// - Throws: ``Error``, which names the descriptor and the remedy.
    /// - Complexity: O(keys of the device), with some system calls; allocates the device and its buffer of 6 KiB.
    @discardableResult
    public convenience init(
        descriptor: Int32,
        port: TouchPort,
        pointer: PointerMapping,
        keyMap: any KeyMap = USKeyMap(),
        options: Options = Options()
    ) throws(Error) {
        let node = try EvdevNode(duplicating: descriptor, isGrabbed: options.isGrabbed)
        let name = "descriptor \(descriptor)"
        try self.init(node, named: name, port: port, pointer: pointer, keyMap: keyMap, options: options)
    }

    /// Reads a device from `device`; errors name it `name`.
    package init(
        _ device: any PanelDevice,
        named name: String,
        port: TouchPort,
        pointer: PointerMapping,
        keyMap: any KeyMap,
        options: Options
    ) throws(Error) {
        do throws(Error) {
            guard let loop = port.loop else { throw .loopIsGone(path: name) }
            let description = options.description ?? device.description
            if let description, let reason = description.reasonForNoInputDevice, !options.acceptsAnyDevice,
                options.description == nil
            {
                throw .noInputDevice(path: name, name: description.name, reason: reason)
            }
            var decoder: InputDecoder
            do throws(EvdevDecoder.Error) {
                decoder = try InputDecoder(of: description, keyMap: keyMap, pointer: pointer)
            } catch {
                throw .undecodable(path: name, reason: error)
            }
            decoder.asksForState = device.description != nil
            if let state = device.readState() { decoder.start(from: state) }
            let repeats = description?.types.contains(EvdevCodes.repetition) == true
            autorepeat = repeats ? nil : options.autorepeat
            self.description = description
            self.loop = loop
            stream = try DeviceStream(
                device,
                named: name,
                label: "InputDevice",
                sender: port.makeSender(),
                loop: loop,
                streamClock: options.streamClock,
                decoder: DeviceInput(decoder, isScanner: options.isScanner, repeatsKeys: autorepeat != nil)
            )
            self.port = port
            // unowned is safe: the device owns the stream.
            stream.onEnd = { [unowned self] in close(because: $0) }
            stream.onNotice = { [unowned self] in receiveNotice() }
            port.attach(self)
        } catch {
            device.close()
            throw error
        }
    }

    /// The counts of the keys' events so far.
    public var keyStatistics: KeyboardDecoder.Statistics { stream.decoder.decoder.keyboard.statistics }

    /// The counts of the mouse's events so far; nil for a device that moves no pointer.
    public var pointerStatistics: MouseDecoder.Statistics? { stream.decoder.decoder.mouse?.statistics }

    /// The keys and buttons that are down and whose presses have begun; those of a mouse are left out.
    ///
    /// - Complexity: O(keys that are down); allocates the array.
    public var liveUsages: [HIDUsage] { stream.decoder.decoder.keyboard.liveUsages }

    /// Cancels the presses and touches that go on, and closes the device.
    ///
    /// Idempotent; may be called anywhere, even in the device's own handlers.
    ///
    /// - Complexity: O(keys that are down and devices of the port), with a few system calls; no allocation.
    public func close() { close(because: nil) }

    private func close(because ending: Ending?) {
        guard !isClosed else { return }
        isClosed = true
        repetition?.cancel()
        stream.close()
        port?.detach(self)
        let handlers = (onClose, onEnd)
        (onClose, onEnd, onScan) = (nil, nil, nil)
        handlers.0?(self, ending)
        if let ending { handlers.1?(self, ending) }
    }

    /// Hands scans on, and follows the key that is to be repeated.
    private func receiveNotice() {
        let texts = stream.withDecoder { decoder, _, _ in decoder.takeTexts() }
        for text in texts { onScan?(self, text) }
        guard let autorepeat, !isClosed, stream.withDecoder({ decoder, _, _ in decoder.takeRepeatChange() }) else {
            return
        }
        repetition?.cancel()
        guard stream.decoder.isRepeating else { return }
        repetition = loop?.addTimer(
            after: max(autorepeat.delay, .milliseconds(1)),
            every: max(autorepeat.interval, .milliseconds(1))
        ) { [weak self] _ in
            self?.stream.withDecoder { decoder, now, sender in decoder.repeatKey(at: now, to: sender) }
        }
    }
}

extension InputDevice: SearchedDevice {}
