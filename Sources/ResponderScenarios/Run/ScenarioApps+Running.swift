internal import ResponderSupport

// MARK: - Running

extension ScenarioApps {
    /// Runs a scenario, from a test: the test fails where the scenario does.
    ///
    ///     @Test(arguments: try ScenarioApps.files(in: "Scenarios"))
    ///     func scenario(_ file: String) async throws { try await apps.run(file) }
    ///
    /// - Parameters:
    ///   - file: The scenario's file.
    ///   - options: How the scenario is run.
    /// - Throws: ``ScenarioFailure``, whose description has all that the scenario knows.
    /// - Complexity: That of the app and of the steps; no time passes but on the device's clock.
    public func run(_ file: String, options: ScenarioOptions = ScenarioOptions()) async throws(ScenarioFailure) {
        if let failure = await report(on: file, options: options).failure { throw failure }
    }

    /// Runs a scenario, and tells what became of it.
    ///
    /// Never throws, and never stops the process but where the app does.
    ///
    /// - Parameters:
    ///   - file: The scenario's file.
    ///   - options: How the scenario is run.
    /// - Complexity: That of ``run(_:options:)``.
    public func report(on file: String, options: ScenarioOptions = ScenarioOptions()) async -> ScenarioReport {
        let clock = ContinuousClock()
        let start = clock.now
        let scenario: Scenario
        do throws(ScenarioFailure) {
            scenario = try Scenario(contentsOfFile: file, apps: self, variables: options.variables)
        } catch {
            return ScenarioReport(file, failure: error, realTime: clock.now - start)
        }
        let run = ScenarioRun(scenario, apps: self, options: options)
        let failure = await run.perform()
        return ScenarioReport(
            file: file,
            name: scenario.name,
            steps: run.stepsDone,
            failure: failure,
            virtualTime: run.virtualTime,
            realTime: clock.now - start,
            updated: run.updated.sorted(),
            pictures: run.pictures
        )
    }

    /// The scenarios of a folder and of the folders in it, sorted: `*.json`, `*.yaml` and `*.yml`, without files whose
    /// names begin with `_` or `.`, which are there to be included.
    ///
    /// - Throws: ``ScenarioFailure`` if the folder cannot be read.
    /// - Complexity: O(n log n) for n files; allocates the paths.
    public nonisolated static func files(in folder: String) throws(ScenarioFailure) -> [String] {
        do throws(ScenarioFiles.Unreadable) { return try ScenarioFiles.find([folder]) } catch {
            throw ScenarioFailure(
                kind: .unreadable,
                file: error.path,
                message: "it cannot be read: \(error.reason)"
            )
        }
    }
}
