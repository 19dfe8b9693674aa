public import ResponderKit

/// What has happened on a device, in order.
public struct DeviceHistory: Hashable, Sendable {
    /// What happened.
    public internal(set) var entries: [Entry] = []

    /// An empty one.
    public init() {}

    /// One thing that happened.
    public struct Entry: Hashable, Sendable {
        /// When, on the device's clock.
        public let time: MainRunLoop.Instant
        /// The app that it happened to; nil for the device itself.
        public let app: String?
        /// The state that the app is in then, for ``Kind/entered`` the new one; nil for the device itself.
        public let state: LifecycleState?
        /// What happened.
        public let kind: Kind
    }

    /// What happened.
    public enum Kind: Hashable, Sendable {
        /// Somebody did something to the device.
        case action(DeviceAction)
        /// The app's state has become another.
        case entered
        /// The app's delegate is called.
        case call(Transition.Call)
        /// A notification of that name is posted to the app's observers.
        case post(String)
        /// The app has ended.
        case ended(LifecycleEvent.EndReason)
        /// The device or the app would not; why.
        case refused(String)
        /// The device did something by itself; what.
        case note(String)
    }

    /// Forgets what happened.
    public mutating func removeAll() { entries.removeAll() }

    /// The entries of one app.
    public func entries(of app: String) -> [Entry] { entries.filter { $0.app == app } }
}

extension DeviceHistory.Entry: CustomStringConvertible {
    /// What happened, with the state that a callback sees: `D didBecomeActive [active]`, `N` for a notification, `-> background`
    /// for a change of state; an action as a script has it.
    ///
    /// Always one line.
    public var description: String {
        switch kind {
        case .call, .post: "\(text) [\(state.map(\.description) ?? "")]"
        default: text.inOneLine()
        }
    }

    /// What happened, without the state.
    public var text: String {
        switch kind {
        case .action(let action): "\(action)"
        case .entered: "-> \(state.map(\.description) ?? "")"
        case .call(let call): "D \(call)"
        case .post(let name): "N \(name)"
        case .ended(let reason): "ended: \(reason)"
        case .refused(let reason): "refused: \(reason)"
        case .note(let text): text
        }
    }
}

extension SimulatedDevice {
    /// Takes something into the history.
    func record(_ kind: DeviceHistory.Kind, _ app: InstalledApp? = nil) {
        guard recordsHistory || onHistoryEntry != nil else { return }
        let entry = DeviceHistory.Entry(time: clock.now, app: app?.identifier, state: app?.state, kind: kind)
        take(entry)
    }

    private func take(_ entry: DeviceHistory.Entry) {
        if recordsHistory { history.entries.append(entry) }
        guard let onHistoryEntry else { return }
        let outer = isTellingHistory
        isTellingHistory = true
        onHistoryEntry(entry)
        isTellingHistory = outer
    }

    /// Has an application's life taken into the history; who listened to it already goes on listening.
    func listen(to application: Application, of app: InstalledApp) {
        let former = application.onLifecycleEvent
        application.onLifecycleEvent = { [weak self, weak app] event in
            former?(event)
            guard let self, let app else { return }
            guard recordsHistory || onHistoryEntry != nil else { return }
            let entry = DeviceHistory.Entry(
                time: event.time,
                app: app.identifier,
                state: event.state,
                kind: DeviceHistory.Kind(event.kind)
            )
            take(entry)
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
            case .refused(let refusal): .refused(refusal.description)
            case .ended(let reason): .ended(reason)
            }
    }
}
