import ResponderKit
import ResponderKitTesting
import ResponderSimulator
import TestSupport
import Testing

/// Apps and tests that ask a device for more than it can give.
@MainActor
@Suite("A device that is asked for too much")
struct DeviceMisuseTests {
    private let log = DeviceLog()
    private var device: SimulatedDevice { log.device }

    // Rules: SEQ16.
    @Test("Notifications that an app schedules when told of one come after those that were due")
    func chainOfNotifications() throws {
        try log.install("mail")
        try log.install("maps", modes: [.audio])
        _ = try log.perform(.launch("maps"), .beginActivity("maps", .audio), .launch("mail"))
        var left = 3
        log.afterNoting = { line, application in
            guard line.hasPrefix("mail D local"), left > 0 else { return }
            left -= 1
            application.scheduleLocalNotification(LocalNotification(identifier: "more"))
        }
        let application = try #require(device.application("mail"))
        device.advance(by: .seconds(1))
        for name in ["one", "two"] {
            application.scheduleLocalNotification(LocalNotification(identifier: name, fireDate: device.now))
        }
        log.log.entries = []
        device.settle()
        #expect(
            log.log.take() == ["one", "two", "more", "more"].map { "mail D local \($0) [active]" }
        )
        #expect(application.scheduledLocalNotifications == [])
    }

    @Test("An app that schedules a notification whenever it is told of one stops the process with a message")
    func endlessNotifications() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let device = SimulatedDevice()
            device.recordsHistory = false
            try device.install(Manifest(identifier: "mail", delegateClass: Rescheduler.self))
            try device.perform(.launch("mail"))
            await device.advance(by: .seconds(1))
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("virtual time stands still: a device has shown local notifications"), "\(text)")
    }

    // Rules: A41.
    @Test("A notification repeats once a minute at most: a device refuses shorter intervals, an app gets a minute")
    func shortInterval() throws {
        try log.install("mail")
        try device.perform(.launch("mail"))
        var tea = LocalNotification(identifier: "tea")
        for interval in [Duration.nanoseconds(1), .zero, .seconds(-5), .milliseconds(59_999)] {
            tea.repeatInterval = interval
            let error = #expect(throws: DeviceError.self) { try device.perform(.schedule("mail", tea)) }
            #expect(error?.description.hasSuffix("; give 1min or more") == true)
        }
        let application = try #require(device.application("mail"))
        #expect(application.scheduledLocalNotifications == [])
        application.scheduleLocalNotification(tea)
        #expect(application.scheduledLocalNotifications.map(\.repeatInterval) == [.seconds(60)])
        log.log.entries = []
        device.advance(by: .seconds(180))
        #expect(log.log.take().count == 4)
        tea.repeatInterval = .seconds(60)
        try device.perform(.schedule("mail", tea))
    }

    @Test("Time that is to pass while the history is told stops the process with a message")
    func timeInsideHistory() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let device = SimulatedDevice()
                device.onHistoryEntry = { [unowned device] _ in device.advance(by: .seconds(1)) }
                _ = try? device.perform(.home)
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("time cannot pass inside SimulatedDevice.onHistoryEntry"), "\(text)")
    }

    @Test("An action that is performed while the history is told waits until what is under way is over")
    func actionInsideHistory() throws {
        try log.install("mail")
        var outcome: SimulatedDevice.Outcome?
        device.onHistoryEntry = { [unowned device] entry in
            guard entry.text == "half" || entry.text == "D willFinishLaunching" else { return }
            outcome = try? device.perform(.call(from: "Anna"))
        }
        #expect(try log.perform(.launch("mail")) == Sequence.launch("mail") + Sequence.resign("mail"))
        #expect(outcome == .waiting)
        try device.perform(.declineCall)
        log.log.entries = []
        device.run(try DeviceScript("note half"))
        #expect(device.overlays == [])
        device.settle()
        #expect(log.log.take() == Sequence.resign("mail"))
        device.onHistoryEntry = nil
    }

    @Test("An app is not launched by itself inside an app's code, another launch or the history's telling")
    func launchInside() throws {
        try log.install("mail")
        try device.perform(.launch("mail"))
        var errors: [String] = []
        func launch() {
            do {
                try device.launch(Application.self) { _ in errors.append("prepared") }
            } catch {
                errors.append("\(error)")
            }
        }
        device.application("mail")?.runLoop.addTimer(after: .seconds(1)) { _ in launch() }
        device.advance(by: .seconds(1))
        #expect(errors.count == 1)
        #expect(errors.first?.hasPrefix("code of \"mail\" is being run") == true)
        #expect(try log.states("mail") == [.active])
        errors = []
        let application = try device.launch(Application.self) { _ in
            launch()
            #expect((try? device.perform(.home)) == .waiting)
        }
        #expect(errors.count == 1 && errors.first?.hasPrefix("code of an action is being run") == true)
        #expect(application.lifecycleState == .suspended)
        errors = []
        device.onHistoryEntry = { entry in if entry.text == "home" { launch() } }
        try device.perform(.home)
        #expect(errors.count == 1 && errors.first?.contains("is being run") == true)
        device.onHistoryEntry = nil
    }

    // Rules: A16, A14.
    @Test("Code that an app adds after its end, over a limit, is never called and keeps nothing")
    func deadCode() throws {
        try log.install("mail")
        try device.perform(.launch("mail"))
        weak let observed = device.application("mail")
        let heard = Log()
        var tokens: [ObservationToken] = []
        log.afterNoting = { [device] line, application in
            guard line == "mail D didEnterBackground [background]" else { return }
            device.spendTime(.seconds(6))
            let loop = application.runLoop
            loop.addTimer(after: .zero, every: .seconds(1)) { _ in heard.write("timer \(application)") }
            loop.post { heard.write("post \(application)") }
            loop.addUserSource { heard.write("source \(application)") }.signal()
            loop.addObserver(of: .all) { _ in heard.write("observer \(application)") }
            _ = loop.addUpdateHandler { heard.write("update \(application)") }
            loop.setNeedsUpdate()
            tokens.append(application.notificationCenter.observeAny { _ in heard.write("posted \(application)") })
            application.notificationCenter.post(Own(subject: application))
            application.notificationQueue.enqueue(Own(subject: application), postingStyle: .asap)
            application.notificationPort.handle(Int.self) { _ in heard.write("message \(application)") }
            application.notificationPort.makeSender().send(1, at: loop.now)
            application.scheduleLocalNotification(LocalNotification(identifier: "late"))
            #expect(application.beginBackgroundTask() == .invalid)
            loop.run(until: loop.now)
        }
        try device.perform(.home)
        device.advance(by: .seconds(10))
        #expect(heard.take() == [])
        #expect(observed == nil)
        try device.perform(.launch("mail"))
        #expect(device.application("mail")?.scheduledLocalNotifications == [])
        log.afterNoting = nil
    }
}

private struct Own: TypedNotification {
    static let name = "Own"
    var subject: AnyObject?
}

/// Schedules a notification for at once whenever it is told of one.
@MainActor
private final class Rescheduler: EntryPointDelegate {
    init() {}

    func applicationDidBecomeActive(_ application: Application) {
        application.scheduleLocalNotification(LocalNotification(identifier: "again"))
    }

    func application(_ application: Application, didReceive notification: LocalNotification) {
        application.scheduleLocalNotification(notification)
    }
}
