import ResponderEventLoop
import ResponderNotifications
import TestSupport
import Testing

@MainActor
@Suite("Messages by name")
struct NamedMessageTests {
    @Test("A frame of a known name becomes its message, at its own time or that of its arrival")
    func named() throws {
        // Rules: N2.
        let scene = try PortScene()
        scene.clock.advance(to: .ms(10))
        let (sender, other) = (scene.port.makeSender(), scene.port.makeSender())
        other.send(Order(number: 1), at: .ms(4))
        sender.send(try scene.frame(80, at: .ms(3)), arrivedAt: .ms(9))
        sender.send(try scene.frame(79), arrivedAt: .ms(5))
        try sender.send(bytes: try scene.frame(78).bytes, arrivedAt: .ms(5))
        #expect(try scene.port.receive(bytes: try scene.frame(77).bytes))
        scene.loop.runPresent()
        #expect(scene.log.take() == ["battery 80", "order 1", "battery 79", "battery 78", "battery 77"])
        scene.port.handle(Battery.self) { [log = scene.log] in log.write("handled \($0.percent)") }
        try scene.port.receive(bytes: try scene.frame(76).bytes)
        scene.loop.runPresent()
        #expect(scene.log.take() == ["handled 76"])
    }

    @Test("An unknown name and a payload that is none are errors that name the message, and the next one follows")
    func errors() throws {
        let scene = try PortScene()
        try scene.port.receive(bytes: NotificationFrame(name: "Batery", payload: [1]).bytes)
        try scene.port.receive(bytes: NotificationFrame(name: "Battery", payload: [1, 2]).bytes)
        try scene.port.receive(bytes: scene.frame(50).bytes)
        scene.loop.runPresent()
        #expect(
            scene.log.take() == [
                "error: no message is named \"Batery\"; register its type with the port, or look for a misspelling "
                    + "at the sender",
                "error: the payload of \"Battery\" cannot be decoded: "
                    + "it has 2 bytes, and must have one, the percentage",
                "battery 50",
            ]
        )
    }

    @Test("Text from outside stands in an error in one line, without what would steer a terminal")
    func hostileNames() throws {
        let scene = try PortScene()
        try scene.port.receive(bytes: NotificationFrame(name: "a\nok: \u{1b}[2J\u{9b}1m\u{7f}\u{2028}b").bytes)
        scene.loop.runPresent()
        let line = scene.log.take().first ?? ""
        #expect(line.hasPrefix("error: no message is named \"a\\nok: \\u{1B}[2J\\u{009B}1m\\u{7F}\\u{2028}b\";"))
    }

    @Test("Bytes that are no frame are refused where they are handed in, and nothing arrives")
    func noFrame() throws {
        let scene = try PortScene()
        let error = #expect(throws: NotificationPort.Error.self) { try scene.port.receive(bytes: [1, 2, 3]) }
        #expect(error == .malformed(.incomplete(3), frame: 1, offset: 0))
        scene.loop.runPresent()
        #expect(scene.log.take() == [])
    }

    @Test("A type that is registered again changes nothing")
    func registeredAgain() throws {
        let scene = try PortScene()
        scene.port.register(Battery.self)
        try scene.port.receive(bytes: scene.frame(50).bytes)
        scene.loop.runPresent()
        #expect(scene.log.take() == ["battery 50"])
    }

    @Test("Two types of one name end the process with a message that names both")
    func sameName() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                guard let loop = try? MainRunLoop(clock: VirtualClock()) else { return }
                let center = TypedNotificationCenter()
                let port = NotificationPort(loop: loop, center: center)
                port.register(Battery.self)
                port.register(OtherBattery.self)
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("two messages are named \"Battery\": Battery and OtherBattery"))
    }
}
