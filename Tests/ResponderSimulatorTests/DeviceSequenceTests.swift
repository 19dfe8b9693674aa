import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

/// The sequences of docs/Rules.md as a user or the world causes them, each compared whole: every call of a delegate,
/// every notification, and the state that is read inside.
@MainActor
@Suite("Sequences on a device")
struct DeviceSequenceTests {
    private let log = DeviceLog()
    private var device: SimulatedDevice { log.device }

    init() throws {
        try log.install("mail", modes: [.remoteNotification], schemes: ["mailto"])
        try log.install("maps", modes: [.location], schemes: ["maps"])
        try log.install("game", exitsOnSuspend: true)
    }

    // Rules: SEQ1, SEQ5, SEQ6.
    @Test("An app is launched, left and suspended, and another one is launched after that")
    func launchAndHome() throws {
        #expect(try log.perform(.launch("mail")) == Sequence.launch("mail"))
        #expect(try log.states("mail", "maps") == [.active, .notRunning])
        #expect(try log.perform(.home) == Sequence.leave("mail"))
        #expect(try log.states("mail") == [.suspended] && device.frontmost == nil)
        #expect(try log.perform(.home) == [])
        #expect(try log.perform(.launch("maps")) == Sequence.launch("maps"))
        #expect(try log.perform(.launch("mail")) == Sequence.leave("maps") + Sequence.comeBack("mail"))
        #expect(try log.perform(.launch("mail")) == [])
        #expect(device.frontmost === device.application("mail"))
    }

    // Rules: SEQ2, A45, A17.
    @Test("An app that may not be used is launched to the background, and suspended when its time is over")
    func forbidden() throws {
        try device.perform(.setAllowed("mail", false))
        #expect(
            try log.perform(.launch("mail"))
                == Sequence.launching("mail", "background") + Sequence.background("mail")
        )
        #expect(device.frontmost == nil)
        device.advance(by: .milliseconds(29_999))
        #expect(try log.states("mail") == [.background])
        device.advance(by: .milliseconds(1))
        #expect(try log.states("mail") == [.suspended])
        // Nor does it come to the front later.
        #expect(throws: DeviceError.notAllowed("mail")) { try device.perform(.launch("mail")) }
    }

    // Rules: A45.
    @Test("An app in memory that may not be used is refused the front, and the history says so")
    func forbiddenInMemory() throws {
        let url = try AppURL("post:anna")
        try log.install("post", schemes: ["post"])
        _ = try log.perform(.launch("post"), .home, .push("post", RemoteNotification()), .setAllowed("post", false))
        for action in [DeviceAction.launch("post"), .openURL(url, from: nil), .tapNotification("post")] {
            #expect(throws: DeviceError.notAllowed("post")) { try device.perform(action) }
            #expect(device.history.entries.last?.kind == .refused(DeviceError.notAllowed("post").description))
        }
        #expect(try log.states("post") == [.suspended] && log.log.take() == [])
        try device.perform(.setAllowed("post", true))
        #expect(try log.perform(.tapNotification("post")).contains("post D push  [inactive]"))
    }

    // Rules: A45.
    @Test("A URL goes to an app that may be used, where one has its scheme", arguments: [true, false])
    func forbiddenOpener(isInMemory: Bool) throws {
        try log.install("post", schemes: ["post"])
        try log.install("letters", schemes: ["post"])
        if isInMemory { _ = try log.perform(.launch("post"), .home) }
        _ = try log.perform(.setAllowed("post", false), .openURL(AppURL("post:anna"), from: nil))
        #expect(device.frontmost === device.application("letters") && device.frontmost != nil)
        try device.perform(.launch("mail"))
        let mail = try #require(device.application("mail"))
        try device.perform(.setAllowed("letters", false))
        #expect(mail.canOpenURL(try AppURL("post:anna")) == !isInMemory)
    }

    // Rules: SEQ3, SEQ4.
    @Test("A URL opens the app that has its scheme: cold, warm, and active")
    func urls() throws {
        try device.perform(.launch("mail"))
        let rome = try AppURL("maps:rome")
        let application = try #require(device.application("mail"))
        #expect(application.canOpenURL(rome))
        #expect(application.open(rome))
        #expect(
            log.log.take().dropFirst(5).map(\.self)
                == Sequence.leave("mail") + Sequence.launching("maps")
                + ["maps D open maps:rome from mail [inactive]"] + Sequence.become("maps")
        )
        // One that is not in front may not.
        #expect(!application.open(try AppURL("mailto:anna")))
        #expect(try log.perform(.openURL(rome, from: nil)) == ["maps D open maps:rome from nobody [active]"])
        #expect(try log.perform(.home) == Sequence.leave("maps"))
        #expect(
            try log.perform(.openURL(rome, from: nil))
                == Sequence.enter("maps") + ["maps D open maps:rome from nobody [inactive]"] + Sequence.become("maps")
        )
        let unknown = try AppURL("gopher:old")
        #expect(throws: DeviceError.noAppOpens(unknown)) { try device.perform(.openURL(unknown, from: nil)) }
        #expect(device.application("maps")?.open(unknown) == false)
    }

    @Test("A URL opens the app installed first, of several that have its scheme")
    func sharedScheme() throws {
        try log.install("other", schemes: ["MAPS"])
        try device.perform(.openURL(try AppURL("Maps:oslo"), from: nil))
        #expect(try log.states("maps", "other") == [.active, .notRunning])
    }

    // Rules: A24, A28, A46.
    @Test("Changes while an app was suspended are told once at its return, with the net change")
    func netChanges() throws {
        _ = try log.perform(.launch("mail"), .home)
        let before = try log.perform(
            .change(.orientation(.landscapeLeft)),
            .change(.batteryLevel(0.5)),
            .change(.significantTime),
            .changeSettings("mail", keys: ["sound"]),
            .change(.orientation(.unknown)),
            .change(.batteryLevel(0.25)),
            .change(.significantTime),
            .changeSettings("mail", keys: ["name"])
        )
        #expect(before == [])
        #expect(
            try log.perform(.launch("mail"))
                == [
                    "mail N BatteryLevelDidChange [background]", "mail N SignificantTimeChange [background]",
                    "mail D timeChange [background]", "mail N NSUserDefaultsDidChange [background]",
                ] + Sequence.comeBack("mail")
        )
        #expect(device.application("mail")?.deviceEnvironment.batteryLevel == 0.25)
        // A new app knows it from the beginning.
        #expect(try log.perform(.launch("maps")) == Sequence.leave("mail") + Sequence.launch("maps"))
        #expect(device.application("maps")?.deviceEnvironment.batteryLevel == 0.25)
    }

    // Rules: SEQ7, SEQ8.
    @Test("An interruption that is ignored makes an app inactive, and an accepted one sends it to the background")
    func interruptions() throws {
        _ = try log.perform(.launch("mail"))
        for (begin, end) in [
            (DeviceAction.call(from: "Anna"), DeviceAction.declineCall), (.call(from: "Ben"), .endCall),
            (.showAlert("Low battery"), .dismissAlert), (.openNotificationCenter, .closeNotificationCenter),
            (.openNotificationCenter, .home), (.openSwitcher, .closeSwitcher),
        ] {
            #expect(try log.perform(begin) == Sequence.resign("mail"))
            #expect(try log.states("mail") == [.inactive])
            #expect(try log.perform(end) == Sequence.become("mail"))
        }
        #expect(try log.perform(.showBanner("Hello")) == [])
        #expect(try log.perform(.call(from: "Anna")) == Sequence.resign("mail"))
        #expect(try log.perform(.acceptCall) == Sequence.background("mail"))
        #expect(try log.states("mail") == [.suspended] && device.frontmost == nil)
        #expect(try log.perform(.endCall) == Sequence.comeBack("mail"))
    }

    @Test("One interruption over another is no second one, and the app is active when the last is over")
    func stackedInterruptions() throws {
        _ = try log.perform(.launch("mail"))
        #expect(try log.perform(.showAlert("one"), .showAlert("two"), .call(from: "Anna")) == Sequence.resign("mail"))
        #expect(device.overlays == [.alert("one"), .alert("two"), .call(from: "Anna")])
        #expect(throws: DeviceError.covered(.call(from: "Anna"))) { try device.perform(.dismissAlert) }
        #expect(try log.perform(.declineCall, .dismissAlert) == [])
        #expect(try log.perform(.dismissAlert) == Sequence.become("mail"))
    }

    @Test("During a call the user may go elsewhere, and stays there after it")
    func elsewhereDuringCall() throws {
        _ = try log.perform(.launch("mail"), .call(from: "Anna"), .acceptCall)
        #expect(throws: DeviceError.inCall("Anna")) { try device.perform(.call(from: "Ben")) }
        #expect(try log.perform(.launch("maps")) == Sequence.launch("maps"))
        #expect(try log.perform(.endCall) == [])
        _ = try log.perform(.call(from: "Anna"), .acceptCall, .home)
        #expect(try log.perform(.endCall) == [])
        #expect(device.frontmost == nil)
    }

    // Rules: SEQ9, A48.
    @Test("Locking sends the app to the background and locks protected data, and unlocking brings both back")
    func lock() throws {
        device.hasPasscode = true
        _ = try log.perform(.launch("mail"))
        #expect(
            try log.perform(.lock)
                == Sequence.leave("mail") + [
                    "mail D dataLocked [background]", "mail N ProtectedDataWillBecomeUnavailable [background]",
                ]
        )
        #expect(try log.states("mail") == [.suspended] && device.isLocked)
        #expect(try log.perform(.lock, .home) == [])
        #expect(throws: DeviceError.locked) { try device.perform(.launch("maps")) }
        #expect(
            try log.perform(.unlock)
                == [
                    "mail D dataUnlocked [background]", "mail N ProtectedDataDidBecomeAvailable [background]",
                ] + Sequence.comeBack("mail")
        )
        #expect(throws: DeviceError.notLocked) { try device.perform(.unlock) }
    }

    @Test("An app that was suspended before the lock hears nothing of data that was locked in between")
    func lockedMeanwhile() throws {
        device.hasPasscode = true
        _ = try log.perform(.launch("mail"), .home, .lock, .unlock)
        #expect(try log.perform(.launch("mail")) == Sequence.comeBack("mail"))
    }

    // Rules: SEQ10.
    @Test("Another app chosen in the switcher sends the one in front to the background, without a second resign")
    func switcher() throws {
        _ = try log.perform(.launch("maps"), .launch("mail"))
        #expect(try log.perform(.openSwitcher) == Sequence.resign("mail"))
        #expect(try log.perform(.choose("maps")) == Sequence.background("mail") + Sequence.comeBack("maps"))
        #expect(try log.perform(.openSwitcher, .choose("maps")) == Sequence.resign("maps") + Sequence.become("maps"))
        #expect(try log.perform(.openSwitcher, .home) == Sequence.leave("maps"))
        #expect(throws: DeviceError.nothing("app switcher; open it first")) { try device.perform(.choose("maps")) }
    }

    // Rules: SEQ11, A36.
    @Test("An app thrown out of the switcher is told unless suspended, and no more launched in the background")
    func killed() throws {
        _ = try log.perform(.launch("mail"), .launch("maps"), .beginActivity("maps", .location), .home, .openSwitcher)
        #expect(try log.states("mail", "maps") == [.suspended, .background])
        #expect(try log.perform(.kill("mail")) == [])
        #expect(device.history.entries(of: "mail").last?.text == "ended: killed")
        #expect(try log.perform(.kill("maps")) == Sequence.terminate("maps"))
        #expect(device.history.entries(of: "maps").last?.text == "ended: terminated")
        #expect(try log.states("mail", "maps") == [.notRunning, .notRunning])
        _ = try log.perform(.launch("mail"), .openSwitcher)
        #expect(try log.perform(.kill("mail")) == Sequence.background("mail") + Sequence.terminate("mail"))
        #expect(device.frontmost == nil)

        // A push is shown, and no more; location is another matter.
        _ = try log.perform(.home)
        #expect(try log.perform(.push("mail", RemoteNotification())) == [])
        #expect(throws: DeviceError.forceQuit("mail")) { try device.perform(.wake("mail", .remoteNotification)) }
        #expect(
            try log.perform(.wake("maps", .location))
                == Sequence.launching("maps", "background") + Sequence.background("maps")
        )
        _ = try log.perform(.launch("mail"), .home, .crash("mail"))
        #expect(try log.perform(.wake("mail", .remoteNotification)).first == "mail D willFinish [background]")
    }

    // Rules: SEQ12, SEQ13, A34.
    @Test("Short memory ends a suspended app silently, and one that runs in the background is told")
    func memory() throws {
        _ = try log.perform(.launch("mail"), .launch("maps"), .beginActivity("maps", .location), .home)
        for name in ["mail", "maps"] { try device.perform(.setFootprint(name, bytes: 100)) }
        #expect(try log.perform(.setMemoryCapacity(150)) == Sequence.memoryWarning("maps", "background"))
        #expect(try log.states("mail", "maps") == [.notRunning, .background])
        #expect(
            try log.perform(.setMemoryCapacity(50))
                == Sequence.memoryWarning("maps", "background") + Sequence.terminate("maps")
        )
        #expect(try log.perform(.launch("maps")) == Sequence.launch("maps") + Sequence.memoryWarning("maps", "active"))
        #expect(try log.states("maps") == [.active])
    }

    // Rules: SEQ14.
    @Test("An app that exits on suspend ends where others enter the background")
    func exitsOnSuspend() throws {
        let end = Sequence.resign("game") + Sequence.terminate("game", "inactive")
        #expect(try log.perform(.launch("game"), .home) == Sequence.launch("game") + end)
        #expect(
            try log.perform(.launch("game"), .launch("mail")) == Sequence.launch("game") + end + Sequence.launch("mail")
        )
        #expect(throws: DeviceError.noBackgroundMode("game", .fetch)) { try device.perform(.wake("game", .fetch)) }
    }

    @Test("An app that exits on suspend waits inactive behind the lock screen")
    func exitsOnSuspendLocked() throws {
        _ = try log.perform(.launch("game"))
        #expect(try log.perform(.lock) == Sequence.resign("game"))
        #expect(try log.perform(.unlock) == Sequence.become("game"))
        // Launched during a call, too.
        _ = try log.perform(.home, .call(from: "Anna"), .acceptCall, .launch("game"), .lock)
        #expect(try log.perform(.unlock) == Sequence.become("game"))
        #expect(try log.perform(.endCall) == [])
    }

    // Rules: SEQ8, SEQ14, S31.
    @Test("A device without multitasking ends every app that is left, and apps can ask")
    func noMultitasking() throws {
        let log = DeviceLog(isMultitaskingSupported: false)
        try log.install("mail", modes: [.fetch])
        _ = try log.perform(.launch("mail"))
        #expect(log.device.application("mail")?.isMultitaskingSupported == false)
        let end = Sequence.terminate("mail", "inactive")
        #expect(try log.perform(.home) == Sequence.resign("mail") + end)
        _ = try log.perform(.launch("mail"), .call(from: "Anna"))
        #expect(try log.perform(.acceptCall) == end)
        #expect(try log.perform(.endCall) == [])
        #expect(throws: DeviceError.noMultitasking) { try log.device.perform(.openSwitcher) }
        #expect(throws: DeviceError.noBackground("mail")) { try log.device.perform(.wake("mail", .fetch)) }
    }

    // Rules: SEQ15.
    @Test("A push is told to an active app, and to another one when the push is opened")
    func pushes() throws {
        try log.install("chat")
        let push = DeviceAction.push("chat", RemoteNotification(userInfo: ["from": "Anna"]))
        #expect(throws: DeviceError.noNotification("chat")) { try device.perform(.tapNotification("chat")) }
        #expect(try log.perform(push) == [])
        #expect(
            try log.perform(.tapNotification("chat"))
                == Sequence.launching("chat") + ["chat D push Anna [inactive]"] + Sequence.become("chat")
        )
        #expect(try log.perform(push) == ["chat D push Anna [active]"])
        #expect(throws: DeviceError.noNotification("chat")) { try device.perform(.tapNotification("chat")) }
        #expect(try log.perform(.home, push) == Sequence.leave("chat"))
        #expect(
            try log.perform(.tapNotification("chat"))
                == Sequence.enter("chat") + ["chat D push Anna [inactive]"] + Sequence.become("chat")
        )
    }

    // Rules: A40, SEQ15.
    @Test("A push wakes an app of that mode in the background, and launches it there")
    func wakingPush() throws {
        let push = DeviceAction.push("mail", RemoteNotification(userInfo: ["from": "Anna"]))
        #expect(
            try log.perform(push)
                == Sequence.launching("mail", "background") + Sequence.background("mail")
                + ["mail D push Anna [background]"]
        )
        device.advance(by: .seconds(30))
        #expect(try log.states("mail") == [.suspended])
        #expect(try log.perform(push) == ["mail D push Anna [background]"])
        #expect(try log.states("mail") == [.background])
        device.advance(by: .seconds(30))
        #expect(try log.states("mail") == [.suspended])
    }

    // Rules: SEQ16.
    @Test("A local notification is told to an active app and shown otherwise, also when the app has ended")
    func localNotifications() throws {
        _ = try log.perform(.launch("maps"))
        let minute = MainRunLoop.Instant.zero.advanced(by: .seconds(60))
        try device.perform(.schedule("maps", LocalNotification(identifier: "tea", fireDate: minute)))
        device.advance(by: .milliseconds(59_999))
        #expect(log.log.take() == [])
        device.advance(by: .milliseconds(1))
        #expect(log.log.take() == ["maps D local tea [active]"])

        let hour = LocalNotification(
            identifier: "hour",
            fireDate: minute.advanced(by: .seconds(60)),
            repeatInterval: .seconds(3600)
        )
        _ = try log.perform(.schedule("maps", hour), .home, .crash("maps"))
        device.advance(by: .seconds(60))
        #expect(
            try log.perform(.tapNotification("maps"))
                == Sequence.launching("maps") + ["maps D local hour [inactive]"] + Sequence.become("maps")
        )
        // It was scheduled again, for the app that was launched anew.
        #expect(device.application("maps")?.scheduledLocalNotifications.map(\.identifier) == ["hour"])
        device.advance(by: .seconds(3600))
        #expect(log.log.take() == ["maps D local hour [active]"])
        device.application("maps")?.cancelAllLocalNotifications()
        device.advance(by: .seconds(7200))
        #expect(log.log.take() == [])
    }

    // Rules: SEQ17.
    @Test("A crash calls no method of the app")
    func crash() throws {
        _ = try log.perform(.launch("mail"))
        #expect(try log.perform(.crash("mail")) == [])
        #expect(try log.states("mail") == [.notRunning] && device.frontmost == nil)
        #expect(throws: DeviceError.notRunning("mail", .notRunning)) { try device.perform(.crash("mail")) }
    }

    @Test("Switching off ends apps in order, and nothing is done until the device is on again and locked")
    func power() throws {
        device.hasPasscode = true
        _ = try log.perform(.launch("mail"), .launch("maps"), .beginActivity("maps", .location), .launch("game"))
        #expect(
            try log.perform(.switchOff)
                == Sequence.resign("game") + Sequence.terminate("game", "inactive") + Sequence.terminate("maps")
        )
        #expect(throws: DeviceError.off) { try device.perform(.home) }
        #expect(try log.perform(.switchOn) == [])
        #expect(throws: DeviceError.onAlready) { try device.perform(.switchOn) }
        #expect(throws: DeviceError.locked) { try device.perform(.launch("mail")) }
        // Before the first unlock nothing is launched in the background.
        #expect(throws: DeviceError.neverUnlocked) { try device.perform(.wake("mail", .remoteNotification)) }
        #expect(try log.perform(.push("mail", RemoteNotification())) == [])
        #expect(try log.perform(.unlock) == [])
        #expect(try log.perform(.wake("mail", .remoteNotification)).count == 5)
    }
}
