import Foundation
import ResponderKitTesting
import Testing

@testable import ResponderScenarios

@MainActor
@Suite("The schema of scenario files")
struct SchemaTests {
    private func schema() throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(Scenario.schema.utf8))
        return try #require(object as? [String: Any])
    }

    private func keys(_ path: String...) throws -> Set<String> {
        var object = try schema()
        for key in path + ["properties"] { object = try #require(object[key] as? [String: Any]) }
        return Set(object.keys)
    }

    @Test("The schema has exactly the keys that the reader knows")
    func keys() throws {
        #expect(try keys("$defs", "step") == Set(StepReader.commands))
        let expectation = ExpectationReader.subjects + ExpectationReader.attributes + ExpectationReader.others
        #expect(try keys("$defs", "expectation") == Set(expectation))
        #expect(try keys("$defs", "selector") == Set(ElementQuery.roles + ElementQuery.selectorKeys))
        let head = try #require(try schema()["properties"] as? [String: Any])
        #expect(Set(head.keys) == Set(ScenarioReader.keys))
    }

    @Test("The file in docs is the schema of this version")
    func file() throws {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let text = try String(contentsOf: root.appending(path: "docs/scenario.schema.json"), encoding: .utf8)
        #expect(text == Scenario.schema)
    }
}
