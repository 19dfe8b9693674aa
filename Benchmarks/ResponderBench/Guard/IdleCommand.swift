import ArgumentParser
import Glibc
import ResponderKit

/// `responder-bench idle`: the program that `Scripts/check-idle` runs under strace.
struct IdleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "idle",
        abstract: "Runs an application that has nothing to do, until SIGTERM, for strace to look at.",
        shouldDisplay: false
    )

    @Option(help: ArgumentHelp("Have a timer fire so often: an application that is not idle.", valueName: "ms"))
    var tick: Int?

    @Option(help: ArgumentHelp("Have a display link: an application that is not idle.", valueName: "frames per second"))
    var frames: Int?

    @Option(help: ArgumentHelp("Have a touch panel open, a FIFO, that nobody touches.", valueName: "path"))
    var panel: String?

    func validate() throws {
        guard (1...1000).contains(frames ?? 1) else {
            throw ValidationError("--frames must be from 1 to 1000, and is \(frames ?? 0)")
        }
        guard tick ?? 1 > 0 else { throw ValidationError("--tick must be at least 1, and is \(tick ?? 0)") }
    }

    mutating func run() throws {
        let (tick, frames, panel) = (tick, frames, panel)
        MainActor.assumeIsolated {
            (IdleDelegate.tick, IdleDelegate.frames, IdleDelegate.panel) = (tick, frames, panel)
            Application.main(delegateClass: IdleDelegate.self)
        }
    }
}

/// Has a window with a view, a port with a sender, and a timer in the far future.
private final class IdleDelegate: Responder, EntryPointDelegate {
    static var tick: Int?
    static var frames: Int?
    static var panel: String?
    private var sender: TouchPort.Sender?

    func application(_ application: Application, didFinishLaunchingWithOptions options: LaunchOptions) -> Bool {
        let window = Window(frame: Rect(0, 0, 800, 480), application: application)
        window.addSubview(View(frame: Rect(100, 100, 200, 80)))
        window.makeKeyAndVisible()
        sender = application.touchPort.makeSender()
        application.runLoop.addTimer(after: .seconds(86_400)) { _ in }
        if let tick = Self.tick {
            application.runLoop.addTimer(after: .zero, every: .milliseconds(tick)) { _ in }
        }
        if let frames = Self.frames { application.addDisplayLink(framesPerSecond: frames) { _ in } }
        return openPanel(in: application)
    }

    private func openPanel(in application: Application) -> Bool {
        guard let path = Self.panel else { return true }
        let axis = EvdevAxis(minimum: 0, maximum: 4095)
        let axes = [
            EvdevCodes.positionX: axis, EvdevCodes.positionY: axis, EvdevCodes.slot: EvdevAxis(minimum: 0, maximum: 9),
        ]
        let options = TouchPanel.Options(description: InputDeviceDescription(axes: axes))
        let mapping = PanelMapping(size: Size(800, 480))
        do throws(TouchPanel.Error) {
            try TouchPanel(path: path, port: application.touchPort, mapping: mapping, options: options)
            return true
        } catch {
            fatalError("\(error)")
        }
    }

    func applicationDidBecomeActive(_ application: Application) {
        // A turn later, when the work that the launch left is done.
        application.runLoop.addTimer(after: .milliseconds(1)) { _ in
            // Unbuffered, so that the trace has the call.
            Array("idle\n".utf8).withUnsafeBytes { _ = write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        }
    }
}
