import ResponderNotifications
import TestSupport
import Testing

@MainActor
@Suite("Posting")
struct PostingTests {
    let center = TypedNotificationCenter()
    let log = Log()

    @Test("A post returns after every observer ran")
    func postIsSynchronous() {
        // Rules: N1.
        let tokens = (1...3).map { number in
            center.observe(Ping.self) { [log] ping in log.write("\(number) got \(ping.number)") }
        }
        center.post(Ping(number: 7))
        #expect(log.take() == ["1 got 7", "2 got 7", "3 got 7"])
        withExtendedLifetime(tokens) {}
    }

    @Test("A post that nobody observes does nothing")
    func postToNobody() {
        // Rules: N1.
        let token = center.observe(Pong.self) { [log] _ in log.write("pong") }
        center.post(Ping())
        #expect(log.take() == [])
        withExtendedLifetime(token) {}
    }

    @Test("A notification posted as any TypedNotification goes to the observers of its own type")
    func existentialPost() {
        // Rules: N2.
        let token = center.observe(Ping.self) { [log] ping in log.write("ping \(ping.number)") }
        let notifications: [any TypedNotification] = [Pong(), Ping(number: 4)]
        for notification in notifications {
            center.post(notification)
        }
        #expect(log.take() == ["ping 4"])
        withExtendedLifetime(token) {}
    }

    /// One row of the matching table: what an observer asks for, what is posted, and whether it is told.
    struct Match: Sendable, CustomTestStringConvertible {
        /// Which of two objects, or none.
        enum Which: String, Sendable { case none, first, second }
        let observesAnyType: Bool
        let observed: Which
        let postsOwnType: Bool
        let posted: Which
        let isTold: Bool

        var testDescription: String {
            "any type \(observesAnyType), of \(observed); post of its type \(postsOwnType), about \(posted)"
        }

        static let all: [Match] = [true, false].flatMap { anyType in
            [Which.none, .first].flatMap { observed in
                [true, false].flatMap { ownType in
                    [Which.none, .first, .second].map { posted in
                        Match(
                            observesAnyType: anyType,
                            observed: observed,
                            postsOwnType: ownType,
                            posted: posted,
                            isTold: (anyType || ownType) && (observed == .none || observed == posted)
                        )
                    }
                }
            }
        }
    }

    @Test(
        "An observer is told when it asks for the type or any type, and for the subject or any subject",
        arguments: Match.all
    )
    func matching(_ match: Match) {
        // Rules: N2.
        let (first, second) = (Subject(), Subject())
        func object(_ which: Match.Which) -> AnyObject? {
            switch which {
            case .none: nil
            case .first: first
            case .second: second
            }
        }
        let token =
            match.observesAnyType
            ? center.observeAny(of: object(match.observed)) { [log] _ in log.write("told") }
            : center.observe(Ping.self, of: object(match.observed)) { [log] _ in log.write("told") }
        if match.postsOwnType {
            center.post(Ping(subject: object(match.posted)))
        } else {
            center.post(Pong(subject: object(match.posted)))
        }
        #expect(log.take() == (match.isTold ? ["told"] : []))
        withExtendedLifetime((token, first, second)) {}
    }

    @Test("An observer of any type gets the notification itself, also a large one")
    func anyGetsTheValue() {
        // Rules: N2.
        let tokens = (1...2).map { _ in
            center.observeAny { [log] notification in
                log.write(type(of: notification).name + " \((notification as? Large)?.numbers.4 ?? 0)")
            }
        }
        center.post(Large())
        #expect(log.take() == ["Large 5", "Large 5"])
        withExtendedLifetime(tokens) {}
    }

    @Test("An observer of a subject that is gone is not told about an object at the same address")
    func deadSubject() {
        // Rules: N2.
        // The allocator gives out freed memory again soon: most of the rounds meet a subject's address once more.
        var reused = 0
        for _ in 0..<200 {
            var subject: Subject? = Subject()
            let address = subject.map(ObjectIdentifier.init)
            let token = center.observe(Ping.self, of: subject) { [log] _ in log.write("told") }
            subject = nil
            let others = (0..<20).map { _ in Subject() }
            reused += others.contains { ObjectIdentifier($0) == address } ? 1 : 0
            for other in others {
                center.post(Ping(subject: other))
            }
            withExtendedLifetime(token) {}
        }
        #expect(log.take() == [], "\(reused) of 200 rounds met the address again")
    }

    @Test("An observer does not keep its subject alive")
    func subjectIsWeak() {
        // Rules: N2.
        var subject: Subject? = Subject()
        weak let observed = subject
        let token = center.observe(Ping.self, of: subject) { _ in }
        subject = nil
        #expect(observed == nil)
        withExtendedLifetime(token) {}
    }
}
