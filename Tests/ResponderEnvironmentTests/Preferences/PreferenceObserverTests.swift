import ResponderEnvironment
import ResponderKit
import ResponderKitTesting
import Testing

@MainActor
@Suite struct PreferenceObserverTests {
    let home = PreferenceHome()

    @Test("A change by the app is told before the setter returns, and a value that stays is not told")
    func atOnce() throws {
        let preferences = try home.open()
        var log: [String] = []
        let token = preferences.observe(.volume) { log.append("\($0) \($1) \(preferences[.volume])") }
        preferences[.volume] = 0.75
        preferences[.volume] = 0.75
        preferences[.count] = 1
        #expect(log == ["0.5 0.75 0.75"])
        preferences.register(defaults: ["volume": 1.0])
        preferences.remove(.volume)
        #expect(log == ["0.5 0.75 0.75", "0.75 1.0 1.0"])
        token.cancel()
        preferences[.volume] = 0
        #expect(log.count == 2)
    }

    @Test("Defaults that are registered together are told in the order of the keys' names")
    func registeredOrder() throws {
        let preferences = try home.open()
        let names = (0..<20).map { "key \(100 + $0)" }
        var log: [String] = []
        let tokens = names.map { name in
            preferences.observe(PreferenceKey(name, default: 0)) { (_, _) in log.append(name) }
        }
        preferences.register(defaults: Dictionary(uniqueKeysWithValues: names.map { ($0, 1) }))
        #expect(log == names)
        withExtendedLifetime(tokens) {}
    }

    @Test("An observer may set the value, and end observers, inside its call; the others hear only of the newest value")
    func nested() throws {
        let preferences = try home.open()
        var log: [String] = []
        let third = TokenHolder()
        let first = preferences.observe(.count) { old, new in
            log.append("first \(old) \(new)")
            if new > 10 { preferences[.count] = 10 }
            if new == 5 { third.token = nil }
        }
        let second = preferences.observe(.count) { log.append("second \($0) \($1)") }
        third.token = preferences.observe(.count) { log.append("third \($0) \($1)") }
        preferences[.count] = 12
        #expect(log == ["first 3 12", "first 12 10", "second 3 10", "third 3 10"])
        log = []
        preferences[.count] = 5
        #expect(log == ["first 10 5", "second 10 5"])
        withExtendedLifetime((first, second)) {}
    }

    @MainActor
    private final class TokenHolder {
        var token: ObservationToken?
    }

    // Rules: S25, A24, A46.
    @Test("What the settings page changes while the app is suspended is told once, at the resume, where it differs")
    func resumed() throws {
        let harness = try AppHarness()
        let application = harness.application
        let preferences = try home.open()
        preferences.attach(to: application)
        preferences[.count] = 4
        var log: [String] = []
        let tokens = [
            preferences.observe(.volume) { log.append("volume \($0) \($1)") },
            preferences.observe(.count) { log.append("count \($0) \($1)") },
        ]
        try application.receive(.enterBackground)
        try application.receive(.suspend)
        for volume in [0.1, 0.2, 0.3] {
            // The page sets the count to another value, and back.
            for count in [9, 4] {
                try home.file().write(["volume": .double(volume), "count": .int(count)])
                try application.receive(.change(.settings(changedKeys: ["volume", "count"])))
            }
        }
        #expect(log == [] && preferences[.volume] == 0.5)
        try application.receive(.resume)
        #expect(log == ["volume 0.5 0.3"])
        try application.receive(.enterForeground())
        #expect(log == ["volume 0.5 0.3"])
        // While the app runs, the page's change is told when it is reported.
        try home.file().write(["volume": .double(0.9), "count": nil])
        try application.receive(.change(.settings(changedKeys: ["volume", "count"])))
        #expect(log == ["volume 0.5 0.3", "count 4 3", "volume 0.3 0.9"])
        withExtendedLifetime(tokens) {}
    }

    // Rules: S25.
    @Test("What another process has changed is told at the return to the foreground, even if no host reports it")
    func returned() throws {
        let application = try AppHarness().application
        let preferences = try home.open()
        preferences.attach(to: application)
        var log: [String] = []
        let token = preferences.observe(.volume) { log.append("\($0) \($1)") }
        try application.receive(.enterBackground)
        try home.file().write(["volume": .double(0.9)])
        try application.receive(.enterForeground())
        #expect(log == ["0.5 0.9"])
        withExtendedLifetime(token) {}
    }
}
