import TestSupport
import Testing

@testable import ResponderNotifications

@MainActor
@Suite("Observers that belong to an object")
struct OwnerTests {
    let center = TypedNotificationCenter()
    let log = Log()

    @Test("An observer with an owner is called with it, needs no token, and falls silent when the owner is gone")
    func fallsSilent() {
        // Rules: N8.
        var owner: Subject? = Subject()
        weak let observed = owner
        if let owner {
            center.observe(Ping.self, ownedBy: owner) { [log] _, ping in log.write("ping \(ping.number)") }
            center.observeAny(ownedBy: owner) { [log] in log.write("any \($1 is Pong) \($0 === observed)") }
        }
        center.post(Ping(number: 1))
        center.post(Pong())
        #expect(log.take() == ["ping 1", "any false true", "any true true"])
        owner = nil
        #expect(observed == nil, "the observer keeps its owner")
        center.post(Ping(number: 2))
        #expect(log.take() == [])
    }

    @Test("An owner's observer is called in the order of adding, and hears of one subject alone if it asked for one")
    func orderAndSubject() {
        // Rules: N3, N2.
        let (owner, subject) = (Subject(), Subject())
        let first = center.observe(Ping.self) { [log] _ in log.write("first") }
        center.observe(Ping.self, of: subject, ownedBy: owner) { [log] _, _ in log.write("owned") }
        let last = center.observe(Ping.self) { [log] _ in log.write("last") }
        center.post(Ping(subject: subject))
        center.post(Ping(subject: owner))
        #expect(log.take() == ["first", "owned", "last", "first", "last"])
        withExtendedLifetime((first, last)) {}
    }

    @Test("Removing an owner's observers ends these at once, also in the middle of a post, and no others")
    func removed() {
        // Rules: N5, N6, N8.
        let (one, other) = (Subject(), Subject())
        center.observe(Ping.self, ownedBy: other) { [log, unowned center] _, _ in
            log.write("other")
            center.removeObservers(ownedBy: one)
        }
        center.observe(Ping.self, ownedBy: one) { [log] _, _ in log.write("one") }
        center.observeAny(ownedBy: one) { [log] _, _ in log.write("one, any") }
        let token = center.observe(Ping.self, of: one) { [log] _ in log.write("about one") }
        center.post(Ping(subject: one))
        #expect(log.take() == ["other", "about one"])
        withExtendedLifetime((one, other, token)) {}
    }

    @Test("An owner that goes during a post is not called any more")
    func goesDuringPost() {
        // Rules: N5, N8.
        let owner = Box<Subject?>(Subject())
        let token = center.observe(Ping.self) { [log] _ in
            log.write("first")
            owner.value = nil
        }
        if let present = owner.value {
            center.observe(Ping.self, ownedBy: present) { [log] _, _ in log.write("owned") }
        }
        center.post(Ping())
        #expect(log.take() == ["first"])
        withExtendedLifetime(token) {}
    }

    @Test("Observers whose owners or subjects are gone do not pile up, though nothing is posted to them")
    func orphansGo() {
        // Rules: N8.
        var tokens: [ObservationToken] = []
        for _ in 0..<10_000 {
            center.observe(Ping.self, ownedBy: Subject()) { _, _ in }
            tokens.append(center.observe(Pong.self, of: Subject()) { _ in })
            #expect(center.storedCount <= 64)
        }
        withExtendedLifetime(tokens) {}
    }
}
