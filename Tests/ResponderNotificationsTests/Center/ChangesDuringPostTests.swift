import TestSupport
import Testing

@testable import ResponderNotifications

@MainActor
@Suite("Changes during a post")
struct ChangesDuringPostTests {
    // The callbacks capture it unowned: it keeps them, and would keep itself.
    let center = TypedNotificationCenter()
    let log = Log()
    let tokens = Box<[ObservationToken]>([])

    @Test("An observer added during a post does not get that post but the next", arguments: [true, false])
    func addedDuringPost(ofAnyType: Bool) {
        // Rules: N4.
        tokens.value.append(
            center.observe(Ping.self) { [unowned center, log, tokens] ping in
                log.write("outer \(ping.number)")
                guard ping.number == 1 else { return }
                tokens.value.append(
                    ofAnyType
                        ? center.observeAny { _ in log.write("added") }
                        : center.observe(Ping.self) { _ in log.write("added") }
                )
            }
        )
        center.post(Ping(number: 1))
        #expect(log.take() == ["outer 1"])
        center.post(Ping(number: 2))
        #expect(log.take() == ["outer 2", "added"])
    }

    @Test("The first observer of a type does not get the post during which an observer of any type added it")
    func firstOfItsTypeAddedDuringPost() {
        // Rules: N4.
        tokens.value.append(
            center.observeAny { [unowned center, log, tokens] _ in
                log.write("any")
                tokens.value.append(center.observe(Ping.self) { _ in log.write("added") })
            }
        )
        center.post(Ping())
        #expect(log.take() == ["any"])
    }

    @Test("Many observers added during a post leave the post unharmed")
    func manyAddedDuringPost() {
        // Rules: N4.
        for number in 0..<2 {
            tokens.value.append(
                center.observe(Ping.self) { [unowned center, log, tokens] _ in
                    log.write("\(number)")
                    tokens.value += (0..<1000).map { _ in center.observe(Ping.self) { _ in log.write("added") } }
                }
            )
        }
        center.post(Ping())
        #expect(log.take() == ["0", "1"])
    }

    @Test("An observer cancelled during a post before its turn is skipped")
    func cancelledBeforeItsTurn() {
        // Rules: N5.
        tokens.value.append(
            center.observe(Ping.self) { [log, tokens] _ in
                log.write("first")
                tokens.value[1].cancel()
                tokens.value[2].cancel()
            }
        )
        tokens.value.append(center.observe(Ping.self) { [log] _ in log.write("second") })
        tokens.value.append(center.observeAny { [log] _ in log.write("third") })
        tokens.value.append(center.observe(Ping.self) { [log] _ in log.write("fourth") })
        center.post(Ping())
        #expect(log.take() == ["first", "fourth"])
    }

    @Test("An observer whose token is released during a post before its turn is skipped")
    func releasedBeforeItsTurn() {
        // Rules: N5, N8.
        tokens.value.append(
            center.observe(Ping.self) { [log, tokens] _ in
                log.write("first")
                tokens.value.removeLast()
            }
        )
        tokens.value.append(center.observe(Ping.self) { [log] _ in log.write("second") })
        center.post(Ping())
        #expect(log.take() == ["first"])
    }

    @Test("An observer may cancel or release itself in its own callback, and what it captured outlives the call")
    func removesItself() {
        // Rules: N6.
        for number in 0..<4 {
            let captured = Subject()
            tokens.value.append(
                center.observe(Ping.self) { [unowned center, log, tokens] _ in
                    if number.isMultiple(of: 2) {
                        tokens.value[number].cancel()
                    } else {
                        tokens.value[number] = center.observe(Pong.self) { _ in }
                    }
                    center.removeCancelledObservers()
                    center.post(Pong())
                    log.write("\(number) \(ObjectIdentifier(captured) == ObjectIdentifier(captured))")
                }
            )
        }
        center.post(Ping())
        #expect(log.take() == (0..<4).map { "\($0) true" })
        center.post(Ping())
        #expect(log.take() == [])
    }

    @Test("A post made by a callback runs to completion before the outer post goes on")
    func nestedPost() {
        // Rules: N6.
        tokens.value = ["first", "second"].map { name in
            center.observe(Ping.self) { [unowned center, log] ping in
                log.write("\(name) begins \(ping.number)")
                if ping.number < 2 {
                    center.post(Ping(number: ping.number + 1))
                }
                log.write("\(name) ends \(ping.number)")
            }
        }
        center.post(Ping(number: 1))
        let inner = ["first begins 2", "first ends 2", "second begins 2", "second ends 2"]
        #expect(
            log.take() == ["first begins 1"] + inner + ["first ends 1", "second begins 1"] + inner + ["second ends 1"]
        )
    }

    @Test("An observer added by a callback gets the posts that the callback makes afterwards")
    func addedBeforeNestedPost() {
        // Rules: N4, N6.
        tokens.value.append(
            center.observe(Ping.self) { [unowned center, log, tokens] ping in
                guard ping.number == 1 else { return }
                tokens.value.append(center.observe(Ping.self) { log.write("added got \($0.number)") })
                center.post(Ping(number: 2))
            }
        )
        center.post(Ping(number: 1))
        #expect(log.take() == ["added got 2"])
    }

    @Test("A nested post that leaves most observers cancelled moves no place in the outer post")
    func purgeWaitsForTheOuterPost() {
        // Rules: N5, N6.
        tokens.value.append(
            center.observe(Ping.self) { [unowned center, log, tokens] ping in
                log.write("first \(ping.number)")
                guard ping.number == 1 else { return }
                tokens.value[1..<9].forEach { $0.cancel() }
                center.post(Ping(number: 2))
                center.removeCancelledObservers()
                #expect(center.storedCount == 11)
            }
        )
        for number in 1..<11 {
            tokens.value.append(center.observe(Ping.self) { [log] in log.write("\(number) got \($0.number)") })
        }
        center.post(Ping(number: 1))
        #expect(log.take() == ["first 1", "first 2", "9 got 2", "10 got 2", "9 got 1", "10 got 1"])
        #expect(center.storedCount == 3, "purged when the outermost post had ended")
    }
}
