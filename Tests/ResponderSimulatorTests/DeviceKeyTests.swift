import ResponderKit
import ResponderSimulator
import Testing

@Suite("A device's keys")
@MainActor
struct DeviceKeyTests {
    /// The key window's view of an app, which notes what it gets.
    private final class Field: View {
        var lines: [String] = []
        override var canBecomeFirstResponder: Bool { true }
        override func pressesBegan(_ presses: PressSet, with event: PressesEvent) { note("+", presses) }
        override func pressesEnded(_ presses: PressSet, with event: PressesEvent) { note("-", presses) }
        override func pressesCancelled(_ presses: PressSet, with event: PressesEvent) { note("x", presses) }
        override func motionBegan(_ motion: EventSubtype, with event: MotionEvent) { lines.append("shake+") }
        override func motionEnded(_ motion: EventSubtype, with event: MotionEvent) { lines.append("shake-") }
        override func remoteControlReceived(with event: RemoteControlEvent) { lines.append(event.subtype.rawValue) }

        private func note(_ sign: String, _ presses: PressSet) {
            for press in presses {
                let text = press.key.characters
                lines.append(sign + (text.isEmpty ? "\(press.key.usage.identifier)" : text))
            }
        }
    }

    private let device = SimulatedDevice()
    private let fields: [String: Field]

    init() throws {
        var fields: [String: Field] = [:]
        for name in ["mail", "music"] {
            let field = Field(frame: .zero)
            fields[name] = field
            try device.install(Manifest(identifier: name, backgroundModes: [.audio])) { application in
                let window = Window(frame: Rect(0, 0, 10, 10), application: application)
                window.addSubview(field)
                window.makeKeyAndVisible()
                field.becomeFirstResponder()
            }
        }
        self.fields = fields
        try device.perform(.launch("mail"))
    }

    private func take(_ app: String = "mail") -> [String] {
        device.settle()
        defer { fields[app]?.lines = [] }
        return fields[app]?.lines ?? []
    }

    @Test("Keys go down and up by actions and by scripts, and reach the app in front")
    func keys() throws {
        try device.perform(.keyDown(.keyboardLeftShift))
        try device.perform(.key(.keyboardA, []))
        try device.perform(.keyUp(.keyboardLeftShift))
        #expect(take() == ["+225", "+A", "-A", "-225"])
        let script = try DeviceScript("key s command\ntype \"b!\"\nshake\nremote play\naccelerate 0,0,-1")
        for step in script.steps {
            if case .perform(let action) = step.command { try device.perform(action) }
        }
        #expect(take() == ["+227", "+s", "-s", "-227", "+b", "-b", "+225", "+!", "-!", "-225", "shake+", "shake-"])
    }

    // Rules: R29, T34, T35.
    @Test("Keys are cancelled when another app comes to the front, and are not resumed there or later")
    func apps() throws {
        try device.perform(.keyDown(.keyboardA))
        #expect(take() == ["+a"])
        try device.perform(.launch("music"))
        #expect(take() == ["xa"])
        try device.perform(.keyUp(.keyboardA))
        try device.perform(.type("b"))
        #expect(take() == [] && take("music") == ["+b", "-b"])
    }

    // Rules: A39.
    @Test("A key on a dimmed screen brightens it and reaches no app, and a locked screen takes no key")
    func dimmed() throws {
        device.autoLock = AutoLock(dimsAfter: .seconds(10), locksAfter: .seconds(10))
        device.advance(by: .seconds(11))
        #expect(device.isDimmed)
        try device.perform(.key(.keyboardA, []))
        #expect(take() == [] && !device.isDimmed)
        try device.perform(.key(.keyboardA, []))
        #expect(take() == ["+a", "-a"])
        try device.perform(.lock)
        try device.perform(.type("a"))
        #expect(take() == [])
    }

    // Rules: R34.
    @Test("Keys of a remote control reach the app in front if it wants them, else the app that plays")
    func remote() throws {
        try device.perform(.launch("music"))
        device.application("music")?.beginReceivingRemoteControlEvents()
        try device.perform(.beginActivity("music", .audio))
        try device.perform(.launch("mail"))
        try device.perform(.remoteControl(.remoteControlPause))
        #expect(take("music") == ["pause"] && take() == [])
        device.application("mail")?.beginReceivingRemoteControlEvents()
        try device.perform(.remoteControl(.remoteControlPlay))
        #expect(take() == ["play"] && take("music") == [])
    }

    @Test("An action on a key that is refused names the key")
    func refused() throws {
        #expect(throws: DeviceError.key("a", isDown: false)) { try device.perform(.keyUp(.keyboardA)) }
        try device.perform(.keyDown(.keyboardA))
        #expect(throws: DeviceError.key("a", isDown: true)) { try device.perform(.keyDown(.keyboardA)) }
        #expect(throws: DeviceError.key("a", isDown: true)) { try device.perform(.type("bA")) }
        #expect(throws: DeviceError.noKey("é")) {
            try device.perform(.type("\u{1b}é"))
        }
        _ = take()
        for line in ["key-down nokey", "key a meta", "remote home", "accelerate 1,2", "type"] {
            #expect(throws: DeviceScript.Problems.self) { try DeviceScript(line) }
        }
        #expect(DeviceError.noKey("\u{1b}").description == "no key types \"\\u{1B}\"; the keyboard has the US layout")
    }
}
