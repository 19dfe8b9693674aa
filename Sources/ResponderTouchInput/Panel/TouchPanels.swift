internal import Glibc
internal import ResponderEventLoop

/// The panels of a machine, opened as they come and go.
///
/// ```swift
/// let panels = TouchPanels([.init(.any)], port: application.touchPort, size: Size(1024, 600))
/// ```
///
/// Promises:
/// - Each node is opened once, even where several requests or paths select it; the first request that fits opens it.
/// - The touches of a panel that is unplugged are cancelled, and the panel is opened again when it is back. The folder
///   of the nodes is watched, without polling.
/// - A panel is opened at most once a second (``reopeningInterval``), however often it comes and goes. A node that no
///   request selects, or that cannot be opened, is examined once, and again when its permissions change or another node
///   takes its place.
/// - A node that cannot be opened is reported once, with the remedy (``onProblem``).
/// - When another node takes the place of an open node, for example because a link changes its target, the panel of the
///   former node is closed.
/// - A panel that was closed by its own ``TouchPanel/close()`` stays closed until the node's permissions change or the
///   node is made anew.
///
/// Where the system has no inotify watch left, the folders are searched once a second.
///
/// The port keeps this object until ``close()``, even when nobody else holds it; ``TouchPort/invalidate()`` closes it.
@MainActor
public final class TouchPanels: TouchPortAttachment {
    /// The folder in which Linux has the nodes.
    public nonisolated static let defaultFolder = "/dev/input"
    /// The least time between two openings of the same node.
    public nonisolated static let reopeningInterval = Duration.seconds(1)

    /// A panel that is open, and its path.
    public struct Found {
        /// The path by which the panel was opened.
        public let path: String
        /// The panel, which the list keeps open.
        public let panel: TouchPanel
    }

    /// The panels that are open, in the order of opening.
    ///
    /// - Complexity: O(open panels); allocates the array.
    public var panels: [Found] { search?.open.map { Found(path: $0.path, panel: $0.device) } ?? [] }
    /// Called when a panel was opened or has ended.
    public var onChange: (@MainActor (TouchPanels) -> Void)?
    /// Called when a panel cannot be opened, once for each path and reason.
    public var onProblem: (@MainActor (TouchPanel.Error) -> Void)?

    private weak var port: TouchPort?
    /// nil until the initialiser has made it.
    private var search: DeviceSearch<TouchPanel>?

    /// Opens the panels that the requests select, now and as they come.
    ///
    /// - Parameters:
    ///   - requests: Which panels to open, and how.
    ///   - port: The port that receives the touches.
    ///   - size: The extent of the screen in points, for requests without a region.
    ///   - folder: The folder of the nodes.
    ///   - onProblem: Called when a panel cannot be opened, once for each path and reason; the first call may come
    ///     before the initialiser returns.
    /// - Complexity: O(requests · nodes of the folder), with system calls to open and ask each node; allocates the
    ///   panels and watches.
    @discardableResult
    public convenience init(
        _ requests: [Request],
        port: TouchPort,
        size: Size,
        folder: String = TouchPanels.defaultFolder,
        onProblem: (@MainActor (TouchPanel.Error) -> Void)? = nil
    ) {
        self.init(
            requests,
            port: port,
            size: size,
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
        folder: String,
        onProblem: (@MainActor (TouchPanel.Error) -> Void)?,
        openDevice: @escaping DeviceOpener
    ) {
        self.port = port
        self.onProblem = onProblem
        port.attach(self)
        let search = DeviceSearch<TouchPanel>(
            requests.map(\.selector),
            folder: folder,
            loop: port.loop,
            owner: .init(
                openDevice: { [weak port] path, number throws(TouchPanel.Error) in
                    guard let port else { throw .loopIsGone(path: path) }
                    return try requests[number].open(path, for: port, size: size, openDevice)
                },
                onChange: { [weak self] in self.map { $0.onChange?($0) } },
                onProblem: { [weak self] in self?.onProblem?($0) }
            )
        )
        self.search = search
        search.start()
    }

    /// Cancels the contacts of a panel, closes it, and opens its node anew, a second after its last opening at the
    /// earliest; does nothing for a panel that is not one of ``panels``.
    ///
    /// - Complexity: That of ``TouchPanel/close()``; allocates a timer.
    public func reopen(_ panel: TouchPanel) { search?.reopen(panel) }

    /// The loop of the port; nil when either is gone.
    var loop: MainRunLoop? { port?.loop }

    /// Closes all panels, and opens no more.
    ///
    /// Idempotent; may be called anywhere, even in the handlers.
    ///
    /// - Complexity: linear in the open panels and the watched folders, and that of closing each; no allocation.
    public func close() {
        guard let search, !search.isClosed else { return }
        (onChange, onProblem) = (nil, nil)
        search.close()
        port?.detach(self)
    }
}
