import ResponderKit
import ResponderKitTesting
import Testing

@MainActor
@Suite("An application that is ended by who is told of its life")
struct EndedByListenerTests {
    let trace = LifecycleTrace()
    private let begun = Begun()

    /// A life with each kind of thing that is told: orders, events, changes and the expiration of tasks.
    private static let life: [HostMessage] = [
        .launch(LaunchOptions(for: .remoteNotification(RemoteNotification()))), .memoryWarning,
        .change(.significantTime), .change(.protectedData(isAvailable: false)), .enterBackground,
        .deliver(.backgroundFetch), .suspend, .resume, .enterForeground(), .terminate,
    ]

    /// Runs an application until the host kills it inside the report of event `number`; returns the reported events,
    /// and the calls after the kill.
    private func live(killedAt number: Int?) throws -> (told: [LifecycleEvent], called: [String]) {
        let application = try trace.makeApplication()
        var told: [LifecycleEvent] = []
        application.onLifecycleEvent = { [unowned application] event in
            told.append(event)
            guard told.count - 1 == number else { return }
            trace.log.clear()
            _ = try? application.receive(.kill)
        }
        for message in Self.life {
            _ = try? application.receive(message)
            switch message {
            case .enterBackground: for _ in 0..<2 { beginTask(application) }
            case .deliver: trace.fetchCompletion?(.noData)
            case .suspend: application.runLoop.advance(by: .seconds(40))
            default: break
            }
        }
        application.onLifecycleEvent = nil
        return (told, trace.take())
    }

    /// Begins a background task that ends when it expires.
    private func beginTask(_ application: Application) {
        let place = begun.tasks.count
        let task = application.beginBackgroundTask { [begun, weak application] in
            trace.log.note("expired")
            application?.endBackgroundTask(begun.tasks[place])
        }
        begun.tasks.append(task)
    }

    // Rules: A3, A16, SEQ17.
    @Test("An application that a listener kills is not called any more, not even for what is being told, and ends once")
    func killed() throws {
        let whole = try live(killedAt: nil).told
        #expect(whole.count { $0.kind == .call(.backgroundTaskExpiration) } == 2)
        #expect(whole.last?.kind == .ended(.terminated))
        // The last two are of its end.
        for number in whole.indices.dropLast(2) {
            let (told, called) = try live(killedAt: number)
            #expect(called == [], "killed at \(whole[number])")
            #expect(told.prefix(number + 1) == whole.prefix(number + 1))
            let rest = told.dropFirst(number + 1)
            #expect(rest.map(\.kind) == [.entered, .ended(.killed)], "killed at \(whole[number])")
            #expect(rest.allSatisfy { $0.state == .notRunning })
        }
    }
}

/// The background tasks that were begun.
@MainActor
private final class Begun {
    var tasks: [BackgroundTaskIdentifier] = []
}
