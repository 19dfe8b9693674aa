internal import ResponderKit

/// Why a device does not become idle.
package struct BusyReport {
    /// How much time has passed meanwhile.
    package let duration: Duration
    /// Whether time has stood still: there was more and more to do at one instant.
    package let isStandstill: Bool
    /// What keeps the apps busy, the most frequent first; never empty.
    package let reasons: [String]
}

extension BusyWatch {
    /// What has kept the device busy.
    func report(isStandstill: Bool) -> BusyReport {
        let isStandstill = isStandstill || self.isStandstill
        return BusyReport(
            duration: start.duration(to: device.clock.now),
            isStandstill: isStandstill,
            reasons: reasons(isStandstill)
        )
    }

    private func reasons(_ isStandstill: Bool) -> [String] {
        let span = isStandstill ? "at one instant" : "in \((notedSince ?? start).duration(to: device.clock.now))"
        let apps = Dictionary(uniqueKeysWithValues: device.awake.apps.map { ($0.identifier, BusyApp($0)) })
        let sorted = calls.filter { apps[$0.key.app]?.mayBeCause($0.key, isStandstill) ?? true }
            .sorted { ($1.value, $0.key.kind.rawValue, $0.key.name) < ($0.value, $1.key.kind.rawValue, $1.key.name) }
        // What came once, and what comes seldom, keeps nobody busy, unless there is nothing else.
        let frequent = sorted.filter { call, count in
            count > 1 && !(apps[call.app]?.isSeldom(call, nearness) ?? false)
        }
        let reasons = (frequent.isEmpty ? sorted : frequent).flatMap { call, count in
            let words = apps[call.app]?.words(for: call, count, span) ?? ["\(call.kind.rawValue) \"\(call.name)\""]
            return apps.count > 1 ? words.map { "\"\(call.app)\": \($0)" } : words
        }
        guard reasons.isEmpty else { return reasons }
        return ["the device's own events: local notifications, the end of a wake-up, warnings of memory or auto-lock"]
    }
}

/// An app that is busy, as it is when the wait has failed.
@MainActor
private struct BusyApp {
    private let timers: [MainRunLoop.WaitingTimer]
    private let links: [(name: String, framesPerSecond: Int)]
    private let scrollViews: [ScrollView]
    private let markedViews: [View]
    /// Whether the last update pass has asked for another one.
    private let updatesAnew: Bool

    init(_ app: InstalledApp) {
        guard let application = app.application else {
            (timers, links, scrollViews, markedViews, updatesAnew) = ([], [], [], [], false)
            return
        }
        timers = application.runLoop.waitingTimers
        links = application.displayLinks.runningLinks
        updatesAnew = application.runLoop.isUpdateMarked
        markedViews = application.updatePass.markedViews
        var moving: [ScrollView] = []
        var views: [View] = application.windows.reversed()
        while let view = views.popLast() {
            if let scrollView = view as? ScrollView, scrollView.isInMotion { moving.append(scrollView) }
            views += view.subviews.reversed()
        }
        scrollViews = moving
    }

    /// The intervals of the repeating timers of that name, without repetitions.
    private func intervals(_ name: String) -> [Duration] {
        Set(timers.filter { $0.name == name }.compactMap(\.interval)).sorted()
    }

    /// Whether a callback is that of a repeating timer that fires less often than a wait for an idle device notices.
    func isSeldom(_ call: BusyWatch.Call, _ nearness: Duration) -> Bool {
        call.kind == .timer && intervals(call.name).first.map { $0 > nearness } ?? false
    }

    /// Whether a callback may be a cause, not an effect, of the app's being busy.
    ///
    /// Only timers move the clock on. Where the clock stands, an update pass is a cause if it asks for the next one.
    func mayBeCause(_ call: BusyWatch.Call, _ isStandstill: Bool) -> Bool {
        guard isStandstill else { return call.kind == .timer }
        switch call.kind {
        case .observer: return false
        case .updateHandler: return updatesAnew && (call.name == Self.viewUpdate) != markedViews.isEmpty
        case .post, .input, .timer, .userSource, .watch, .mainQueue, .notification: return true
        }
    }

    /// The name of the update handler that lays out views and has them draw.
    private static let viewUpdate = "update of the views"
    /// The most views that a reason names.
    private static let mostViews = 8

    func words(for call: BusyWatch.Call, _ count: Int, _ span: String) -> [String] {
        let (name, times) = ("\"\(call.name)\"", count == 1 ? "once" : "\(count) times")
        switch call.kind {
        case .timer:
            if call.name == "scroll view", !scrollViews.isEmpty {
                return scrollViews.map { "a scroll view in motion: \(ResponderName($0))" }
            }
            if let link = links.first(where: { $0.name == call.name }) {
                let rate = "\(link.framesPerSecond) frames per second"
                return ["a display link that \(name) has added, with \(rate), was called \(times) \(span)"]
            }
            let intervals = intervals(call.name).map { "\($0)" }.joined(separator: " or ")
            return intervals.isEmpty
                ? ["a timer that \(name) adds anew fired \(times) \(span)"]
                : ["a timer that \(name) has added, and that repeats every \(intervals), fired \(times) \(span)"]
        case .post: return ["a block that \(name) posts anew ran \(times) \(span)"]
        case .updateHandler where call.name == Self.viewUpdate:
            return markedViews.prefix(Self.mostViews).map {
                "a view that is marked anew in each update pass: \(ResponderName($0)); \(times) \(span)"
            }
        case .updateHandler: return ["an update pass that is asked for anew called \(name) \(times) \(span)"]
        case .userSource: return ["a source that is signalled anew called \(name) \(times) \(span)"]
        case .watch: return ["a descriptor or signal that is ready again called \(name) \(times) \(span)"]
        case .notification: return ["a notification \(name) that is queued anew was posted \(times) \(span)"]
        case .input: return ["samples came to the port \(name) \(times) \(span)"]
        case .mainQueue, .observer: return ["\(name) was served \(times) \(span)"]
        }
    }
}
