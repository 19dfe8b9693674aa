internal import Glibc
internal import ResponderEventLoop

/// Sends a service's messages to its manager, in order, and keeps those that cannot be sent yet.
@MainActor
final class ServiceNotifier {
    private let socket: ServiceSocket
    private weak var loop: MainRunLoop?
    private let report: @MainActor (ServiceProblem) -> Void
    /// The messages that the socket had no room for, oldest first: at most one of each kind.
    private(set) var waiting: [ServiceMessage] = []
    private var source: MainRunLoop.DescriptorSource?
    private var hasReported = false

    /// - Parameter report: Called once, with the first message that could not be sent.
    init(_ socket: ServiceSocket, on loop: MainRunLoop, report: @escaping @MainActor (ServiceProblem) -> Void) {
        self.socket = socket
        self.loop = loop
        self.report = report
    }

    /// Sends a message, or keeps it until the socket has room.
    ///
    /// Of several messages of a kind that wait, only the newest is sent. A sign of life never waits: the next one comes
    /// soon enough.
    func send(_ message: ServiceMessage) {
        guard waiting.isEmpty else { return keep(message) }
        switch socket.send(message.text) {
        case .sent: break
        case .full: keep(message)
        case .failed(let error): noteFailure(error)
        }
    }

    private func keep(_ message: ServiceMessage) {
        guard message != .alive else { return }
        waiting.removeAll { message.replaces($0) }
        waiting.append(message)
        watch()
    }

    /// Waits until the socket has room: once, since a socket that says so and has none would keep the loop busy.
    private func watch() {
        guard source == nil, let number = socket.number, let loop else { return }
        do throws(MainRunLoop.Error) {
            source = try loop.addDescriptorSource(
                number,
                for: .write,
                repeats: false,
                in: .everyMode,
                name: "service messages"
            ) { [weak self] _ in self?.sendWaiting() }
            source?.keepsRunAlive = false
        } catch {
            waiting = []
            noteFailure("\(error)")
        }
    }

    private func sendWaiting() {
        source = nil
        while let message = waiting.first {
            switch socket.send(message.text) {
            case .sent: waiting.removeFirst()
            case .full: return watch()
            case .failed(let error):
                waiting = []
                return noteFailure(error)
            }
        }
    }

    private func noteFailure(_ error: Int32) { noteFailure(String(cString: strerror(error))) }

    private func noteFailure(_ reason: String) {
        guard !hasReported else { return }
        hasReported = true
        report(.notSent(socket.name, reason: reason))
    }

    /// Sends nothing more that waits.
    func end() {
        source?.cancel()
        source = nil
        waiting = []
    }
}
