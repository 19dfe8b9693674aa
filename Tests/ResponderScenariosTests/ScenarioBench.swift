import ResponderKitTesting
import TestSupport

@testable import ResponderScenarios

/// A folder of scenario files, and what comes of them.
@MainActor
struct ScenarioBench {
    let folder = TemporaryFolder()
    var apps = ScenarioApps.ofTests

    /// Writes a file into the folder, and returns its path.
    @discardableResult
    func write(_ text: String, to name: String = "scenario.json") throws -> String {
        try folder.write(text, to: name)
    }

    /// The failure of reading a scenario of this text, without the folder; nil if the scenario can be read.
    func readingFailure(_ text: String, name: String = "scenario.json") throws -> String? {
        let path = try write(text, to: name)
        do throws(ScenarioFailure) {
            _ = try Scenario(contentsOfFile: path, apps: apps)
            return nil
        } catch {
            return relative("\(error)")
        }
    }

    /// What comes of a scenario of this text.
    func report(
        on text: String,
        name: String = "scenario.json",
        options: ScenarioOptions = ScenarioOptions()
    ) async throws -> ScenarioReport {
        await apps.report(on: try write(text, to: name), options: options)
    }

    /// The failure of a scenario about the app `form` with these steps, without the folder; nil if it passes.
    func failure(of steps: String, app: String = "form") async throws -> String? {
        let report = try await report(on: "{\"app\": \"\(app)\", \"steps\": [\(steps)]}")
        return report.failure.map { relative("\($0)") }
    }

    /// A text in which files are named without the folder.
    func relative(_ text: String) -> String { text.replacing("\(folder.path)/", with: "") }
}
