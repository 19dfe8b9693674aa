internal import ResponderSupport

/// What a service tells its manager, in the form of sd_notify(3): lines of a name and a value.
enum ServiceMessage: Hashable {
    /// The service has started, or has done with a reload; with its process where the manager takes another one for
    /// the main one.
    case ready(mainProcess: Int32?)
    /// A reload begins, at an instant of the monotonic clock in nanoseconds.
    case reloading(at: Int64)
    /// The service is about to end.
    case stopping
    /// A line for people.
    case status(String)
    /// The main thread makes turns.
    case alive

    /// The greatest number of characters of a status: with the longest escapes it fits into a message, of which systemd
    /// reads 4096 bytes.
    static let longestStatus = 300

    var text: String {
        switch self {
        case .ready(let process): "READY=1" + (process.map { "\nMAINPID=\($0)" } ?? "")
        case .reloading(let instant): "RELOADING=1\nMONOTONIC_USEC=\(instant / 1000)"
        case .stopping: "STOPPING=1"
        case .status(let text): "STATUS=" + Self.shortened(text)
        case .alive: "WATCHDOG=1"
        }
    }

    /// In one line, since a further line would be a message of its own.
    private static func shortened(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let start = String(scalars.prefix(longestStatus)).inOneLine()
        return scalars.dropFirst(longestStatus).isEmpty ? start : start + "…"
    }

    /// Whether a newer message of this kind takes the place of an older one that was not sent yet.
    func replaces(_ other: ServiceMessage) -> Bool {
        switch (self, other) {
        case (.ready, .ready), (.reloading, .reloading), (.stopping, .stopping), (.status, .status), (.alive, .alive):
            true
        default: false
        }
    }
}
