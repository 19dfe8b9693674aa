internal import Glibc
public import ResponderEventLoop
internal import ResponderSupport

extension TouchPanel {
    /// Why a panel or another input device cannot be opened: which device, the reason and the remedy.
    public enum Error: Swift.Error, Hashable, Sendable {
        /// The system refused to open the device, with this errno.
        case cannotOpen(path: String, errno: Int32)
        /// The path leads to a folder, a plain file or another object that carries no input events.
        case notADevice(path: String, found: String)
        /// The path leads to an input device that is not a touch panel.
        case noTouchPanel(path: String, name: String, reason: String)
        /// The path leads to a device that is neither keyboard nor mouse nor buttons.
        case noInputDevice(path: String, name: String, reason: String)
        /// The device cannot describe itself, and the options have no description.
        case noDescription(path: String)
        /// The axes of the device or the mapping cannot be used.
        case undecodable(path: String, reason: EvdevDecoder.Error)
        /// The system refused to grab the device, with this errno.
        case cannotGrab(path: String, errno: Int32)
        /// The loop cannot watch the descriptor.
        case cannotWatch(path: String, reason: MainRunLoop.Error)
        /// The port is invalidated, or the port's loop is gone.
        case loopIsGone(path: String)
    }
}

extension TouchPanel.Error {
    /// The system's errno, where the system refused.
    var errno: Int32? {
        switch self {
        case .cannotOpen(_, let errno), .cannotGrab(_, let errno): errno
        default: nil
        }
    }
}

extension TouchPanel.Error {
    /// Whether the cause may pass without a change in a watched folder.
    var mayPass: Bool {
        switch self {
        case .cannotOpen(_, let errno): ![ENOENT, EACCES, EPERM, ENOTDIR, ELOOP].contains(errno)
        case .cannotGrab: true
        default: false
        }
    }
}

extension TouchPanel.Error: CustomStringConvertible {
    /// The problem and the remedy, in one line without control characters.
    public var description: String {
        switch self {
        case .cannotOpen(let path, let errno): "\(path.inOneLine()): cannot be opened: \(Self.reason(errno))"
        case .notADevice(let path, let found):
            "\(path.inOneLine()): is \(found); name an evdev node as /dev/input/event0, a FIFO or a socket"
        case .noTouchPanel(let path, let name, let reason):
            "\(path.inOneLine()): \(Self.device(name)) is not a touch panel: \(reason); if it is one, "
                + "add any-device to its request, or set acceptsAnyDevice in code"
        case .noInputDevice(let path, let name, let reason):
            "\(path.inOneLine()): \(Self.device(name)) is neither keyboard nor mouse nor buttons: \(reason); if it "
                + "sends the same events, add any-device to its request, or set acceptsAnyDevice in code"
        case .noDescription(let path):
            "\(path.inOneLine()): cannot be asked for its axes, since it is a stream or another kind of device; "
                + "add x=MIN:MAX and y=MIN:MAX to its request, or describe them in the options in code"
        case .undecodable(let path, let reason): "\(path.inOneLine()): \(reason)"
        case .cannotGrab(let path, let errno):
            errno == EBUSY
                ? "\(path.inOneLine()): another program has grabbed it; end that program, or do not grab the device"
                : "\(path.inOneLine()): cannot be grabbed: \(Self.reason(errno)); only evdev nodes can be grabbed"
        case .cannotWatch(let path, let reason): "\(path.inOneLine()): cannot be watched: \(reason)"
        case .loopIsGone(let path): "\(path.inOneLine()): the port is invalidated, or its run loop is gone; keep both"
        }
    }

    private static func device(_ name: String) -> String { name.isEmpty ? "the device" : name.quotedInOneLine() }

    private static func reason(_ errno: Int32) -> String {
        let reason = String(cString: strerror(errno))
        return switch errno {
        case EACCES, EPERM:
            "\(reason); add the user to the group that owns it, usually 'input' "
                + "(sudo usermod -aG input USER), and log in again"
        case ENOENT: "\(reason); plug it in, or look for its new number; names and by-path links do not change"
        case ENODEV, ENXIO: "\(reason); it was unplugged"
        default: reason
        }
    }
}
