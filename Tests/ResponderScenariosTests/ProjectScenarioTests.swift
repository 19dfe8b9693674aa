import ResponderKitTesting
import ResponderScenarios
import TestSupport
import Testing

@MainActor
@Suite("The scenario files in Tests/Scenarios")
struct ProjectScenarioTests {
    private nonisolated static let folder = TouchData.package + "/Tests/Scenarios"

    @Test("A scenario file passes", arguments: try ScenarioApps.files(in: folder))
    func scenario(_ file: String) async throws { try await ScenarioApps.ofTests.run(file) }

    @Test("There are at least 150 files")
    func count() throws { #expect(try ScenarioApps.files(in: Self.folder).count >= 150) }
}
