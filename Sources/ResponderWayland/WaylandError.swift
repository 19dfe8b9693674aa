#if Wayland
internal import ResponderSupport

/// Why a window on a Wayland compositor cannot be shown any longer, or not at all.
public struct WaylandError: Error, Hashable, Sendable {
    enum Problem: Hashable {
        case noCompositor(socket: String, reason: String)
        case missing(interface: String, version: UInt32)
        case noConfigure
        case noMemory(bytes: Int, reason: String)
        case protocolError(interface: String, code: UInt32)
        case lost(reason: String)
        case tooLarge(width: Double, height: Double)
    }

    let problem: Problem

    init(_ problem: Problem) { self.problem = problem }

    /// Whether a compositor was there, and is no more.
    public var isLoss: Bool {
        switch problem {
        case .lost, .protocolError: true
        default: false
        }
    }
}

extension WaylandError: CustomStringConvertible {
    /// What is wrong, and what to do about it, in one line.
    public var description: String {
        switch problem {
        case .noCompositor(let socket, let reason):
            "no Wayland compositor can be reached at \(socket.inOneLine()): \(reason); start one, such as weston or "
                + "cage, or set WAYLAND_DISPLAY to the socket of one that runs"
        case .missing(let interface, let version):
            "the Wayland compositor has no \(interface) of version \(version) or later, which a window needs; "
                + "use a compositor with xdg-shell and shared memory, such as weston or cage"
        case .noConfigure: "the Wayland compositor has not said how large the window is, within five seconds"
        case .noMemory(let bytes, let reason):
            "there is no shared memory of \(bytes) bytes for the window's pixels: \(reason)"
        case .protocolError(let interface, let code):
            "the Wayland compositor has ended the connection: error \(code) of \(interface.inOneLine())"
        case .lost(let reason): "the Wayland compositor has gone: \(reason)"
        case .tooLarge(let width, let height):
            "the Wayland compositor asks for a window of \(width)x\(height) points, which has too many pixels"
        }
    }
}
#endif
