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
    private let launch = MainRunLoop.Instant.zero
    private var currentHarness: AppHarness?
    /// The traces of the app's launches, each until the next one.
    private var traces: [EventTrace] = []
    private let trails = TouchTrails()
    /// The windows of apps that have no delegate to keep them.
    private var windows: [Window] = []
    private var interfaceError: InterfaceError?
    /// The lines that an expectation of a trace has compared: how many of each launch.
    private var comparedLines: [Int] = []
    /// The fingers of the steps with ticks, by their places there.
    var fingers: [Finger] = []
    private(set) var stepsDone = 0
    private(set) var updated: [String] = []
    private(set) var pictures: [String] = []
    /// The lists of lines that are rewritten at the end, by file.
    private var edits: [String: [(bytes: Range<Int>, lines: [String])]] = [:]

    init(_ scenario: Scenario, apps: ScenarioApps, options: ScenarioOptions) {
        (self.scenario, self.apps, self.options) = (scenario, apps, options)
        device = SimulatedDevice(screenSize: scenario.screenSize)
        // A long scenario would keep much that no step asks for.
        device.recordsHistory = false
        identifier =
            switch scenario.app {
            case .registered(let name, _): name
            case .interface: "interface"
            }
    }

    /// How long the scenario has taken on the device's clock.
    var virtualTime: Duration { launch.duration(to: device.clock.now) }

    /// Launches the app, carries out the steps, and returns why the scenario has failed; nil where it has passed.
    func perform() async -> ScenarioFailure? {
        var failure: ScenarioFailure?
        do throws(ScenarioFailure) {
            try await launchApp()
            for step in scenario.steps {
                try await perform(step)
                stepsDone += 1
            }
        } catch {
            failure = error
        }
        do throws(ScenarioFailure) {
            try writePicture()
            try writeEdits()
        } catch {
            failure = failure ?? error
        }
        await end()
        return failure
    }

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

    /// Lets the app do what is due, until nothing more is due within the step's time.
    func becomeIdle(_ source: Step.Source) async throws(ScenarioFailure) {
        guard let harness = currentHarness else { return await device.settle() }
        do throws(BusyAppError) {
            try await harness.advanceUntilIdle(within: scenario.stepTime)
        } catch {
            throw failure(.busy, at: source, "\(error)")
        }
    }

    private func end() async {
        for trace in traces { trace.end() }
        // What listens goes before the app, so that a leak detector sees nothing left.
        (currentHarness, fingers, traces, windows) = (nil, [], [], [])
        // A device refuses to be switched off only where it is off.
        _ = try? device.perform(.switchOff)
        await device.settle()
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
            fingers = []
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

    private func launchApp() async throws(ScenarioFailure) {
        let source = scenario.appSource
        do throws(DeviceError) {
            switch scenario.app {
            case .registered(let name, _):
                switch apps[name] {
                case .manifest(var manifest)?:
                    manifest.identifier = identifier
                    try device.install(manifest) { [weak self] in self?.attach(to: $0) }
                case .views(let fill)?: try installViews { fill($0) }
                case nil: break
                }
            case .interface(let path, _): try installInterface(path)
            }
            try device.perform(.launch(identifier))
        } catch {
            throw failure(at: source, "the app cannot be launched: \(error)")
        }
        if let interfaceError { throw failure(.unreadable, at: source, "\(interfaceError)") }
        try await becomeIdle(source)
        _ = try runningApp(for: source)
    }

    /// Installs an app that is a window with these views.
    private func installViews(_ fill: @escaping @MainActor (Window) -> Void) throws(DeviceError) {
        let size = scenario.screenSize
        try device.install(Manifest(identifier: identifier)) { [weak self] application in
            self?.attach(to: application)
            let window = Window(frame: Rect(origin: .zero, size: size), application: application)
            fill(window)
            window.makeKeyAndVisible()
            self?.windows.append(window)
        }
    }

    private func installInterface(_ path: String) throws(DeviceError) {
        let classes = apps.classes
        try device.install(Manifest(identifier: identifier)) { [weak self] application in
            self?.attach(to: application)
            do throws(InterfaceError) {
                let file = try InterfaceFile(contentsOfFile: path)
                let window = try file.makeInterface(of: classes, for: application).window
                window.makeKeyAndVisible()
                self?.windows.append(window)
            } catch {
                self?.interfaceError = error
            }
        }
    }

    /// Begins a trace of a launch.
    private func attach(to application: Application) {
        traces.last?.end()
        application.onTouchTrace = { [trails] in trails.note($0) }
        traces.append(EventTrace(of: application))
        comparedLines.append(0)
    }

    // MARK: Traces

    /// The lines of the trace that no expectation has compared yet.
    ///
    /// - Parameter kinds: What the lines are about; nil for all.
    func takeLines(_ kinds: Set<EventTrace.Kind>?) -> [String] {
        let lines = newLines(kinds)
        for (index, trace) in traces.enumerated() { comparedLines[index] = trace.count }
        return lines
    }

    /// The lines of the trace that no expectation has compared yet, which stay so.
    func newLines(_ kinds: Set<EventTrace.Kind>?) -> [String] {
        traces.enumerated().flatMap { index, trace in
            trace.lines(of: kinds ?? Set(EventTrace.Kind.allCases), from: comparedLines[index], withMoves: false)
                .map { "\($0.kind.rawValue) \($0.text)" }
        }
    }

    // MARK: Files

    /// The picture of the key window, or of the frontmost one.
    func picture(of harness: AppHarness, withTouches: Bool) -> String {
        let window = harness.application.keyWindow ?? harness.application.windows.last ?? harness.window
        return window.svg(title: scenario.name.inOneLine(), touches: withTouches ? trails : nil)
    }

    /// Writes a text to a file of the scenario, because expectations are updated.
    func update(_ path: String, _ text: String, _ source: Step.Source) throws(ScenarioFailure) {
        do throws(RecordingError) {
            try RecordingFile.write(text, to: path)
        } catch {
            throw failure(at: source, "\(error)")
        }
        if !updated.contains(path) { updated.append(path) }
    }

    /// Rewrites a list of lines in the scenario's file at the end, when all such lists are known.
    func update(_ lines: [String], at bytes: Range<Int>, of file: String) {
        // A file that is included several times may have a list that is compared several times.
        guard edits[file]?.contains(where: { $0.bytes == bytes }) != true else { return }
        edits[file, default: []].append((bytes, lines))
    }

    private func writeEdits() throws(ScenarioFailure) {
        for (file, edits) in edits.sorted(by: { $0.key < $1.key }) {
            let source = Step.Source(file: file, line: 1, column: 1)
            var bytes: [UInt8]
            do throws(TextFile.Unreadable) { bytes = try TextFile.read(file, as: "a scenario") } catch {
                throw failure(at: source, error.reason)
            }
            // From the end, so that places before an edit stay what they were.
            for (range, lines) in edits.sorted(by: { $0.bytes.lowerBound > $1.bytes.lowerBound }) {
                guard range.upperBound <= bytes.count else { throw failure(at: source, "the file changed meanwhile") }
                bytes.replaceSubrange(range, with: LineList.text(of: lines, replacing: range, in: bytes).utf8)
            }
            try update(file, String(decoding: bytes, as: UTF8.self), source)
        }
    }

    /// Writes the picture of the end, where pictures are wanted.
    private func writePicture() throws(ScenarioFailure) {
        guard let folder = options.svgFolder, let harness else { return }
        let words = scenario.file.split(separator: "/").filter { $0 != "." && $0 != ".." }
        let path = "\(folder)/\(words.joined(separator: "-").nameOfPath).svg"
        do throws(RecordingError) {
            try RecordingFile.write(picture(of: harness, withTouches: true), to: path)
        } catch {
            throw failure(at: scenario.appSource, "\(error)")
        }
        pictures.append(path)
    }
}
