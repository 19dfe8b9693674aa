public import ResponderKit
internal import ResponderSupport

/// What has happened on a device, in order.
public struct DeviceHistory: Hashable, Sendable {
    /// The entries, the oldest first.
    public internal(set) var entries: [Entry] = []

    /// An empty history.
    ///
    /// - Complexity: O(1); no allocation.
    public init() {}

    /// One thing that happened.
    public struct Entry: Hashable, Sendable {
        /// When the thing happened, on the device's clock.
        public let time: MainRunLoop.Instant
        /// The app that the thing happened to; nil for the device itself.
        public let app: String?
        /// The app's state at that time, which is the new state for ``Kind/entered``; nil for the device itself.
        public let state: LifecycleState?
        /// What happened.
        public let kind: Kind
    }

    /// The kinds of things that happen.
    public enum Kind: Hashable, Sendable {
        /// An action on the device.
        case action(DeviceAction)
        /// The app has entered another state.
        case entered
        /// The app's delegate is called.
        case call(Transition.Call)
        /// A notification is posted to the app's observers: its name.
        case post(String)
        /// The app's windows, so many, were pictured for the switcher (``SimulatedDevice/snapshots(of:)``).
        case snapshot(windows: Int)
        /// A touch of the app began, ended, was cancelled or refused, or no app gets a finger: see
        /// ``SimulatedDevice/recordsTouches``.
        case touch(String)
        /// The app has ended.
        case ended(LifecycleEvent.EndReason)
        /// The device or the app refused something: the reason.
        case refused(String)
        /// The device did something by itself, or a script has a note: the text.
        case note(String)
        /// The result of an action, such as the text that was read; may have several lines.
        case result(String)
    }

    /// Forgets all entries.
    ///
    /// - Complexity: O(number of entries); no allocation.
    public mutating func removeAll() { entries.removeAll() }

    /// The entries of one app, the oldest first.
    ///
    /// - Complexity: O(number of entries); allocates the array that it returns.
    public func entries(of app: String) -> [Entry] { entries.filter { $0.app == app } }
}

extension DeviceHistory.Entry: CustomStringConvertible {
    /// The entry in one line: `D didBecomeActive [active]` for a callback, `N` for a notification, `-> background` for
    /// a change of state, `T 1 began at 10,20: Button` for a touch, the line of a script for an action.
    ///
    /// Callbacks and notifications have the app's state in brackets.
    public var description: String {
        switch kind {
        case .call, .post: "\(text) [\(state.map(\.description) ?? "")]"
        default: text.inOneLine()
        }
    }

    /// The entry in words, without the state in brackets; may have several lines.
    public var text: String {
        switch kind {
        case .action(let action): "\(action)"
        case .entered: "-> \(state.map(\.description) ?? "")"
        case .call(let call): "D \(call)"
        case .post(let name): "N \(name)"
        case .snapshot(let windows): LifecycleEvent.text(ofSnapshotOf: windows)
        case .touch(let text): "T \(text)"
        case .ended(let reason): "ended: \(reason)"
        case .refused(let reason): "refused: \(reason)"
        case .note(let text): text
        case .result(let text): "= \(text)"
        }
    }
}

extension SimulatedDevice {
    /// Adds an entry to the history, and calls ``onHistoryEntry``.
    func record(_ kind: DeviceHistory.Kind, _ app: InstalledApp? = nil) {
        guard recordsHistory || onHistoryEntry != nil else { return }
        let entry = DeviceHistory.Entry(time: clock.now, app: app?.identifier, state: app?.state, kind: kind)
        append(entry)
    }

    private func append(_ entry: DeviceHistory.Entry) {
        if recordsHistory { history.entries.append(entry) }
        guard let onHistoryEntry else { return }
        let outer = isTellingHistory
        isTellingHistory = true
        onHistoryEntry(entry)
        isTellingHistory = outer
    }

    /// Records an application's lifecycle events in the history; an earlier `onLifecycleEvent` is still called.
    func listen(to application: Application, of app: InstalledApp) {
        if recordsTouches { listenToTouches(of: application, app) }
        let former = application.onLifecycleEvent
        application.onLifecycleEvent = { [weak self, weak app] event in
            former?(event)
            guard let self, let app else { return }
            if case .snapshot = event.kind { app.snapshots = app.application?.windowSnapshots ?? [] }
            if event.kind == .entered {
                stateChanges += 1
                app.stateNumber = stateChanges
            }
            guard recordsHistory || onHistoryEntry != nil else { return }
            let entry = DeviceHistory.Entry(
                time: event.time,
                app: app.identifier,
                state: event.state,
                kind: DeviceHistory.Kind(event.kind)
            )
            append(entry)
        }
    }
}

extension DeviceHistory.Kind {
    fileprivate init(_ kind: LifecycleEvent.Kind) {
        self =
            switch kind {
            case .entered: .entered
            case .call(let call): .call(call)
            case .post(let name): .post(name)
            case .snapshot(let windows): .snapshot(windows: windows)
            case .stateError(let error): .note(error.description)
            case .refused(let refusal): .refused(refusal.description)
            case .ended(let reason): .ended(reason)
            }
    }
}
