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
    /// How long changes are gathered before the folder is searched, since a node's permissions and links are set after
    /// the node is made.
    nonisolated static let settlingTime = Duration.milliseconds(50)

    /// A panel that is open, and its path.
    public struct Found {
        /// The path by which the panel was opened.
        public let path: String
        /// The panel.
        public let panel: TouchPanel
    }

    /// The panels that are open, in the order of opening.
    ///
    /// - Complexity: O(open panels); allocates the array.
    public var panels: [Found] { open.map(\.found) }
    /// Called when a panel was opened or has ended.
    public var onChange: (@MainActor (TouchPanels) -> Void)?
    /// Called when a panel cannot be opened, once for each path and reason.
    public var onProblem: (@MainActor (TouchPanel.Error) -> Void)?

    private struct Open {
        let found: Found
        let node: NodeIdentity
    }

    /// An attempt to open a path for the request with this number.
    private struct Attempt: Hashable {
        let path: String
        let request: Int
    }

    private let requests: [Request]
    private weak var port: TouchPort?
    private let size: Size
    private let folder: InputFolder
    private let openDevice: @MainActor (String, Bool) throws(TouchPanel.Error) -> any PanelDevice
    private weak var loop: MainRunLoop?
    private var open: [Open] = []
    private var watches: [FolderWatch] = []
    private var search: MainRunLoop.Timer?
    private var searchTime: MainRunLoop.Instant?
    /// When each path was opened last.
    private var openings: [String: MainRunLoop.Instant] = [:]
    /// The attempts that failed, or whose device the request did not select, with the state of the node at that time.
    private var refused: [Attempt: NodeStamp] = [:]
    /// The nodes whose panels were closed by their own ``TouchPanel/close()``, with their state at that time.
    private var released: [NodeIdentity: NodeStamp] = [:]
    /// The last problem reported for each path.
    private var problems: [String: TouchPanel.Error] = [:]
    private var isClosed = false

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
        self.init(requests, port: port, size: size, folder: folder, onProblem: onProblem) {
            path,
            isGrabbed throws(TouchPanel.Error) in
            try EvdevNode(path: path, isGrabbed: isGrabbed)
        }
    }

    /// The same, with devices that `openDevice` opens.
    package init(
        _ requests: [Request],
        port: TouchPort,
        size: Size,
        folder: String,
        onProblem: (@MainActor (TouchPanel.Error) -> Void)?,
        openDevice: @escaping @MainActor (String, Bool) throws(TouchPanel.Error) -> any PanelDevice
    ) {
        self.requests = requests
        self.port = port
        self.size = size
        self.folder = InputFolder(path: folder)
        self.onProblem = onProblem
        self.openDevice = openDevice
        loop = port.loop
        port.attach(self)
        if loop == nil { onProblem?(.loopIsGone(path: folder)) }
        searchNow()
    }

    /// Closes all panels, and opens no more.
    ///
    /// Idempotent; may be called anywhere, even in the handlers.
    ///
    /// - Complexity: linear in the open panels and the watched folders, and that of closing each; no allocation.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        search?.cancel()
        for watch in watches { watch.close() }
        watches = []
        onChange = nil
        onProblem = nil
        let closing = open
        open = []
        for entry in closing { entry.found.panel.close() }
        port?.detach(self)
    }

    // MARK: Searching

    /// Searches the folders after `delay`, unless an earlier search is due.
    private func search(after delay: Duration) {
        guard let loop, !isClosed else { return }
        let time = loop.now.advanced(by: delay)
        if let searchTime, searchTime <= time { return }
        search?.cancel()
        searchTime = time
        search = loop.addTimer(after: delay) { [weak self] _ in
            self?.searchTime = nil
            self?.searchNow()
        }
    }

    private func searchNow() {
        guard !isClosed else { return }
        // The watch comes first, so that no change between search and watch is missed.
        watchFolders()
        var isChanged = closeReplaced()
        let nodes = requests.contains { if case .path = $0.selector { false } else { true } } ? folder.nodes : []
        for (number, request) in requests.enumerated() {
            if case .path(let path) = request.selector {
                if tryOpening(path, forRequest: number) { isChanged = true }
            } else {
                for node in nodes where tryOpening(node, forRequest: number) { isChanged = true }
            }
        }
        if isChanged { onChange?(self) }
    }

    /// Closes the panels whose paths now lead to other nodes; returns whether there were any.
    private func closeReplaced() -> Bool {
        let replaced = open.filter { entry in
            NodeIdentity(path: entry.found.path).map { $0 != entry.node } ?? false
        }
        for entry in replaced {
            open.removeAll { $0.found.panel === entry.found.panel }
            entry.found.panel.close()
        }
        return !replaced.isEmpty
    }

    private func watchFolders() {
        guard let loop else { return }
        var wanted = [folder.path]
        for request in requests {
            if case .path(let path) = request.selector { wanted.append(Self.parent(of: path)) }
        }
        let folders = Set(wanted.map(FolderWatch.nearest))
        for watch in watches where watch.isGone || !folders.contains(watch.path) { watch.close() }
        watches.removeAll { $0.isGone || !folders.contains($0.path) }
        for path in folders where !watches.contains(where: { $0.path == path }) {
            let watch = FolderWatch(path, on: loop) { [weak self] in self?.search(after: Self.settlingTime) }
            if let watch { watches.append(watch) } else { search(after: Self.reopeningInterval) }
        }
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    // MARK: Opening

    /// Opens the node at the path if the request selects it; returns whether a panel was opened.
    private func tryOpening(_ path: String, forRequest number: Int) -> Bool {
        guard let loop, !isClosed else { return false }
        guard let stamp = NodeStamp(path: path) else {
            problems[path] = nil
            return false
        }
        let node = stamp.identity
        let attempt = Attempt(path: path, request: number)
        guard !open.contains(where: { $0.node == node }), refused[attempt] != stamp, released[node] != stamp else {
            return false
        }
        refused[attempt] = nil
        released[node] = nil
        if let last = openings[path], last.duration(to: loop.now) < Self.reopeningInterval {
            search(after: Self.reopeningInterval - last.duration(to: loop.now))
            return false
        }
        do throws(TouchPanel.Error) {
            guard let panel = try openPanel(path, for: requests[number]) else {
                refused[attempt] = stamp
                return false
            }
            openings[path] = loop.now
            problems[path] = nil
            open.append(Open(found: Found(path: path, panel: panel), node: node))
            panel.onClose = { [weak self] panel, ending in self?.closed(panel, ending) }
            return true
        } catch {
            if !error.mayPass { refused[attempt] = stamp }
            report(error, at: path)
            return false
        }
    }

    /// Opens the device; nil where the request does not select it.
    private func openPanel(_ path: String, for request: Request) throws(TouchPanel.Error) -> TouchPanel? {
        let isPath = if case .path = request.selector { true } else { false }
        guard let port else { throw .loopIsGone(path: path) }
        // Only an open device shows whether the request selects it, so the grab comes last: a device that the request
        // does not select stays available to other readers.
        let device = try openDevice(path, isPath && request.options.isGrabbed)
        if !isPath {
            guard let description = device.description, request.matches(description) else {
                device.close()
                return nil
            }
            if request.options.isGrabbed { try device.grab(named: path) }
        }
        return try TouchPanel(
            device,
            named: path,
            port: port,
            mapping: request.mapping(size: size),
            options: request.options
        )
    }

    /// Handles a panel that has ended, or was closed by its own ``TouchPanel/close()`` (then `ending` is nil).
    private func closed(_ panel: TouchPanel, _ ending: TouchPanel.Ending?) {
        guard let entry = open.first(where: { $0.found.panel === panel }) else { return }
        open.removeAll { $0.found.panel === panel }
        if ending == nil { released[entry.node] = NodeStamp(path: entry.found.path) }
        search(after: Self.settlingTime)
        onChange?(self)
    }

    private func report(_ error: TouchPanel.Error, at path: String) {
        // After an error whose cause may pass, opening is tried again; after any other error, the folder's watch
        // reports the next change.
        if error.mayPass { search(after: Self.reopeningInterval) }
        guard problems[path] != error else { return }
        problems[path] = error
        onProblem?(error)
    }
}
