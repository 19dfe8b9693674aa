import ResponderEnvironment
import ResponderKit
import ResponderKitTesting
import Testing

@MainActor
@Suite struct PreferenceSavingTests {
    let home = PreferenceHome()

    @Test("What is set in a turn of the loop is written in that turn, in one step")
    func turn() async throws {
        let harness = try AppHarness()
        let preferences = try home.open()
        preferences.attach(to: harness.application)
        let timer = harness.loop.addTimer(after: .seconds(1)) { _ in
            preferences[.count] = 7
            preferences[.volume] = 0.25
            preferences[.count] = 8
        }
        await harness.advance(by: .seconds(2))
        #expect(try home.text() == "\"count\" = 8; \"volume\" = 0.25\n")
        withExtendedLifetime(timer) {}
    }

    @Test("What is set in the last callback before the app is in the background, is suspended or ends is written")
    func leaving() throws {
        for (number, last) in [HostMessage.enterBackground, .suspend, .terminate].enumerated() {
            let application = try AppHarness().application
            let preferences = try home.open()
            preferences.attach(to: application)
            let key = PreferenceKey("last", default: -1)
            if last == .suspend { try application.receive(.enterBackground) }
            preferences[key] = number
            try application.receive(last)
            #expect(try home.open()[key] == number)
        }
    }

    @Test("What cannot be written is told, kept, and written with what is set next")
    func failing() async throws {
        let harness = try AppHarness()
        let (disk, problems) = (SmallDisk(space: 0), Problems())
        let preferences = try home.open(problems: problems, space: disk)
        preferences.attach(to: harness.application)
        preferences[.count] = 1
        await harness.advance(by: .seconds(1))
        #expect(problems.list == [.notWritten(.full(PreferenceHome.name))])
        disk.space = 100
        preferences[.volume] = 1
        await harness.advance(by: .seconds(1))
        #expect(try home.text() == "\"count\" = 1; \"volume\" = 1.0\n")
        disk.space = 0
        preferences[.count] = 2
        await harness.advance(by: .seconds(1))
        #expect(problems.list.count == 2)
    }

    @Test("Preferences that were attached to an application are released with it")
    func released() throws {
        weak var released: Preferences?
        do {
            let harness = try AppHarness()
            let preferences = try home.open()
            preferences.attach(to: harness.application)
            preferences[.count] = 1
            released = preferences
        }
        #expect(released == nil)
    }
}
