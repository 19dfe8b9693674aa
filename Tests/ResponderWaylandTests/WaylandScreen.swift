#if Wayland
import Glibc
import ResponderKit
import TestCompositor
import TestSupport

@testable import ResponderWayland

/// An application in virtual time, in a window of a compositor for tests.
@MainActor
final class WaylandScreen {
    let application: Application
    let window: Window
    private(set) var host: WaylandHost
    private(set) var compositor: OpaquePointer
    private(set) var errors: [WaylandError] = []
    private let folder = TemporaryFolder()

    /// What a test compositor usually is like: 400x300 points, with all devices.
    static var options: tc_options {
        var options = tc_options()
        (options.width, options.height) = (400, 300)
        (options.output_scale, options.refresh) = (1, 60_000)
        options.capabilities = 7
        return options
    }

    private var socket: String { folder.path + "/wayland" }

    init(
        _ options: tc_options = options,
        _ configuration: WaylandConfiguration = WaylandConfiguration(),
        delegate: (any ApplicationDelegate)? = nil,
        showsWindow: Bool = true,
        prepare: (Application) -> Void = { _ in }
    ) throws {
        var configuration = configuration
        configuration.socket = folder.path + "/wayland"
        // On a busy machine the compositor's thread may wait long.
        configuration.answerLimit = .seconds(600)
        compositor = try Self.start(folder.path + "/wayland", options)
        application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        application.delegate = delegate
        prepare(application)
        do {
            host = try WaylandHost(application, configuration: configuration)
        } catch {
            tc_stop(compositor)
            throw error
        }
        window = Window(frame: application.screen.bounds, application: application)
        window.backgroundColor = .white
        host.onError = { [unowned self] in errors.append($0) }
        if showsWindow { window.makeKeyAndVisible() }
        application.launch()
        settle()
    }

    struct NoCompositor: Error {}

    private static func start(_ path: String, _ options: tc_options) throws -> OpaquePointer {
        var options = options
        guard let compositor = tc_start(path, &options) else { throw NoCompositor() }
        return compositor
    }

    /// The compositor goes, as in a crash.
    func stopCompositor() {
        tc_stop(compositor)
        isStopped = true
        application.runLoop.runUntilIdle()
    }

    private var isStopped = false

    func restartCompositor(_ options: tc_options = options) throws {
        unlink(socket)
        compositor = try Self.start(socket, options)
        isStopped = false
    }

    /// Lets time pass until the host has found the compositor again.
    func awaitConnection() {
        // Each attempt waits a little in real time, too little for a busy machine.
        for _ in 0..<1000 where !host.isConnected { advance(by: .milliseconds(500)) }
        advance(by: .seconds(1))
    }

    /// A socket where the compositor was, which takes connections; returns its descriptor.
    func listenWithoutAnswers() throws -> Int32 {
        unlink(socket)
        unlink(socket + ".lock")
        let listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socket.utf8) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isBound, listen(listener, 8) == 0 else { throw NoCompositor() }
        return listener
    }

    /// Has both sides do all that they can do now.
    func settle() {
        for _ in 0..<4 {
            application.runLoop.runUntilIdle()
            if !isStopped { tc_sync(compositor) }
        }
        application.runLoop.runUntilIdle()
    }

    /// Lets virtual time pass.
    func advance(by time: Duration) {
        application.runLoop.run(until: application.runLoop.now.advanced(by: time))
        settle()
    }

    /// What the compositor was asked for.
    var asked: String { String(cString: tc_asked(compositor)) }

    func end() {
        host.end()
        if !isStopped { tc_stop(compositor) }
        isStopped = true
    }
}
#endif
