import ResponderKit
import Testing

@MainActor
@Suite("Actions, by their names,")
struct ActionNameTests {
    @Test("Actions equal each other by name and type of sender, whoever makes them on whatever thread")
    func equality() async {
        #expect(Action<View>("a name") == Action<View>("a " + "name"))
        #expect(Action<View>("a name") != Action<View>("another name"))
        #expect(AnyAction(Action<View>("a name")) != AnyAction(Action<String>("a name")))
        #expect(Set([Action<View>("a name"), Action<View>("a name")]).count == 1)
        let made = await withTaskGroup(of: [Action<Int>].self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<200).map { Action<Int>("thread \($0)") } }
            }
            var made: [[Action<Int>]] = []
            for await actions in group { made.append(actions) }
            return made
        }
        #expect(made.count == 8 && made.allSatisfy { $0 == made[0] })
        #expect(made[0].map(\.name) == (0..<200).map { "thread \($0)" })
    }
}
