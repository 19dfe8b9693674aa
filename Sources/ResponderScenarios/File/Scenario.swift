internal import ResponderKitTesting
internal import ResponderSupport

/// A test of an app as a file of JSON: what a person does, and what is to be seen then.
///
/// The tool reads YAML, too.
///
///     {
///       "app": "form",
///       "steps": [
///         {"type": {"text": "Ada", "into": {"field": "Name"}}},
///         {"tap": {"button": "Send"}},
///         {"expect": {"visible": "Thank you, Ada"}}
///       ]
///     }
///
/// The article Scenarios lists all keys, and `Scenario.schema` describes them for editors.
public struct Scenario: Sendable {
    /// The file, as it was given.
    public let file: String
    /// The scenario's name: what the file says, or else the file's name without its extension.
    public let name: String
    let app: App
    let screenSize: Size
    /// A step is over when nothing is due within this time.
    let stepTime: Duration
    let steps: [Step]
    /// The scenario's folder, outside of which the scenario names no file.
    let folder: ScenarioFolder
    /// The files that the scenario was read from, by their names in the sources of steps.
    let texts: [String: Text]

    enum App: Sendable {
        case registered(String, Step.Source)
        case interface(ScenarioFolder.File, Step.Source)
    }

    /// A file, as it was when the scenario was read.
    struct Text: Sendable {
        let file: ScenarioFolder.File
        let bytes: [UInt8]
    }

    /// Where the scenario names its app.
    var appSource: Step.Source {
        switch app {
        case .registered(_, let source), .interface(_, let source): source
        }
    }

    /// The extent of the screen of a scenario that does not say any, in points.
    static let usualScreen = Size(1000, 1000)

    /// How many steps there are, with those of included files.
    package var stepCount: Int { steps.count }
}

extension Scenario {
    /// Reads a scenario with all files that it includes.
    ///
    /// - Parameters:
    ///   - path: The file: of YAML if its name ends in `.yaml` or `.yml`, otherwise of JSON.
    ///   - apps: The apps that the scenario may name.
    ///   - variables: Values that take precedence over those of the file.
    /// - Throws: ``ScenarioFailure`` for the first place that is wrong, or if a file cannot be read.
    /// - Complexity: Linear in the files; allocates the steps.
    @MainActor
    public init(
        contentsOfFile path: String,
        apps: ScenarioApps,
        variables: [String: String] = [:]
    ) throws(ScenarioFailure) {
        var reader = try ScenarioReader(path, apps: apps)
        self = try reader.read(variables)
    }

    /// Reads a scenario from bytes; `file` is its name in errors, and says where the files are that it includes.
    @MainActor
    package init(parsing bytes: [UInt8], file: String, apps: ScenarioApps) throws(ScenarioFailure) {
        var reader = try ScenarioReader(file, apps: apps)
        self = try reader.read([:], bytes)
    }
}
