import ResponderEventLoop
import TestSupport
import Testing

@testable import ResponderNotifications

@MainActor
@Suite("What a notification port logs")
struct ErrorLogTests {
    let scene: PortScene
    let log = Log()
    let sender: NotificationPort.Sender

    init() throws {
        scene = try PortScene()
        scene.port.onError = nil
        scene.port.limits.loggedErrorsPerMinute = 3
        scene.port.errorLog.write = { [log] in log.write($0) }
        sender = scene.port.makeSender()
    }

    private func fail(_ count: Int) throws {
        for number in 0..<count { sender.send(try NotificationFrame(name: "\(number)"), arrivedAt: scene.loop.now) }
        scene.loop.runPresent()
    }

    private static func summary(_ count: Int) -> String {
        "\(count) more not logged; give NotificationPort.onError a function to see each, or raise "
            + "limits.loggedErrorsPerMinute"
    }

    @Test("A port logs so many errors a minute, then how many more there were, when the minute is over")
    func limited() throws {
        try fail(100)
        #expect(log.take().count == 3)
        scene.loop.run(until: .ms(59_999))
        try fail(100)
        #expect(log.take() == [])
        scene.loop.run(until: .ms(60_000))
        #expect(log.take() == [Self.summary(197)])
        try fail(4)
        #expect(log.take().count == 3)
        #expect(scene.port.statistics.undelivered == 204)
    }

    @Test("Few errors are logged one by one, and nothing else")
    func few() throws {
        for minute in 1...5 {
            try fail(3)
            #expect(log.take().count == 3)
            #expect(scene.loop.nextDeadline == nil)
            scene.clock.advance(to: .ms(Int64(minute) * 60_000))
        }
        #expect(log.take() == [])
    }

    @Test("A port that is no more says at once how many errors were not logged")
    func invalidated() throws {
        try fail(10)
        _ = log.take()
        scene.port.invalidate()
        #expect(log.take() == [Self.summary(7)])
        #expect(scene.loop.nextDeadline == nil)
    }
}
