import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@MainActor
@Suite("What reaches an application from other threads")
struct OtherThreadTests {
    @Test("A host needs nothing but the application to send by its port")
    func host() async throws {
        let application = try AppHarness().application
        let now = application.runLoop.now
        await Task.detached {
            _ = application.notificationPort.makeSender().send(HostMessage.resignActive, at: now)
        }.value
        await application.runLoop.runUntilIdle()
        #expect(application.applicationState == .inactive)
    }

    // Rules: A18.
    @Test("Background tasks are begun and ended off the main actor, by several threads at once")
    func backgroundTasks() async throws {
        let application = Application(runLoop: try makeLoop())
        try application.receive(.launch())
        let identifiers = await withTaskGroup(of: [BackgroundTaskIdentifier].self) { group in
            for _ in 0..<4 {
                group.addTask { @concurrent in
                    (0..<250).map { index in
                        let task = application.beginBackgroundTask()
                        if index % 2 == 0 { application.endBackgroundTask(task) }
                        return task
                    }
                }
            }
            var all: [BackgroundTaskIdentifier] = []
            for await some in group { all += some }
            return all
        }
        #expect(Set(identifiers).count == 1000)
        try application.receive(.enterBackground)
        #expect(try application.receive(.suspend) == .waiting)
        for identifier in identifiers { application.endBackgroundTask(identifier) }
        await application.runLoop.runUntilIdle()
        #expect(application.lifecycleState == .suspended)
    }

    @Test("Device streams take samples in each thread's order, drop the oldest of too many, and outlive nobody")
    func deviceStreams() async throws {
        let harness = try AppHarness()
        var samples: [Int] = []
        let streams = harness.application.deviceStreams
        let observation = streams.observe(Int.self) { samples.append($0) }
        await withTaskGroup { group in
            for thread in 0..<4 {
                let sender = streams.makeSender(of: Int.self)
                group.addTask { for number in 0..<100 { sender.send(thread * 1000 + number) } }
            }
        }
        await harness.settle()
        #expect(samples.count == 400 && streams.droppedSamples(of: Int.self) == 0)
        for thread in 0..<4 {
            #expect(samples.filter { $0 / 1000 == thread } == (0..<100).map { thread * 1000 + $0 })
        }
        samples = []
        let sender = streams.makeSender(of: Int.self)
        for number in 0..<3000 { sender.send(number) }
        await harness.settle()
        #expect(samples == Array(3000 - 1024..<3000) && streams.droppedSamples(of: Int.self) == 3000 - 1024)
        withExtendedLifetime(observation) {}
        var other: Application? = Application(runLoop: try makeLoop())
        let late = other?.deviceStreams.makeSender(of: Int.self)
        other = nil
        late?.send(1)
    }

    @Test("An update from another thread of what a stylus told of a touch arrives")
    func update() async throws {
        let harness = try AppHarness()
        let view = harness.add(UpdatedView(frame: Rect(100, 100, 500, 500)))
        let sender = harness.application.touchPort.makeSender()
        func pencil(_ force: Float, _ details: TouchContact.Details) -> TouchContact {
            TouchContact(7, .began, at: Point(200, 200), kind: .pencil, force: force, details: details)
        }
        let expecting = TouchContact.Details(
            estimatedPropertiesExpectingUpdates: .force,
            estimationUpdateIndex: 5
        )
        sender.send(pencil(1, expecting), at: harness.now)
        await harness.settle()
        #expect(view.forces == [])
        let update = pencil(2, .init(estimationUpdateIndex: 5))
        await Task.detached { sender.update(update) }.value
        await harness.settle()
        #expect(view.forces == [2])
    }
}

/// A view that notes the forces that estimates were replaced by.
private final class UpdatedView: View {
    private(set) var forces: [Float] = []

    override func touchesBegan(_ touches: TouchSet, with event: Event) {}

    override func touchesEstimatedPropertiesUpdated(_ touches: TouchSet) { forces += touches.map { Float($0.force) } }
}
