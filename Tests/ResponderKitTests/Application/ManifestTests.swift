import ResponderKit
import ResponderKitTesting
import Testing

@MainActor
@Suite("The manifest, and what an application asks its host for")
struct ManifestTests {
    // Rules: S30.
    @Test("Unmet capabilities are those required that are missing, and those excluded that are there")
    func capabilities() {
        let manifest = Manifest(requiredCapabilities: ["gps": true, "still-camera": true, "telephony": false])
        #expect(manifest.unmetCapabilities(of: ["gps", "still-camera"]) == [])
        #expect(manifest.unmetCapabilities(of: ["telephony"]) == ["gps", "still-camera", "telephony"])
        #expect(Manifest().unmetCapabilities(of: []) == [])
    }

    @Test("URL schemes are compared without regard to case")
    func schemes() throws {
        let manifest = Manifest(urlSchemes: ["clock", "X-Alarm"])
        #expect(manifest.opens(try AppURL("CLOCK:1")))
        #expect(manifest.opens(try AppURL("x-alarm:2")))
        #expect(!manifest.opens(try AppURL("clocks:1")))
    }

    @Test("A manifest as text says what one in code says")
    func parsing() throws {
        let text = """
            # The clock.
            identifier = org.example.clock
            exits-on-suspend = true
            enters-background-before-exit = true

            background-modes = audio, remote-notification
            url-schemes = clock, alarm
            main-interface = clock.json
            state-file = /var/lib/clock/state 1.json
            supported-orientations = portrait, landscape-left
            required-capabilities = gps, !telephony
            touch-panels = name=ELAN Touchscreen, rotate=90
            input-devices = any, grab; 046d:c077, speed=0.5
            """
        let manifest = try Manifest(parsing: text)
        #expect(manifest.identifier == "org.example.clock" && manifest.exitsOnSuspend)
        #expect(manifest.entersBackgroundBeforeExit)
        #expect(manifest.backgroundModes == [.audio, .remoteNotification])
        #expect(manifest.urlSchemes == ["clock", "alarm"])
        #expect(manifest.mainInterface == "clock.json" && manifest.stateFile == "/var/lib/clock/state 1.json")
        #expect(manifest.supportedOrientations == [.portrait, .landscapeLeft])
        #expect(manifest.requiredCapabilities == ["gps": true, "telephony": false])
        #expect(manifest.touchPanels == (try TouchPanels.Request.parse("name=ELAN Touchscreen, rotate=90")))
        #expect(manifest.touchPanels.map(\.rotation) == [.quarter])
        #expect(manifest.inputDevices == (try InputDevices.Request.parse("any, grab; 046d:c077, speed=0.5")))
        #expect(try Manifest(parsing: "").supportedOrientations == [.portrait])
        #expect(try Manifest(parsing: "url-schemes =\r\nidentifier=a\r\n").identifier == "a")
    }

    @Test("A wrong line of a manifest is named by its number, with what would be right")
    func wrongLines() {
        let wrong = [
            "identifier": "line 1: there is no \"=\"",
            "# one\n\ncolour = red": "line 3: \"colour\" is no key; the keys are",
            "identifier = a\nidentifier = b": "line 2: \"identifier\" was set before",
            "exits-on-suspend = maybe": "line 1: \"maybe\" is neither true nor false",
            "background-modes = audio, video": "line 1: \"video\" is no background mode; there are audio, location",
            "supported-orientations = up": "line 1: \"up\" is no orientation; there are portrait",
            "url-schemes = 1a": "line 1: \"1a\" is not a scheme",
            "supported-orientations =": "line 1: an app has at least one orientation",
            "identifier =": "line 1: the identifier is empty",
            "main-interface =": "line 1: the main interface is not named; write the name of its file",
            "main-interface = a.json, b.json": "line 1: \"a.json, b.json\" names several files; an app has one main",
            "main-interface = a\nmain-interface = b": "line 2: \"main-interface\" was set before",
            "state-file =": "line 1: the state's file is not named; write its path",
            "required-capabilities = !": "line 1: \"!\" names no capability",
            "touch-panels = any, rotate=45": "line 1: \"45\" is not a rotation; write 0, 90, 180 or 270",
        ]
        for (text, problem) in wrong {
            do {
                _ = try Manifest(parsing: text)
                Issue.record("\(text) was taken for a manifest")
            } catch {
                #expect("\(error)".contains(problem), "\(error)")
            }
        }
    }

    // Rules: A41.
    @Test("Local notifications are kept in the order in which they are due, the first 64 of them")
    func localNotifications() throws {
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        let host = RecordingHost()
        application.host = host
        func at(_ seconds: Int) -> MainRunLoop.Instant { .zero.advanced(by: .seconds(seconds)) }
        for number in (1...70).reversed() {
            application.scheduleLocalNotification(LocalNotification(identifier: "\(number)", fireDate: at(number)))
        }
        #expect(application.scheduledLocalNotifications.map(\.identifier) == (1...64).map(String.init))
        // The same identifier takes the place of the former.
        application.scheduleLocalNotification(LocalNotification(identifier: "1", fireDate: at(60)))
        #expect(application.scheduledLocalNotifications.map(\.identifier)[57...59] == ["59", "60", "1"])
        application.cancelLocalNotification(withIdentifier: "2")
        application.cancelLocalNotification(withIdentifier: "none")
        #expect(application.scheduledLocalNotifications.count == 63)
        // Also in a list that is set whole: the last one stays.
        application.scheduledLocalNotifications = [1, 3, 2].map { LocalNotification(identifier: "x", fireDate: at($0)) }
        #expect(application.scheduledLocalNotifications.map(\.fireDate) == [at(2)])
        application.cancelAllLocalNotifications()
        #expect(application.scheduledLocalNotifications == [])
        #expect(host.lines.count == 75)
    }

    // Rules: A38.
    @Test("The host is told of the idle timer each time that it is set")
    func idleTimer() throws {
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        let host = RecordingHost()
        application.host = host
        #expect(!application.isIdleTimerDisabled)
        application.isIdleTimerDisabled = true
        application.isIdleTimerDisabled = false
        application.isIdleTimerDisabled = false
        #expect(host.lines == ["idle timer true", "idle timer false", "idle timer false"])
    }

    @Test("A URL is opened by the host; without a host nobody opens it")
    func openURL() throws {
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        let url = try AppURL("mail:anna")
        #expect(!application.open(url) && !application.canOpenURL(url))
        let host = RecordingHost()
        application.host = host
        #expect(application.open(url) && application.canOpenURL(url))
        #expect(host.lines == ["open mail:anna"])
        let plain = PlainHost()
        application.host = plain
        #expect(!application.open(url) && !application.canOpenURL(url))
        application.isIdleTimerDisabled = true
    }

    @Test("A delegate says in code what its app is")
    func inCode() {
        #expect(ClockDelegate.manifest.identifier == "org.example.clock")
        #expect(EmptyDelegate.manifest.identifier.isEmpty)
    }
}

private final class EmptyDelegate: EntryPointDelegate {}

private final class ClockDelegate: EntryPointDelegate {
    static var manifest: Manifest { Manifest(identifier: "org.example.clock") }
}

private final class PlainHost: ApplicationHost {}

private final class RecordingHost: ApplicationHost {
    var lines: [String] = []

    func application(_ application: Application, open url: AppURL) -> Bool {
        lines.append("open \(url)")
        return true
    }
    func application(_ application: Application, canOpen url: AppURL) -> Bool { true }
    func applicationDidSetIdleTimerDisabled(_ application: Application) {
        lines.append("idle timer \(application.isIdleTimerDisabled)")
    }
    func applicationDidChangeScheduledNotifications(_ application: Application) {
        lines.append("\(application.scheduledLocalNotifications.count)")
    }
}
