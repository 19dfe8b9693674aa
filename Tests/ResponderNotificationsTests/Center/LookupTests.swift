import ResponderNotifications
import TestSupport
import Testing

/// A type for each combination of parameters.
private struct Note<Parameter>: TypedNotification {
    static var name: String { "Note" }
}

private enum Zero<Parameter> {}
private enum One<Parameter> {}

/// Says when its subject is asked for.
private struct Asked: TypedNotification {
    static let name = "Asked"
    let log: Log
    var subject: AnyObject? {
        MainActor.assumeIsolated { log.write("subject") }
        return nil
    }
}

@MainActor
@Suite("Many types")
struct LookupTests {
    let center = TypedNotificationCenter()
    let log = Log()

    @Test("Each of thousands of types has observers of its own")
    func manyTypes() {
        // Rules: N2.
        var tokens: [ObservationToken] = []
        var posts: [@MainActor () -> Void] = []
        let told = Box<[Int]>([])
        func add<Parameter>(_ type: Parameter.Type, _ depth: Int) {
            guard depth == 0 else {
                add(Zero<Parameter>.self, depth - 1)
                add(One<Parameter>.self, depth - 1)
                return
            }
            let number = posts.count
            // Every third is observed by nobody, so that looking it up finds others in its place.
            if number % 3 != 0 {
                tokens.append(center.observe(Note<Parameter>.self) { _ in told.value.append(number) })
            }
            posts.append { [center] in center.post(Note<Parameter>()) }
        }
        add(Never.self, 12)
        for post in posts { post() }
        #expect(told.value == posts.indices.filter { $0 % 3 != 0 })
        withExtendedLifetime(tokens) {}
    }

    @Test("A notification's subject is asked for once a post where an observer asks for one, and not otherwise")
    func subjectIsReadOnce() {
        // Rules: N2.
        let tokens = (0..<3).map { _ in center.observe(Asked.self) { _ in } }
        center.post(Asked(log: log))
        #expect(log.take() == [])
        let choosy = (0..<3).map { _ in center.observe(Asked.self, of: log) { _ in } }
        center.post(Asked(log: log))
        #expect(log.take() == ["subject"])
        let any = center.observeAny { _ in }
        center.post(Asked(log: log))
        #expect(log.take() == ["subject"])
        withExtendedLifetime((tokens, choosy, any)) {}
    }
}
