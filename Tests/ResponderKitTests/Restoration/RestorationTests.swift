import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("Saving and restoring an app's state")
struct RestorationTests {
    private let notes: SavingDevice
    private static let saved = "7 tab 1 list=text 0@100.0 detail-1=text 1@200.0 detail-2=text 2@300.0 map=@333.0"

    init() throws {
        notes = try SavingDevice()
        try notes.perform(.launch("notes"))
    }

    /// Has the user work, go home, and the system purge the app; then the app is launched again.
    private func comeBackAfterPurge() throws {
        #expect(notes.use() == Self.saved)
        try notes.perform(.home, .setMemoryCapacity(0), .setMemoryCapacity(nil))
        #expect(try notes.device.state(of: "notes") == .notRunning)
        try notes.perform(.launch("notes"))
        notes.device.settle()
    }

    // Rules: A35.
    @Test("The tree, the places, the tab and the texts are what they were after a purge")
    func afterPurge() throws {
        notes.device.history.removeAll()
        try notes.perform(.setFootprint("notes", bytes: 1))
        try comeBackAfterPurge()
        #expect(notes.lives.count == 2 && notes.app.isRestored)
        #expect(notes.app.summary == Self.saved)
        #expect(
            notes.app.askedFor == [
                "tabs", "tabs/stack", "tabs/stack/list", "tabs/stack/detail-1", "tabs/stack/detail-2", "tabs/map",
            ]
        )
    }

    // Rules: A35, SEQ1, SEQ5.
    @Test("The state is saved after did enter background, before the snapshot, and restored between launch methods")
    func order() throws {
        try notes.perform(.setFootprint("notes", bytes: 1))
        _ = notes.takeHistory()
        #expect(notes.use() == Self.saved)
        try notes.perform(.home)
        #expect(
            notes.takeHistory() == [
                "D willResignActive [active]", "N UIApplicationWillResignActiveNotification [active]",
                "D didEnterBackground [background]", "N UIApplicationDidEnterBackgroundNotification [background]",
                "D shouldSaveApplicationState [background]", "D willEncodeRestorableState [background]",
                "snapshot of a window",
            ]
        )
        try notes.perform(.setMemoryCapacity(0), .setMemoryCapacity(nil))
        _ = notes.takeHistory()
        try notes.perform(.launch("notes"))
        let find = "D viewControllerWithRestorationIdentifierPath [inactive]"
        #expect(
            notes.takeHistory() == [
                "D willFinishLaunching [inactive]", "D shouldRestoreApplicationState [inactive]",
                find, find, find, find, find, find,
                "D didDecodeRestorableState [inactive]", "D didFinishLaunching [inactive]",
                "N UIApplicationDidFinishLaunchingNotification [inactive]", "D didBecomeActive [active]",
                "N UIApplicationDidBecomeActiveNotification [active]",
            ]
        )
    }

    // Rules: A35.
    @Test("An app without a store, or whose delegate does not agree, saves nothing")
    func notWanted() throws {
        let plain = try SavingDevice(stateFile: nil)
        try plain.perform(.launch("notes"), .home)
        #expect(!plain.takeHistory().contains { $0.contains("State") })
        notes.app.saves = false
        try notes.perform(.home)
        #expect(notes.takeHistory().contains("D shouldSaveApplicationState [background]"))
        try notes.perform(.crash("notes"), .launch("notes"))
        #expect(!notes.takeHistory().contains { $0.contains("Restor") })
    }

    // Rules: A35.
    @Test("A state that the delegate does not want restored is left, and the next save replaces the state")
    func refused() throws {
        notes.onMaking = { app, _ in app.restores = false }
        try notes.perform(.setFootprint("notes", bytes: 1))
        try comeBackAfterPurge()
        #expect(!notes.app.isRestored && notes.app.askedFor.isEmpty)
        #expect(notes.app.summary == "0 tab 0 list=@0.0 map=@0.0")
        notes.onMaking = nil
        try notes.perform(.crash("notes"), .launch("notes"))
        notes.device.settle()
        #expect(notes.app.summary == Self.saved)
    }

    // Rules: A35, A36.
    @Test("Nothing is restored after the user's kill, wherever the app was", arguments: [true, false])
    func afterKill(isInFront: Bool) throws {
        _ = notes.use()
        if !isInFront { try notes.perform(.home) }
        try notes.perform(.openSwitcher, .kill("notes"), .home, .launch("notes"))
        #expect(notes.lives.count == 2 && !notes.app.isRestored)
        #expect(notes.app.summary == "0 tab 0 list=@0.0 map=@0.0")
    }

    // Rules: A35.
    @Test("After a crash in front, the state of the last time in the background is restored")
    func afterCrash() throws {
        _ = notes.use()
        try notes.perform(.home, .launch("notes"))
        notes.app.count = 100
        try notes.perform(.crash("notes"), .launch("notes"))
        notes.device.settle()
        #expect(notes.app.summary == Self.saved)
        // Nor is it lost with a launch: only the next one in the background replaces it.
        try notes.perform(.crash("notes"), .launch("notes"))
        notes.device.settle()
        #expect(notes.app.summary == Self.saved)
    }

    // Rules: A35.
    @Test(
        "After ends during two restorations the state is thrown away, with an error, and the app runs",
        arguments: ["find", "didDecode", "didFinish"]
    )
    func crashInRestoration(place: String) throws {
        _ = notes.use()
        try notes.perform(.home, .crash("notes"))
        notes.onMaking = { app, application in
            if place == "didFinish" {
                application.onLifecycleEvent = { [weak application] event in
                    if event.kind == .call(.didFinishLaunching) { _ = try? application?.receive(.kill) }
                }
            }
            app.hook = { if $0 == place { _ = try? $1.receive(.kill) } }
        }
        for _ in 0..<2 {
            try notes.perform(.launch("notes"))
            #expect(try notes.device.state(of: "notes") == .notRunning)
        }
        notes.onMaking = nil
        _ = notes.takeHistory()
        try notes.perform(.launch("notes"))
        #expect(notes.takeHistory().contains(StateError.lastRestorationFailed.description))
        #expect(!notes.app.isRestored && notes.app.askedFor.isEmpty)
        #expect(try notes.device.state(of: "notes") == .active)
        // From then on as before.
        _ = notes.use()
        try notes.perform(.home, .crash("notes"), .launch("notes"))
        notes.device.settle()
        #expect(notes.app.summary == Self.saved)
    }

    // Rules: A35.
    @Test("After an end during one restoration, as by a power failure, the next launch restores the state")
    func endInRestoration() throws {
        _ = notes.use()
        try notes.perform(.home, .crash("notes"))
        notes.onMaking = { app, _ in app.hook = { if $0 == "didDecode" { _ = try? $1.receive(.kill) } } }
        try notes.perform(.launch("notes"))
        #expect(try notes.device.state(of: "notes") == .notRunning)
        notes.onMaking = nil
        try notes.perform(.launch("notes"))
        notes.device.settle()
        #expect(notes.app.isRestored && notes.app.summary == Self.saved)
    }

    // Rules: A35, A16.
    @Test("An app that ends while it saves keeps the state before", arguments: ["shouldSave", "willEncode", "slow"])
    func endWhileSaving(place: String) throws {
        _ = notes.use()
        try notes.perform(.home, .launch("notes"))
        notes.app.count = 100
        notes.app.hook = { [device = notes.device] name, application in
            if name == place { _ = try? application.receive(.kill) }
            if name == "willEncode", place == "slow" { device.spendTime(.seconds(6)) }
        }
        try notes.perform(.home)
        #expect(try notes.device.state(of: "notes") == .notRunning)
        try notes.perform(.launch("notes"))
        notes.device.settle()
        #expect(notes.app.summary == Self.saved)
    }

    // Rules: A35, SEQ2.
    @Test("A launch in the background also restores, so that the user finds the screens later")
    func inBackground() throws {
        _ = notes.use()
        try notes.perform(.home, .crash("notes"), .setAllowed("notes", false), .launch("notes"))
        #expect(try notes.device.state(of: "notes") == .background)
        #expect(notes.app.isRestored)
        notes.device.settle()
        #expect(notes.app.stack.viewControllers.count == 3 && notes.app.tabs.selectedIndex == 1)
    }

    // Rules: A35.
    @Test("An app that the host ends in order saves on the way, and is restored")
    func afterTermination() throws {
        let saved = notes.use()
        try notes.perform(.switchOff, .switchOn, .unlock, .launch("notes"))
        notes.device.settle()
        #expect(notes.app.summary == saved && notes.lives.count == 2)
    }
}
