import ResponderKitTesting
import ResponderScenarios
import Testing

@MainActor
@Suite("The scenario files in Tests/Scenarios")
struct ProjectScenarioTests {
    private static let folder = #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" } + "/Scenarios"

    @Test("A scenario file passes", arguments: try ScenarioApps.files(in: folder))
    func scenario(_ file: String) async throws { try await ScenarioApps.ofTests.run(file) }

    @Test("There are 150 files at least, and each names rules")
    func count() throws { #expect(try ScenarioApps.files(in: Self.folder).count >= 150) }
}
