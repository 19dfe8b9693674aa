internal import Glibc
internal import ResponderInterface
internal import ResponderKitTesting
internal import ResponderRecordings
internal import ResponderSVG
internal import ResponderSupport

/// A scenario that is being run: the device with the app, and what has happened since the launch.
@MainActor
final class ScenarioRun {
    let scenario: Scenario
    let options: ScenarioOptions
    let device: SimulatedDevice
    private let apps: ScenarioApps
    /// The app's name on the device.
    private let identifier: String
    private var currentHarness: AppHarness?
    private var launches: [Launch] = []
    /// The ways of the touches; nil where no picture shows them.
    private let trails: TouchTrails?
    /// The windows of apps that have no delegate to keep them.
    private var windows: [Window] = []
    private var interfaceError: InterfaceError?
    private let workingFolder = WorkingFolder()
    /// What looks on; nil where nothing does.
    private let watch: (any ScenarioWatch)?
    /// The fingers of the steps with ticks, by their places there.
    var fingers: [Finger] = []
    /// The pointer of the steps that hover; nil before the first.
    var pointer: Pointer?
    private(set) var stepsDone = 0
    /// What is written at the end.
    var updates = ScenarioUpdates()
    /// The files that were rewritten.
    private(set) var updated: Set<String> = []
    private(set) var pictures: [String] = []

    /// A launch of the app.
    private struct Launch {
        /// What the app does until the next launch.
        let trace: EventTrace
        /// How many lines of the trace an expectation has compared.
        var comparedLines = 0
    }

    init(_ scenario: Scenario, apps: ScenarioApps, options: ScenarioOptions) {
        (self.scenario, self.apps, self.options) = (scenario, apps, options)
        trails = options.svgFolder.map { _ in TouchTrails() }
        device = SimulatedDevice(screenSize: scenario.screenSize)
        // A long scenario would keep much that no step asks for.
        device.recordsHistory = false
        identifier =
            switch scenario.app {
            case .registered(let name, _): name
            case .interface: "interface"
            }
        watch = apps.makeWatch?(identifier)
    }

    /// How long the scenario has taken on the device's clock.
    var virtualTime: Duration { MainRunLoop.Instant.zero.duration(to: device.clock.now) }

    /// Launches the app, carries out the steps, and returns why the scenario has failed; nil where it has passed.
    func perform() async -> ScenarioFailure? {
        var failure: ScenarioFailure?
        do throws(ScenarioFailure) {
            try await launchApp()
            for step in scenario.steps { try await carryOut(step) }
        } catch {
            failure = error
        }
        // An app may have changed the process's folder.
        workingFolder.restore()
        do throws(ScenarioFailure) {
            try writePicture()
            if failure == nil { try writeUpdates() }
        } catch {
            failure = failure ?? error
        }
        let problem = await end()
        workingFolder.restore()
        return failure ?? problem
    }

    /// Carries out a step, and asks who looks on.
    func carryOut(_ step: Step) async throws(ScenarioFailure) {
        try await perform(step)
        stepsDone += 1
        if let problem { throw failure(at: step.source, problem) }
    }

    /// What the one who looks on has found wrong.
    var problem: String? { watch?.problem(isTouched: fingers.contains { $0.isDown }) }

    /// A failure at a place of the scenario.
    func failure(
        _ kind: ScenarioFailure.Kind = .failed,
        at source: Step.Source,
        _ message: String,
        _ difference: [DifferenceLine] = []
    ) -> ScenarioFailure {
        ScenarioFailure(
            kind: kind,
            file: source.file,
            line: source.line,
            column: source.column,
            message: message,
            difference: difference
        )
    }

    /// Lets the device do what is due, until nothing more is due within the step's time, whether or not the app runs.
    func becomeIdle(_ source: Step.Source) async throws(ScenarioFailure) {
        if let report = device.standstillReport { throw failure(.busy, at: source, "\(BusyAppError(report))") }
        guard let report = await device.passUntilIdle(nearness: scenario.stepTime, limit: Self.longestStep) else {
            return
        }
        throw failure(.busy, at: source, "\(BusyAppError(report))")
    }

    /// How long the device may take to become idle.
    private static let longestStep = Duration.seconds(30)

    /// Ends the app and the device's use, and returns what was found wrong then.
    func end() async -> ScenarioFailure? {
        for launch in launches { launch.trace.end() }
        // What listens goes before the app, so that a leak detector sees nothing left.
        (currentHarness, fingers, pointer, launches, windows) = (nil, [], nil, [], [])
        // A device refuses to be switched off only where it is off.
        _ = try? device.perform(.switchOff)
        await device.settle()
        return watch?.problemAtEnd().map { failure(at: scenario.appSource, $0) }
    }

    // MARK: The app

    /// The harness of the app that runs; nil where the app does not run.
    var harness: AppHarness? {
        guard let application = device.application(identifier) else {
            currentHarness = nil
            return nil
        }
        if currentHarness?.application !== application {
            currentHarness = AppHarness(of: application, on: device)
            (fingers, pointer) = ([], nil)
        }
        return currentHarness
    }

    /// The harness of the app that runs.
    func runningApp(for source: Step.Source) throws(ScenarioFailure) -> AppHarness {
        guard let harness else {
            throw failure(at: source, "the app \(identifier.inOneLine()) does not run; launch it by a device action")
        }
        return harness
    }

    /// The app's state in words.
    var state: String {
        do throws(DeviceError) { return "\(try device.state(of: identifier))" } catch { return "not running" }
    }

    /// Installs the app and launches it.
    func launchApp() async throws(ScenarioFailure) {
        let source = scenario.appSource
        do throws(DeviceError) {
            switch scenario.app {
            case .registered(let name, _):
                switch apps[name] {
                case .manifest(var manifest)?:
                    manifest.identifier = identifier
                    try device.install(manifest) { [weak self] in self?.attach(to: $0) }
                case .views(let fill)?:
                    let frame = Rect(origin: .zero, size: scenario.screenSize)
                    try install { application in
                        let window = Window(frame: frame, application: application)
                        fill(window)
                        return window
                    }
                case nil: break
                }
            case .interface(let file, _):
                try install { [classes = apps.classes] (application) throws(InterfaceError) in
                    try InterfaceFile(contentsOfFile: file.path, named: file.name)
                        .makeInterface(of: classes, for: application).window
                }
            }
            try device.perform(.launch(identifier))
        } catch {
            throw failure(at: source, "the app cannot be launched: \(error)")
        }
        if let interfaceError { throw failure(.unreadable, at: source, "\(interfaceError)") }
        if let report = device.standstillReport { throw failure(.busy, at: source, "\(BusyAppError(report))") }
        await device.settle()
        _ = try runningApp(for: source)
        if let problem { throw failure(at: source, problem) }
    }

    /// Installs an app that is nothing but a window.
    private func install(
        _ makeWindow: @escaping @MainActor (Application) throws(InterfaceError) -> Window
    ) throws(DeviceError) {
        try device.install(Manifest(identifier: identifier)) { [weak self] application in
            self?.attach(to: application)
            do throws(InterfaceError) {
                let window = try makeWindow(application)
                window.makeKeyAndVisible()
                self?.windows.append(window)
            } catch {
                self?.interfaceError = error
            }
        }
    }

    /// Begins a trace of a launch.
    private func attach(to application: Application) {
        launches.last?.trace.end()
        watch?.attach(to: application)
        if let trails { application.onTouchTrace = { trails.note($0) } }
        launches.append(Launch(trace: EventTrace(of: application)))
    }

    // MARK: Traces

    /// The lines of the trace that no expectation has compared yet.
    ///
    /// - Parameter kinds: What the lines are about; nil for all.
    func takeLines(_ kinds: Set<EventTrace.Kind>?) -> [String] {
        let lines = newLines(kinds)
        for index in launches.indices { launches[index].comparedLines = launches[index].trace.count }
        return lines
    }

    /// The lines of the trace that no expectation has compared yet, which stay so.
    func newLines(_ kinds: Set<EventTrace.Kind>?) -> [String] {
        launches.flatMap { launch in
            launch.trace.lines(
                of: kinds ?? Set(EventTrace.Kind.allCases),
                from: launch.comparedLines,
                withMoves: false
            )
            .map(\.textWithKind)
        }
    }

    // MARK: Files

    /// The picture of the key window, or of the frontmost one.
    func picture(of harness: AppHarness, touches: TouchTrails?) -> String {
        let window = harness.application.keyWindow ?? harness.application.windows.last ?? harness.window
        return window.svg(title: scenario.name.inOneLine(), touches: touches)
    }

    private func write(_ text: String, to path: String, _ source: Step.Source) throws(ScenarioFailure) {
        do throws(RecordingError) { try RecordingFile.write(text, to: path) } catch {
            throw failure(at: source, "\(error)")
        }
    }

    private func writeUpdates() throws(ScenarioFailure) {
        do throws(ScenarioUpdates.Refusal) {
            try updates.write(&updated) { try? ScenarioReader.document(of: $0, named: $1, apps: apps) }
        } catch {
            throw failure(at: scenario.appSource, error.text)
        }
    }

    /// Writes the picture of the end, where pictures are wanted.
    private func writePicture() throws(ScenarioFailure) {
        guard let folder = options.svgFolder, let harness else { return }
        // As the files lie, so that no two scenarios have the same picture.
        let words = scenario.file.split(separator: "/").filter { $0 != "." }.map { $0 == ".." ? "__" : String($0) }
        let path = ([folder] + words).joined(separator: "/") + ".svg"
        if let code = makeFolder(path.folderOfPath) {
            throw failure(
                at: scenario.appSource,
                "\(path.inOneLine()) cannot be written: \(String(cString: strerror(code)))"
            )
        }
        try write(picture(of: harness, touches: trails), to: path, scenario.appSource)
        pictures.append(path)
    }
}
