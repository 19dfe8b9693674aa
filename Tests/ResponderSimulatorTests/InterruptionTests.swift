import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

/// Interruptions that the user accepts: a message, a calendar entry, a push, a URL of the system.
@MainActor
@Suite("Interruptions that are accepted")
struct InterruptionTests {
    private let log = DeviceLog()
    private var device: SimulatedDevice { log.device }

    init() throws {
        try log.install("mail", modes: [.remoteNotification], schemes: ["mailto", "sms", "https"])
        try log.install("notes")
        try log.install("game", exitsOnSuspend: true)
    }

    // Rules: SEQ8.
    @Test(
        "An accepted message or calendar entry sends the app to the background, and a system app to the front",
        arguments: [(nil, .messages), ("messages", .messages), ("calendar", .calendar)] as [(String?, SystemApp)]
    )
    func systemApp(name: String?, system: SystemApp) throws {
        #expect(try log.perform(.launch("notes")) == Sequence.launch("notes"))
        #expect(try log.perform(.showAlert("news")) == Sequence.resign("notes"))
        #expect(try log.perform(.acceptAlert(opening: name)) == Sequence.background("notes"))
        #expect(device.overlays == [] && device.frontmost == nil && device.systemAppInFront == system)
        #expect(try log.states("notes") == [.suspended])
        // It is no interruption that ends by itself.
        #expect(throws: DeviceError.nothing("alert")) { try device.perform(.dismissAlert) }
        #expect(try log.perform(.lock, .unlock) == [])
        #expect(device.systemAppInFront == system)
        #expect(try log.perform(.launch("notes")) == Sequence.comeBack("notes"))
        #expect(device.systemAppInFront == nil)
    }

    // Rules: SEQ8, SEQ15.
    @Test("An accepted push brings its app to the front, with the push, from the dead and from suspended")
    func push() throws {
        try log.install("chat")
        _ = try log.perform(.launch("notes"))
        for line in [
            Sequence.launching("chat") + ["chat D push Ben [inactive]"] + Sequence.become("chat"),
            Sequence.enter("chat") + ["chat D push Ben [inactive]"] + Sequence.become("chat"),
        ] {
            #expect(try log.perform(.push("chat", RemoteNotification(userInfo: ["from": "Ben"]))) == [])
            #expect(try log.perform(.showAlert("Ben: hello")) == Sequence.resign("notes"))
            #expect(try log.perform(.acceptAlert(opening: "chat")) == Sequence.background("notes") + line)
            #expect(try log.states("chat", "notes") == [.active, .suspended])
            _ = try log.perform(.launch("notes"))
        }
        // The push was opened, so an alert without one opens the app alone.
        #expect(throws: DeviceError.noNotification("chat")) { try device.perform(.tapNotification("chat")) }
        _ = try log.perform(.showAlert("again"))
        #expect(
            try log.perform(.acceptAlert(opening: "chat")) == Sequence.background("notes")
                + Sequence.comeBack("chat")
        )
    }

    // Rules: SEQ8, SEQ14.
    @Test("An accepted interruption ends an app that exits on suspend, and any app without multitasking")
    func withoutBackground() throws {
        _ = try log.perform(.launch("game"), .showAlert("news"))
        #expect(try log.perform(.acceptAlert(opening: nil)) == Sequence.terminate("game", "inactive"))
        let old = DeviceLog(isMultitaskingSupported: false)
        try old.install("mail")
        _ = try old.perform(.launch("mail"), .showAlert("news"))
        #expect(try old.perform(.acceptAlert(opening: "calendar")) == Sequence.terminate("mail", "inactive"))
        // A call that an app makes does not bring back what has ended.
        _ = try old.perform(.launch("mail"), .openURL(AppURL("tel:1"), from: nil))
        #expect(try old.perform(.endCall) == [] && old.device.systemAppInFront == nil)
    }

    // Rules: SEQ8.
    @Test("An accepted alert of the app in front makes it active again, and on the home screen opens its app")
    func ownAlert() throws {
        _ = try log.perform(.launch("notes"), .showAlert("mine"))
        #expect(try log.perform(.acceptAlert(opening: "notes")) == Sequence.become("notes"))
        _ = try log.perform(.home)
        #expect(try log.perform(.showAlert("mine"), .acceptAlert(opening: "notes")) == Sequence.comeBack("notes"))
    }

    // Rules: A33, SEQ8.
    @Test("An accepted alert brings its app to the front once the alerts below are answered")
    func severalAlerts() throws {
        _ = try log.perform(.launch("notes"), .showAlert("one"), .showAlert("two"))
        #expect(try log.perform(.acceptAlert(opening: "mail")) == Sequence.background("notes"))
        #expect(device.overlays == [.alert("one")] && device.frontmost == nil)
        #expect(try log.perform(.lock, .unlock) == [])
        #expect(try log.perform(.dismissAlert) == Sequence.launch("mail"))
        _ = try log.perform(.showAlert("one"), .showAlert("two"), .showAlert("three"))
        #expect(try log.perform(.acceptAlert(opening: "calendar")) == Sequence.background("mail"))
        #expect(device.systemAppInFront == .calendar && device.overlays == [.alert("one"), .alert("two")])
        #expect(try log.perform(.acceptAlert(opening: "notes"), .dismissAlert) == Sequence.comeBack("notes"))
        #expect(device.systemAppInFront == nil)
    }

    @Test("Accepting is refused without an alert, under a call, on the lock screen, and for an app that is none")
    func refusals() throws {
        try device.perform(.launch("notes"))
        #expect(throws: DeviceError.nothing("alert")) { try device.perform(.acceptAlert(opening: nil)) }
        try device.perform(.showAlert("one"))
        let known = ["mail", "notes", "game", "phone", "messages", "calendar", "store"]
        #expect(throws: DeviceError.unknownApp("post", known: known)) {
            try device.perform(.acceptAlert(opening: "post"))
        }
        try device.perform(.setAllowed("mail", false))
        #expect(throws: DeviceError.notAllowed("mail")) { try device.perform(.acceptAlert(opening: "mail")) }
        try device.perform(.call(from: "Anna"))
        #expect(throws: DeviceError.covered(.call(from: "Anna"))) { try device.perform(.acceptAlert(opening: nil)) }
        try device.perform(.declineCall)
        try device.perform(.lock)
        #expect(throws: DeviceError.locked) { try device.perform(.acceptAlert(opening: nil)) }
        #expect(device.overlays == [.alert("one")])
    }

    // MARK: While an alert is up

    // Rules: A33, SEQ5, SEQ8.
    @Test("Home leads from under an alert to the home screen, where the alert stays, and a ringing call refuses it")
    func home() throws {
        _ = try log.perform(.launch("notes"), .showAlert("one"))
        #expect(try log.perform(.home) == Sequence.background("notes"))
        #expect(device.overlays == [.alert("one")] && device.frontmost == nil)
        #expect(try log.perform(.dismissAlert) == [])
        #expect(device.frontmost == nil)
        _ = try log.perform(.launch("notes"), .call(from: "Anna"))
        #expect(throws: DeviceError.covered(.call(from: "Anna"))) { try device.perform(.home) }
    }

    // Rules: A33, SEQ15, SEQ8.
    @Test("A notification opened under an alert comes when the alert is answered, even for an app that ended")
    func notification() throws {
        let push = RemoteNotification(userInfo: ["from": "Ben"])
        _ = try log.perform(.launch("notes"), .push("game", push), .showAlert("one"))
        #expect(try log.perform(.tapNotification("game")) == Sequence.background("notes"))
        #expect(throws: DeviceError.noNotification("game")) { try device.perform(.tapNotification("game")) }
        let opened = ["game D push Ben [inactive]"]
        #expect(
            try log.perform(.dismissAlert) == Sequence.launching("game") + opened + Sequence.become("game")
        )
        // To the app below the alert the push comes at once.
        try log.install("chat")
        _ = try log.perform(.launch("notes"), .push("chat", push), .launch("chat"), .showAlert("one"))
        #expect(try log.perform(.tapNotification("chat")) == ["chat D push Ben [inactive]"])
        // Home forgets what was chosen.
        _ = try log.perform(.dismissAlert, .home, .push("chat", push), .showAlert("two"), .tapNotification("chat"))
        #expect(try log.perform(.home, .dismissAlert) == [])
        #expect(device.frontmost == nil)
    }

    // MARK: URLs of the system

    // Rules: SEQ8, SEQ4.
    @Test("A number is called by the phone, and the app that called comes back after the call")
    func telephone() throws {
        _ = try log.perform(.launch("notes"))
        let notes = try #require(device.frontmost)
        let url = try AppURL("TEL:555-1234")
        #expect(notes.canOpenURL(url))
        log.log.entries = []
        #expect(notes.open(url))
        device.settle()
        #expect(log.log.take() == Sequence.leave("notes"))
        #expect(device.callInProgress == "555-1234" && device.systemAppInFront == .phone)
        #expect(throws: DeviceError.inCall("555-1234")) { try device.perform(.openURL(url, from: nil)) }
        #expect(try log.perform(.endCall) == Sequence.comeBack("notes"))
        #expect(device.callInProgress == nil && device.systemAppInFront == nil)
        // Home during the call, and nobody comes back.
        _ = try log.perform(.openURL(url, from: nil), .home)
        #expect(device.systemAppInFront == nil)
        #expect(try log.perform(.endCall) == [])
        // Without a number there is no call.
        try device.perform(.openURL(AppURL("tel:"), from: nil))
        #expect(device.callInProgress == nil && device.systemAppInFront == .phone)
    }

    // Rules: SEQ8.
    @Test(
        "A text message and the store's addresses open the system's apps, whatever is installed",
        arguments: [
            ("sms:555", .messages), ("itms-apps:1", .store), ("itms://x", .store),
            ("https://itunes.apple.com/app", .store), ("http://user@APPS.apple.com:80", .store),
        ] as [(String, SystemApp)]
    )
    func systemURL(text: String, system: SystemApp) throws {
        _ = try log.perform(.launch("notes"))
        #expect(try log.perform(.openURL(AppURL(text), from: "notes")) == Sequence.leave("notes"))
        #expect(device.systemAppInFront == system)
        #expect(device.history.entries.contains { "\($0)" == "the system app \(system.rawValue) comes to the front" })
    }

    @Test(
        "Other addresses open installed apps, or none",
        arguments: ["https://example.org/itunes.apple.com", "https:itunes.apple.com", "mailto:tel"]
    )
    func installedURL(text: String) throws {
        #expect(SystemApp(opening: try AppURL(text)) == nil)
        try device.perform(.openURL(AppURL(text), from: nil))
        #expect(try log.states("mail") == [.active])
        #expect(throws: DeviceError.self) { try device.perform(.openURL(AppURL("telnet:1"), from: nil)) }
    }

    @Test("A call that is accepted in a system app leads back to it")
    func callInSystemApp() throws {
        _ = try log.perform(.openURL(AppURL("sms:1"), from: nil), .call(from: "Anna"), .acceptCall)
        #expect(device.systemAppInFront == .phone)
        #expect(try log.perform(.endCall) == [])
        #expect(device.systemAppInFront == .messages)
        try device.perform(.switchOff)
        #expect(device.systemAppInFront == nil)
    }
}
