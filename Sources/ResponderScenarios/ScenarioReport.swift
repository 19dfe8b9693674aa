/// What became of a scenario.
public struct ScenarioReport: Hashable, Sendable {
    /// The file, as it was given.
    public let file: String
    /// The scenario's name: what the file says, or else the file's name without its extension.
    public let name: String
    /// How many steps were carried out.
    public let steps: Int
    /// Why the scenario has not passed; nil where it has.
    public let failure: ScenarioFailure?
    /// How long the scenario took on the device's clock.
    public let virtualTime: Duration
    /// How long the scenario took.
    public let realTime: Duration
    /// The files that were rewritten since ``ScenarioOptions/updates`` is true.
    public let updated: [String]
    /// The pictures that were written to ``ScenarioOptions/svgFolder``.
    public let pictures: [String]

    /// A report with these values.
    ///
    /// - Complexity: O(1); no allocation.
    public init(
        file: String,
        name: String,
        steps: Int,
        failure: ScenarioFailure?,
        virtualTime: Duration,
        realTime: Duration,
        updated: [String] = [],
        pictures: [String] = []
    ) {
        (self.file, self.name, self.steps, self.failure) = (file, name, steps, failure)
        (self.virtualTime, self.realTime) = (virtualTime, realTime)
        (self.updated, self.pictures) = (updated, pictures)
    }
}

extension ScenarioReport {
    /// The report of a scenario about which nothing else is known.
    package init(_ file: String, failure: ScenarioFailure?, realTime: Duration = .zero) {
        self.init(
            file: file,
            name: file.nameOfPath,
            steps: 0,
            failure: failure,
            virtualTime: .zero,
            realTime: realTime
        )
    }
}

/// How scenarios are run.
public struct ScenarioOptions: Hashable, Sendable {
    /// Values of variables, which a scenario's own values of the same names give way to.
    public var variables: [String: String]
    /// Whether expected traces and pictures are rewritten as they are; false at first.
    public var updates: Bool
    /// The folder for a picture of each scenario's end; nil for none.
    public var svgFolder: String?

    /// Options with these values.
    ///
    /// - Complexity: O(1); no allocation.
    public init(variables: [String: String] = [:], updates: Bool = false, svgFolder: String? = nil) {
        (self.variables, self.updates, self.svgFolder) = (variables, updates, svgFolder)
    }
}
