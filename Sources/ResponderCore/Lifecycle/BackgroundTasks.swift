internal import ResponderEventLoop

/// A background task: see ``Application/beginBackgroundTask(name:expirationHandler:)``.
public struct BackgroundTaskIdentifier: Hashable, Sendable {
    /// The task's number; no two tasks of an application have the same number.
    public let rawValue: UInt64

    /// The identifier of no task: the task could not begin.
    public static let invalid = BackgroundTaskIdentifier(rawValue: 0)
}

/// The open background tasks of an application (rules A18 to A23).
///
/// The class is Sendable because `state` is accessed only under the lock.
final class BackgroundTasks: Sendable {
    typealias Handler = @MainActor @Sendable () -> Void

    private struct Task {
        let name: String
        var handler: Handler?
    }

    private struct State {
        var open: [BackgroundTaskIdentifier: Task] = [:]
        var newest: UInt64 = 0
        var admits = false
    }

    nonisolated(unsafe) private var state = State()
    private let lock = Lock()

    /// Whether tasks can begin.
    var admits: Bool {
        get { lock.locked { state.admits } }
        set { lock.locked { state.admits = newValue } }
    }

    var isEmpty: Bool { lock.locked { state.open.isEmpty } }

    /// Stops admitting tasks if no task is open; returns whether no task is open.
    ///
    /// The lock makes the check and the change one step: a task that another thread begins meanwhile either holds up
    /// the suspension or is refused.
    func closeUnlessOpen() -> Bool {
        lock.locked {
            if state.open.isEmpty { state.admits = false }
            return state.open.isEmpty
        }
    }

    /// The name of the oldest open task.
    ///
    /// Linear in the open tasks.
    var oldestName: String? {
        lock.locked { state.open.min { $0.key.rawValue < $1.key.rawValue }?.value.name }
    }

    func begin(name: String, handler: Handler?) -> BackgroundTaskIdentifier {
        lock.locked {
            guard state.admits else { return .invalid }
            state.newest += 1
            let id = BackgroundTaskIdentifier(rawValue: state.newest)
            state.open[id] = Task(name: name, handler: handler)
            return id
        }
    }

    /// Ends a task, and returns whether it was open.
    func end(_ id: BackgroundTaskIdentifier) -> Bool {
        // The task is released outside of the lock, since the release of its handler may run any deinit.
        let ended = lock.locked { state.open.removeValue(forKey: id) }
        return ended != nil
    }

    /// Takes the expiration handlers out, in the order in which their tasks began.
    func takeHandlers() -> [(id: BackgroundTaskIdentifier, handler: Handler)] {
        lock.locked {
            let handlers = state.open.compactMap { id, task in task.handler.map { (id: id, handler: $0) } }
            for id in state.open.keys { state.open[id]?.handler = nil }
            return handlers.sorted { $0.id.rawValue < $1.id.rawValue }
        }
    }

    /// Whether a task is open.
    func isOpen(_ id: BackgroundTaskIdentifier) -> Bool {
        lock.locked { state.open[id] != nil }
    }

    /// Forgets all tasks, and admits no further tasks.
    func close() {
        let forgotten = lock.locked {
            state.admits = false
            defer { state.open.removeAll() }
            return state.open
        }
        withExtendedLifetime(forgotten) {}
    }
}
