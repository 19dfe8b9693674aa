import ArgumentParser
import ResponderDemo
import ResponderKit
import ResponderRecordings
import ResponderSVG
internal import ResponderSupport

#if Cairo
import ResponderCairo
#endif

/// `responderkit snapshot`: draws a tree of views as a recording of a touch panel leaves it.
struct SnapshotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "snapshot",
        abstract: "Draws the views as a recording leaves them, with the ways of its touches, as an SVG picture.",
        discussion: """
            The recording is played as by 'responderkit replay', but in virtual time: it takes no time, however long \
            it is. Fingers that are down at its end are drawn as down. The picture shows what the views have drawn, \
            their outlines and classes, the paths of the last \(touchLimit) touches, and which responders each went \
            through.
            """
    )

    /// How many touches are drawn.
    ///
    /// A picture of more touches would be too crowded to read.
    private static let touchLimit = 40

    @Argument(help: "The recording: evemu's, libinput's or getevent's.", completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp("Write the picture to this file (default: to the standard output).", valueName: "FILE"),
        completion: .file()
    )
    var svg: String?

    #if Cairo
    @OptionGroup(title: "Pixels")
    var pixels: PixelOptions
    #endif

    @Option(help: "The touch device, if there are several: its path, such as /dev/input/event2, or its name.")
    var device: String?

    @Option(help: "What the window holds: 'single', one view that takes every touch, or 'demo', a small tree.")
    var tree = ReplayTree.demo

    @Option(help: "The window's extent in points, WIDTHxHEIGHT (default: the recorded screen's, or 1024x768).")
    var size: ReplaySize?

    mutating func run() throws {
        let panel = try RecordedPanel(path: file, device: device, size: size?.size)
        // The tool's main runs on the process's first thread, which is the main actor's.
        try MainActor.assumeIsolated { [self] in
            try play(panel) { window, trails in
                #if Cairo
                try pixels.write(window)
                if pixels.png != nil, svg == nil { return }
                #endif
                let picture = window.svg(title: panel.title.inOneLine(), touches: trails)
                if let svg {
                    try PictureFile.write(picture, to: svg)
                } else {
                    print(picture, terminator: "")
                }
            }
        }
    }

    /// Plays the recording to its end, and calls `draw` with the window and the touches.
    @MainActor
    private func play(_ panel: RecordedPanel, draw: (Window, TouchTrails) throws -> Void) throws {
        let loop = try MainRunLoop(clock: VirtualClock())
        let application = Application(runLoop: loop)
        #if Cairo
        pixels.prepare(application)
        #endif
        let window = tree.makeWindow(of: panel.size, in: application)
        window.makeKeyAndVisible()
        application.launch()
        loop.runUntilIdle()
        let trails = TouchTrails(limit: Self.touchLimit)
        application.onTouchTrace = { trails.note($0) }
        // As in a replay, so that paths are complete.
        application.isTouchCoalescingEnabled = false
        // The fingers that the recording leaves down stay down: until the picture is drawn, the sender is kept too.
        var frames = panel.frames
        frames.cancelsAtEnd = false
        let sender = application.touchPort.makeSender()
        var isPlaying = true
        let player = RecordingPlayer(input: frames, to: sender, on: loop, pace: .speed(1))
        player.play { isPlaying = false }
        loop.runUntilIdle()
        while isPlaying, loop.advanceToNextDeadline() != nil {}
        try withExtendedLifetime((player, sender)) { try draw(window, trails) }
    }
}
