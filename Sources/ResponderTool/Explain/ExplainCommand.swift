import ArgumentParser
import ResponderDemo
import ResponderKit

/// `responderkit explain`: tells where a touch of a recording's panel would go, and why.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Says which views a touch at a point is tried on, why each is passed over, and who would get it.",
        discussion: """
            The window is the one that 'responderkit replay' plays a recording into: as large as --size says, or as \
            the screen that was recorded. The point is in the window's coordinates, as in replay's output. The \
            recording's touches are not played, so none is needed.
            """
    )

    @Argument(
        help: "A recording, for the extent of its screen: evemu's, libinput's or getevent's.",
        completion: .file()
    )
    var file: String?

    @Option(help: "The touch device, if there are several: its path, such as /dev/input/event2, or its name.")
    var device: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The point in points of the window, as 120,80.", valueName: "X,Y")
    )
    var at: ExplainPoint

    @Option(help: "What the window holds: 'single', one view that takes every touch, or 'demo', a small tree.")
    var tree = ReplayTree.single

    @Option(help: "The window's extent in points, WIDTHxHEIGHT (default: the recorded screen's, or 1024x768).")
    var size: ReplaySize?

    @Option(
        help: ArgumentHelp(
            "Recognisers of the view that fills the window: the names are those of 'responderkit replay'.",
            valueName: "LIST"
        ),
        transform: GestureKinds.init
    )
    var gestures: GestureKinds?

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        if device != nil && file == nil { throw ValidationError("--device is about a recording: give both") }
    }

    mutating func run() throws {
        let size = size?.size
        // Read even where the size is given, so that a mistake in the file is told.
        let recorded = try file.map { try RecordedPanel(path: $0, device: device, size: size).size }
        let extent = recorded ?? size ?? RecordedPanel.defaultSize
        let (tree, point, json, kinds) = (tree, at.point, json, gestures?.kinds ?? [])
        // The tool's main runs on the process's first thread, which is the main actor's.
        try MainActor.assumeIsolated {
            // Nothing waits for time to pass, so a virtual clock is enough.
            let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
            // The application retains the window while it is shown.
            let window = tree.makeWindow(of: extent, in: application)
            ReplayGestures(kinds, isSimultaneous: false).add(to: window)
            window.makeKeyAndVisible()
            application.launch()
            let explanation = application.explainTouch(at: point)
            print(json ? ExplainedTouch(explanation).json : explanation.description)
        }
    }
}

/// The value of `--at`.
struct ExplainPoint: ExpressibleByArgument {
    let point: Point

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let x = parts[0], let y = parts[1], x.isFinite, y.isFinite else { return nil }
        point = Point(x, y)
    }
}
