internal import Glibc
internal import ResponderEventLoop

/// How long a search waits.
enum SearchTimes {
    /// How long changes are gathered before the folder is searched, since a node's permissions and links are set after
    /// the node is made.
    static let debounce = Duration.milliseconds(50)
}

/// A device that a ``DeviceSearch`` opens.
@MainActor
protocol SearchedDevice: AnyObject {
    /// Called once, when the device is closed (the ending is nil) or has ended by itself.
    var onClose: (@MainActor (Self, TouchPanel.Ending?) -> Void)? { get set }

    func close()
}

extension TouchPanel: SearchedDevice {}

/// Opens the devices that requests select, as they come and go: the work of ``TouchPanels`` and ``InputDevices``.
@MainActor
final class DeviceSearch<Device: SearchedDevice> {
    /// An open device, and its path.
    struct Open {
        let path: String
        let device: Device
        fileprivate let node: NodeIdentity
    }

    /// What the search asks of its owner.
    struct Owner {
        /// Opens the device at a path; nil where the request with that number does not select the device.
        let openDevice: @MainActor (String, Int) throws(TouchPanel.Error) -> Device?
        /// Called when a device was opened or has ended.
        let onChange: @MainActor () -> Void
        /// Called when a device cannot be opened, once for each path and reason.
        let onProblem: @MainActor (TouchPanel.Error) -> Void
    }

    /// An attempt to open a path for the request with this number.
    private struct Attempt: Hashable {
        let path: String
        let request: Int
    }

    /// The devices that are open, in the order of opening.
    private(set) var open: [Open] = []

    /// The path of each request; nil for a request whose devices are searched in the folder.
    private let paths: [String?]
    private let folder: InputFolder
    private let owner: Owner
    private weak var loop: MainRunLoop?
    private var watches: [FolderWatch] = []
    private var search: MainRunLoop.Timer?
    private var searchTime: MainRunLoop.Instant?
    /// When each path was opened last.
    private var openings: [String: MainRunLoop.Instant] = [:]
    /// The attempts that failed, or whose device the request did not select, with the state of the node at that time.
    private var refused: [Attempt: NodeStamp] = [:]
    /// The nodes whose devices were closed by their own `close()`, with their state at that time.
    private var released: [NodeIdentity: NodeStamp] = [:]
    /// The last problem reported for each path.
    private var problems: [String: TouchPanel.Error] = [:]
    private(set) var isClosed = false

    init(_ selectors: [TouchPanels.Request.Selector], folder: String, loop: MainRunLoop?, owner: Owner) {
        paths = selectors.map { if case .path(let path) = $0 { path } else { nil } }
        self.folder = InputFolder(path: folder)
        self.loop = loop
        self.owner = owner
    }

    /// Begins to search.
    func start() {
        if loop == nil { owner.onProblem(.loopIsGone(path: folder.path)) }
        searchNow()
    }

    /// Closes all devices, and opens no more; idempotent.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        search?.cancel()
        for watch in watches { watch.close() }
        watches = []
        let closing = open
        open = []
        for entry in closing { entry.device.close() }
    }

    /// Closes a device that is open, and opens its node anew as soon as it may.
    func reopen(_ device: Device) {
        guard let entry = open.first(where: { $0.device === device }) else { return }
        device.close()
        released[entry.node] = nil
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
        let nodes = paths.contains(nil) ? folder.nodes : []
        for (number, path) in paths.enumerated() {
            for path in path.map({ [$0] }) ?? nodes where tryOpening(path, forRequest: number) { isChanged = true }
        }
        if isChanged { owner.onChange() }
    }

    /// Closes the devices whose paths now lead to other nodes; returns whether there were any.
    private func closeReplaced() -> Bool {
        let replaced = open.filter { entry in
            NodeIdentity(path: entry.path).map { $0 != entry.node } ?? false
        }
        for entry in replaced {
            open.removeAll { $0.device === entry.device }
            entry.device.close()
        }
        return !replaced.isEmpty
    }

    private func watchFolders() {
        guard let loop else { return }
        let wanted = [folder.path] + paths.compactMap { $0.map(Self.parent) }
        let folders = Set(wanted.map(FolderWatch.nearest))
        for watch in watches where watch.isGone || !folders.contains(watch.path) { watch.close() }
        watches.removeAll { $0.isGone || !folders.contains($0.path) }
        for path in folders where !watches.contains(where: { $0.path == path }) {
            let watch = FolderWatch(path, on: loop) { [weak self] in self?.search(after: SearchTimes.debounce) }
            if let watch { watches.append(watch) } else { search(after: TouchPanels.reopeningInterval) }
        }
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    // MARK: Opening

    /// Opens the node at the path if the request selects it; returns whether a device was opened.
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
        if let last = openings[path], last.duration(to: loop.now) < TouchPanels.reopeningInterval {
            search(after: TouchPanels.reopeningInterval - last.duration(to: loop.now))
            return false
        }
        do throws(TouchPanel.Error) {
            guard let device = try owner.openDevice(path, number) else {
                refused[attempt] = stamp
                return false
            }
            openings[path] = loop.now
            problems[path] = nil
            open.append(Open(path: path, device: device, node: node))
            device.onClose = { [weak self] device, ending in self?.closed(device, ending) }
            return true
        } catch {
            if !error.mayPass { refused[attempt] = stamp }
            report(error, at: path)
            return false
        }
    }

    /// Handles a device that has ended, or was closed by its own `close()` (then `ending` is nil).
    private func closed(_ device: Device, _ ending: TouchPanel.Ending?) {
        guard let entry = open.first(where: { $0.device === device }) else { return }
        open.removeAll { $0.device === device }
        if ending == nil { released[entry.node] = NodeStamp(path: entry.path) }
        search(after: SearchTimes.debounce)
        owner.onChange()
    }

    private func report(_ error: TouchPanel.Error, at path: String) {
        // After an error whose cause may pass, opening is tried again; after any other error, the folder's watch
        // reports the next change.
        if error.mayPass { search(after: TouchPanels.reopeningInterval) }
        guard problems[path] != error else { return }
        problems[path] = error
        owner.onProblem(error)
    }
}
