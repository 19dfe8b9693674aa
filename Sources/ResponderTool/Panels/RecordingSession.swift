import Glibc
import ResponderDemo
import ResponderKit
import ResponderRecordings
internal import ResponderSupport

/// The recording of a panel.
@MainActor
final class RecordingSession {
    /// The most events in a recording: with more, the file would be too large to be read.
    private static let mostEvents = RecordingError.maximumFileSize / 64

    private let loop: MainRunLoop
    private let port: TouchPort
    private let panel: TouchPanel
    private let path: String
    private var events: [EvdevEvent] = []
    private var signals: [MainRunLoop.SignalSource] = []
    private var isOver = false
    /// The number of touches after which the recording ends.
    private var touches: Int?
    /// Why the recording ended by itself; nil while it has not.
    private var ending: String?

    /// Opens the first panel that fits the request.
    init(_ request: TouchPanels.Request, folder: String) throws {
        loop = try MainRunLoop()
        // The port's touches are only counted.
        port = TouchPort(loop: loop) { _ in }
        path = try Self.path(of: request, in: folder)
        let mapping = request.mapping(size: Size(1024, 768))
        panel = try TouchPanel(path: path, port: port, mapping: mapping, options: request.options)
        signals = try [SIGINT, SIGTERM].map { signal in
            try loop.addSignalSource(signal) { [weak self] _ in self?.stop() }
        }
        panel.onEvent = { [weak self] in self?.record($0) }
        panel.onEnd = { [weak self] in self?.end($1) }
    }

    /// The panel's name and path, or its path where it has no name.
    var name: String { panel.description.name.isEmpty ? path : "\(panel.description.name) (\(path))" }

    private static func path(of request: TouchPanels.Request, in folder: String) throws -> String {
        if case .path(let path) = request.selector { return path }
        try DeviceFolder.check(folder)
        var problems: [String] = []
        for device in TouchPanels.devices(in: folder) {
            switch device.description {
            case .success(let description): if request.matches(description) { return device.path }
            case .failure(let error): problems.append(error.description)
            }
        }
        let hint = "'responderkit devices' lists all devices"
        throw PanelsError(
            description: (["no touch panel in \(folder) fits; \(hint)"] + problems).joined(separator: "\n")
        )
    }

    /// Whether the requested number of touches have ended.
    private var hasTouches: Bool {
        touches.map { panel.statistics.contacts - panel.liveContacts.count >= $0 } ?? false
    }

    private func record(_ event: EvdevEvent) {
        guard !hasTouches else { return }
        guard events.count < Self.mostEvents else {
            ending = "as many events as a recording can have"
            return stop()
        }
        events.append(event)
    }

    private func end(_ ending: TouchPanel.Ending) {
        self.ending =
            switch ending {
            case .unplugged: "the panel was unplugged"
            case .endOfStream: "the stream has ended"
            case .failed(let errno): "the panel cannot be read any more: \(String(cString: strerror(errno)))"
            }
        stop()
    }

    /// Records until SIGINT, SIGTERM or the panel's end, for `seconds` at most, or until `touches` touches have ended.
    func run(seconds: Double?, touches: Int?) {
        self.touches = touches
        if let seconds { loop.addTimer(after: .seconds(seconds)) { [weak self] _ in self?.stop() } }
        loop.addObserver(of: .beforeWaiting) { [weak self] _ in
            if self?.hasTouches == true { self?.stop() }
        }
        while !isOver { loop.run() }
        for signal in signals { signal.cancel() }
        panel.close()
    }

    private func stop() {
        isOver = true
        loop.stop()
    }

    /// Writes the recording to a file, and prints a line about it.
    func write(to file: String) throws {
        let reason = ending.map { " (\($0))" } ?? ""
        guard let first = events.first else {
            return print("Nothing came\(reason), so \(file.inOneLine()) was not written.")
        }
        for index in events.indices {
            events[index].time = .zero.advanced(by: first.time.duration(to: events[index].time))
        }
        try EvdevRecording(of: panel.description, events: events).write(to: file)
        let (name, contacts) = (file.inOneLine(), panel.statistics.contacts)
        print("Recorded \(events.count) events of \(contacts) touches\(reason); see them: responderkit replay \(name)")
    }
}
