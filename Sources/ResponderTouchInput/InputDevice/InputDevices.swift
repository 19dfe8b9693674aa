internal import ResponderEventLoop

/// The keyboards, mice, buttons and barcode scanners of a machine, opened as they come and go.
///
/// ```swift
/// let devices = InputDevices([.init(.any)], port: application.touchPort, size: Size(1024, 600))
/// ```
///
/// The promises are those of ``TouchPanels``: each node is opened once, a device that is unplugged loses its presses
/// and touches and is opened again when it is back, at most once a second, and what cannot be opened is reported once,
/// with the remedy. Touch panels are left to ``TouchPanels``, touch pads and tablets are not opened at all.
///
/// Each mouse has a pointer of its own.
///
/// The port keeps this object until ``close()``, even when nobody else holds it; ``TouchPort/invalidate()`` closes it.
@MainActor
public final class InputDevices: TouchPortAttachment {
    /// A device that is open, and its path.
    public struct Found {
        /// The path by which the device was opened.
        public let path: String
        /// The device, which the list keeps open.
        public let device: InputDevice
    }

    /// The devices that are open, in the order of opening.
    ///
    /// - Complexity: O(open devices); allocates the array.
    public var devices: [Found] { search?.open.map { Found(path: $0.path, device: $0.device) } ?? [] }
    /// Called when a device was opened or has ended.
    public var onChange: (@MainActor (InputDevices) -> Void)?
    /// Called when a device cannot be opened, once for each path and reason.
    public var onProblem: (@MainActor (InputDevice.Error) -> Void)?
    /// Called with each scan of a barcode scanner (``InputDevice/Options/isScanner``).
    public var onScan: (@MainActor (InputDevice, String) -> Void)?

    private weak var port: TouchPort?
    /// nil until the initialiser has made it.
    private var search: DeviceSearch<InputDevice>?

    /// Opens the devices that the requests select, now and as they come.
    ///
    /// - Parameters:
    ///   - requests: Which devices to open, and how.
    ///   - port: The port that receives the presses and the pointers.
    ///   - size: The extent of the screen in points, for requests without a region.
    ///   - keyMap: The layout of the keyboards; each keyboard has a copy.
    ///   - folder: The folder of the nodes.
    ///   - onProblem: Called when a device cannot be opened, once for each path and reason; the first call may come
    ///     before the initialiser returns.
    /// - Complexity: O(requests · nodes of the folder), with system calls to open and ask each node; allocates the
    ///   devices and watches.
    @discardableResult
    public convenience init(
        _ requests: [Request],
        port: TouchPort,
        size: Size,
        keyMap: any KeyMap = USKeyMap(),
        folder: String = TouchPanels.defaultFolder,
        onProblem: (@MainActor (InputDevice.Error) -> Void)? = nil
    ) {
        self.init(
            requests,
            port: port,
            size: size,
            keyMap: keyMap,
            folder: folder,
            onProblem: onProblem,
            openDevice: EvdevNode.opener
        )
    }

    /// The same, with devices that `openDevice` opens.
    package init(
        _ requests: [Request],
        port: TouchPort,
        size: Size,
        keyMap: any KeyMap,
        folder: String,
        onProblem: (@MainActor (InputDevice.Error) -> Void)?,
        openDevice: @escaping DeviceOpener
    ) {
        self.port = port
        self.onProblem = onProblem
        port.attach(self)
        let search = DeviceSearch<InputDevice>(
            requests.map(\.selector),
            folder: folder,
            loop: port.loop,
            owner: .init(
                openDevice: { [weak port, weak self] path, number throws(TouchPanel.Error) in
                    guard let port else { throw .loopIsGone(path: path) }
                    let device = try requests[number].open(path, for: port, size: size, keyMap: keyMap, openDevice)
                    device?.onScan = { [weak self] in self?.onScan?($0, $1) }
                    return device
                },
                onChange: { [weak self] in self.map { $0.onChange?($0) } },
                onProblem: { [weak self] in self?.onProblem?($0) }
            )
        )
        self.search = search
        search.start()
    }

    /// Closes all devices, and opens no more.
    ///
    /// Idempotent; may be called anywhere, even in the handlers.
    ///
    /// - Complexity: linear in the open devices and the watched folders, and that of closing each; no allocation.
    public func close() {
        guard let search, !search.isClosed else { return }
        (onChange, onProblem, onScan) = (nil, nil, nil)
        search.close()
        port?.detach(self)
    }
}
