import ResponderNotifications
import TestSupport
import Testing

@MainActor
@Suite("Order of observers")
struct OrderTests {
    let center = TypedNotificationCenter()
    let log = Log()

    @Test("Observers of one type and of any, with and without a subject, run in the order of adding")
    func orderOfAdding() {
        // Rules: N3.
        let subject = Subject()
        var tokens: [ObservationToken] = []
        for round in 0..<3 {
            tokens.append(center.observeAny { [log] _ in log.write("\(round) any") })
            tokens.append(center.observe(Ping.self, of: subject) { [log] _ in log.write("\(round) ping of") })
            tokens.append(center.observe(Pong.self) { [log] _ in log.write("\(round) pong") })
            tokens.append(center.observe(Ping.self) { [log] _ in log.write("\(round) ping") })
            tokens.append(center.observeAny(of: subject) { [log] _ in log.write("\(round) any of") })
        }
        center.post(Ping(subject: subject))
        #expect(
            log.take() == (0..<3).flatMap { ["\($0) any", "\($0) ping of", "\($0) ping", "\($0) any of"] }
        )
        withExtendedLifetime((tokens, subject)) {}
    }

    @Test("The order of adding survives the removal of observers in between")
    func orderAfterRemoval() {
        // Rules: N3.
        var tokens = (0..<10).map { number in
            number.isMultiple(of: 2)
                ? center.observe(Ping.self) { [log] _ in log.write("\(number)") }
                : center.observeAny { [log] _ in log.write("\(number)") }
        }
        tokens[1...6] = []
        center.removeCancelledObservers()
        tokens.append(center.observe(Ping.self) { [log] _ in log.write("10") })
        center.post(Ping())
        #expect(log.take() == ["0", "7", "8", "9", "10"])
        withExtendedLifetime(tokens) {}
    }
}
