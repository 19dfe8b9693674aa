import ResponderEventLoop
import TestSupport
import Testing

@testable import ResponderNotifications

/// What an observer belongs to.
private final class Owner {}

@MainActor
@Suite("A centre that is released")
struct CenterReleaseTests {
    let log = Log()

    /// A centre with observers of one type, of any type and of an owner, each of which keeps a main-actor object.
    private func makeCenter(_ owner: Owner) -> (LastReference<TypedNotificationCenter>, [ObservationToken]) {
        let center = TypedNotificationCenter()
        var farewells = (0..<4).map { [log] number in Farewell { log.write("\(number) goes") } }[...]
        var tokens: [ObservationToken] = []
        if let farewell = farewells.popFirst() {
            tokens.append(center.observe(Ping.self) { _ in withExtendedLifetime(farewell) {} })
        }
        if let farewell = farewells.popFirst() {
            tokens.append(center.observeAny { _ in withExtendedLifetime(farewell) {} })
        }
        if let farewell = farewells.popFirst() {
            center.observe(Pong.self, ownedBy: owner) { _, _ in withExtendedLifetime(farewell) {} }
        }
        if let farewell = farewells.popFirst() {
            center.observe(Pong.self, of: owner) { _ in withExtendedLifetime(farewell) {} }.cancel()
        }
        return (LastReference(center), tokens)
    }

    private let all = ["0 goes", "1 goes", "2 goes", "3 goes"]

    @Test("A centre released on the main actor lets go of its observers at once, of cancelled ones too")
    func onTheMainActor() {
        // Rules: N8.
        let owner = Owner()
        let (center, tokens) = makeCenter(owner)
        center.release()
        #expect(log.take().sorted() == all)
        // Its tokens have outlived it.
        for token in tokens { token.cancel() }
    }

    @Test(
        "A centre released on another thread lets go of its observers on the main actor, in its turn",
        arguments: 0..<20
    )
    func elsewhere(_: Int) async {
        // Rules: N8.
        let owner = Owner()
        let (center, tokens) = makeCenter(owner)
        await Task.detached {
            for token in tokens.dropFirst() { token.cancel() }
            center.release()
            for token in tokens { token.cancel() }
        }.value
        while log.entries.count < all.count { await Task.yield() }
        #expect(log.take().sorted() == all)
    }
}
