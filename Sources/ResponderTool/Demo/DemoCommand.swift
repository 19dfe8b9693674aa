import ArgumentParser
import ResponderDemo

#if Wayland
import ResponderKit
import ResponderWayland
#endif

/// `responderkit demo`: a small app in the terminal, touched with the mouse.
struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Draws a small app in the terminal, and shows which way each touch takes: the mouse is the finger.",
        discussion: """
            Press, drag and release go the whole way, from a sender to the touch port, through the run loop and the \
            dispatch to a view. Ctrl-drag (or Alt-drag, where the terminal keeps Ctrl for itself) puts down a second \
            finger that mirrors the first. Moved without a button, the mouse is a pointer that hovers: the view under \
            it is drawn bold. Keys are presses; tab and the arrows move the focus among the controls. q or Ctrl-C \
            leaves. Where input or output is no terminal, a recording is replayed instead, as by 'responderkit replay \
            --tree demo'.
            """
    )

    @Option(help: "Write what came through the port to this file, as an evemu recording.", completion: .file())
    var record: String?

    @Option(help: "The recording to replay where there is no terminal (default: the demo's own).", completion: .file())
    var replay: String?

    #if Wayland
    enum Screen: String, ExpressibleByArgument, CaseIterable {
        case terminal
        case wayland
    }

    @Option(help: "Where the demo is shown: in the 'terminal', or in a window of a 'wayland' compositor.")
    var screen = Screen.terminal
    #endif

    mutating func run() throws {
        #if Wayland
        if screen == .wayland {
            guard record == nil, replay == nil else {
                throw ValidationError("--record and --replay are for the terminal, and not for --screen wayland")
            }
            MainActor.assumeIsolated {
                var configuration = WaylandConfiguration()
                (configuration.title, configuration.identifier) = ("ResponderKit", "org.responderkit.demo")
                Application.main(delegateClass: DemoWindow.self, host: WaylandHost.entryPoint(configuration))
            }
        }
        #endif
        guard Demo.hasTerminal else { return try replayInstead() }
        // The tool's main runs on the process's first thread, which is the main actor's.
        try MainActor.assumeIsolated { [record] in try Demo.run(recordingTo: record) }
    }

    private func replayInstead() throws {
        guard record == nil else {
            throw ValidationError("--record needs a terminal to draw in; input or output is none here")
        }
        guard let replay else { return try MainActor.assumeIsolated { try Demo.replayShippedRecording() } }
        Demo.announceReplay(of: replay)
        var command = try ReplayCommand.parse([replay, "--tree", "demo"])
        try command.run()
    }
}
