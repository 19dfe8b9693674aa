internal import ResponderEventLoop

/// A background task: see ``Application/beginBackgroundTask(name:expirationHandler:)``.
public struct BackgroundTaskIdentifier: Hashable, Sendable {
    /// Its number; no two tasks of an application have the same.
    public let rawValue: UInt64

    /// No task: none could be begun.
    public static let invalid = BackgroundTaskIdentifier(rawValue: 0)
}

/// The background tasks of an application that are open (rules A18 to A23).
///
/// It is Sendable because `state` is touched under the lock alone.
final class BackgroundTasks: Sendable {
    typealias Handler = @MainActor @Sendable () -> Void

    private struct Task {
        let id: BackgroundTaskIdentifier
        let name: String
        var handler: Handler?
    }

    private struct State {
        var open: [Task] = []
        var newest: UInt64 = 0
        var admits = false
    }

    nonisolated(unsafe) private var state = State()
    private let lock = Lock()

    /// Whether tasks can be begun.
    var admits: Bool {
        get { lock.locked { state.admits } }
        set { lock.locked { state.admits = newValue } }
    }

    var isEmpty: Bool { lock.locked { state.open.isEmpty } }

    /// Admits no tasks from now on where none is open; returns whether that is so.
    ///
    /// In one step: another thread may begin one at any moment, which then either holds up the suspension or is refused.
    func closeUnlessOpen() -> Bool {
        lock.locked {
            if state.open.isEmpty { state.admits = false }
            return state.open.isEmpty
        }
    }

    /// The name of the task that was begun first of those that are open.
    var oldestName: String? { lock.locked { state.open.first?.name } }

    func begin(name: String, handler: Handler?) -> BackgroundTaskIdentifier {
        lock.locked {
            guard state.admits else { return .invalid }
            state.newest += 1
            let id = BackgroundTaskIdentifier(rawValue: state.newest)
            state.open.append(Task(id: id, name: name, handler: handler))
            return id
        }
    }

    /// Ends a task, and returns whether it was open.
    func end(_ id: BackgroundTaskIdentifier) -> Bool {
        // What its handler captured is let go outside of the lock.
        let ended = lock.locked {
            state.open.firstIndex { $0.id == id }.map { state.open.remove(at: $0) }
        }
        return ended != nil
    }

    /// Takes the expiration handlers, of the tasks in the order in which they were begun.
    func takeHandlers() -> [(id: BackgroundTaskIdentifier, handler: Handler)] {
        lock.locked {
            let handlers = state.open.compactMap { task in task.handler.map { (task.id, $0) } }
            for place in state.open.indices { state.open[place].handler = nil }
            return handlers
        }
    }

    /// Whether a task has not ended.
    func isOpen(_ id: BackgroundTaskIdentifier) -> Bool {
        lock.locked { state.open.contains { $0.id == id } }
    }

    /// Forgets all tasks, and admits no others.
    func close() {
        let forgotten = lock.locked {
            state.admits = false
            defer { state.open.removeAll() }
            return state.open
        }
        withExtendedLifetime(forgotten) {}
    }
}
