internal import Glibc
internal import ResponderEventLoop

/// The panels of a machine, opened as they come and go.
///
/// ```swift
/// let panels = TouchPanels([.init(.any)], port: application.touchPort, size: Size(1024, 600))
/// ```
///
/// What it promises:
/// - Each node is open once, by whatever names it is asked for; the first request that fits has it.
/// - A panel that is unplugged has its touches cancelled, and is opened again when it is back: the folder of the nodes is
///   watched, so nothing is asked meanwhile.
/// - A panel is opened at most once a second (``reopeningInterval``), however often it comes and goes.
/// - What cannot be opened is said once, with the remedy (``onProblem``), and tried again when its permissions change.
///
/// It stays with its port until ``close()``, also when nobody else holds it; ``TouchPort/invalidate()`` closes it.
@MainActor
public final class TouchPanels: TouchPortAttachment {
    /// The folder that Linux has the nodes in.
    public nonisolated static let defaultFolder = "/dev/input"
    /// The least time between two openings of the same node.
    public nonisolated static let reopeningInterval = Duration.seconds(1)
    /// How long changes are gathered before the folder is looked through: what makes a node sets its permissions and links
    /// after that.
    nonisolated static let settlingTime = Duration.milliseconds(50)

    /// A panel that is open, and where it was found.
    public struct Found {
        /// The path that it was opened by.
        public let path: String
        /// The panel.
        public let panel: TouchPanel
    }

    /// The panels that are open, in the order of opening.
    public var panels: [Found] { open.map(\.found) }
    /// Called when a panel was opened or has ended.
    public var onChange: (@MainActor (TouchPanels) -> Void)?
    /// Called with what cannot be opened, once for each path and reason.
    public var onProblem: (@MainActor (TouchPanel.Error) -> Void)?

    private struct Open {
        let found: Found
        let node: NodeIdentity
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
    /// What was said of each path.
    private var problems: [String: TouchPanel.Error] = [:]
    private var isClosed = false

    /// Opens the panels that are asked for, now and as they come.
    ///
    /// - Parameters:
    ///   - requests: Which panels are wanted.
    ///   - port: Where their touches go.
    ///   - size: The extent of the screen in points, for requests without a region.
    ///   - folder: Where the nodes are.
    ///   - onProblem: Called with what cannot be opened, once for each path and reason; also before this returns.
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
        searchNow()
    }

    /// Closes all panels, and opens no more.
    ///
    /// Idempotent, and legal anywhere.
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

    /// Looks through the folder, no earlier than after `delay`.
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
        // First, so that nothing comes unseen.
        watchFolders()
        let count = open.count
        let nodes = requests.contains { if case .path = $0.selector { false } else { true } } ? folder.nodes : []
        for request in requests {
            if case .path(let path) = request.selector {
                tryOpening(path, for: request)
            } else {
                for node in nodes { tryOpening(node, for: request) }
            }
        }
        if open.count != count { onChange?(self) }
    }

    private func watchFolders() {
        guard let loop else { return }
        var wanted = [folder.path]
        for request in requests {
            if case .path(let path) = request.selector { wanted.append(Self.parent(of: path)) }
        }
        let folders = Set(wanted.map(FolderWatch.nearest))
        for watch in watches where !folders.contains(watch.path) { watch.close() }
        watches.removeAll { !folders.contains($0.path) }
        for path in folders where !watches.contains(where: { $0.path == path }) {
            let watch = FolderWatch(path, on: loop) { [weak self] in self?.search(after: Self.settlingTime) }
            if let watch { watches.append(watch) }
        }
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    // MARK: Opening

    private func tryOpening(_ path: String, for request: Request) {
        guard let loop, !isClosed else { return }
        guard let node = NodeIdentity(path: path) else {
            problems[path] = nil
            return
        }
        guard !open.contains(where: { $0.node == node }) else { return }
        if let last = openings[path], last.duration(to: loop.now) < Self.reopeningInterval {
            return search(after: Self.reopeningInterval - last.duration(to: loop.now))
        }
        do throws(TouchPanel.Error) {
            guard let panel = try openPanel(path, for: request) else { return }
            openings[path] = loop.now
            problems[path] = nil
            open.append(Open(found: Found(path: path, panel: panel), node: node))
            panel.onEnd = { [weak self] panel, _ in self?.ended(panel) }
        } catch {
            report(error, at: path)
        }
    }

    /// nil where the device is not asked for.
    private func openPanel(_ path: String, for request: Request) throws(TouchPanel.Error) -> TouchPanel? {
        let isPath = if case .path = request.selector { true } else { false }
        guard let port else { throw .loopIsGone(path: path) }
        // Whether it is asked for shows when it is open; what is not asked for is not taken from others.
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

    private func ended(_ panel: TouchPanel) {
        open.removeAll { $0.found.panel === panel }
        search(after: Self.settlingTime)
        onChange?(self)
    }

    private func report(_ error: TouchPanel.Error, at path: String) {
        // The node may be on its way out, and the folder tells when it changes; others are tried again.
        if error.mayPass { search(after: Self.reopeningInterval) }
        guard problems[path] != error else { return }
        problems[path] = error
        onProblem?(error)
    }
}
