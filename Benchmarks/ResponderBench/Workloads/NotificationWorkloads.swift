import CBenchFloors
import ResponderNotifications

/// How many batches of posts a run times.
private let batches = 20

extension Workload {
    /// A post, from the call to its return; each observer adds up the values that it gets.
    static let notifications: [Workload] =
        [
            Workload(name: "notifications/post-none", summary: "a notification that nobody observes is posted") {
                effort in
                [
                    CenterContender(observers: 0, count: effort.count(2_000)),
                    FloorPostContender(observers: 0, count: effort.count(2_000)),
                ]
            }
        ] + [1, 10, 100].map(post)
        + [
            Workload(
                name: "notifications/post-1-among-10000",
                summary: "a notification with one observer is posted; there are observers of 16,384 others"
            ) { effort in
                [
                    CenterContender(observers: 1, othersByPowerOfTwo: 14, count: effort.count(2_000)),
                    FloorPostContender(observers: 1, count: effort.count(2_000)),
                ]
            }
        ]

    private static func post(toObservers observers: Int) -> Workload {
        Workload(
            name: "notifications/post-\(observers)",
            summary: "a notification is posted to \(observers) observer\(observers == 1 ? "" : "s")"
        ) { effort in
            let count = effort.count(20_000 / (observers + 9))
            return [
                CenterContender(observers: observers, count: count),
                FloorPostContender(observers: observers, count: count),
            ]
        }
    }
}

/// The notification that is posted.
struct BenchNote: TypedNotification {
    static let name = "BenchNote"
    let number: Int
}

/// A notification that is another type for each parameter.
private struct OtherNote<Parameter>: TypedNotification {
    static var name: String { "OtherNote" }
}

private enum Zero<Parameter> {}
private enum One<Parameter> {}

/// A centre with observers of one notification, and of others that are not posted.
@MainActor
final class ObservedCenter {
    let center = TypedNotificationCenter()
    private var tokens: [ObservationToken] = []
    /// The observers' sum, in raw memory, as in a C program.
    nonisolated(unsafe) private let total = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    init(observers: Int, othersByPowerOfTwo depth: Int? = nil) {
        total.initialize(to: 0)
        if let depth { observeOthers(Never.self, depth) }
        let total = total
        for _ in 0..<observers {
            tokens.append(center.observe(BenchNote.self) { note in total.pointee &+= note.number })
        }
    }

    deinit { total.deallocate() }

    /// Posts `count` notifications; returns the sum that the observers added up.
    func post(_ count: Int) -> Int {
        total.pointee = 0
        for _ in 0..<count { center.post(BenchNote(number: 1)) }
        return total.pointee
    }

    private func observeOthers<Parameter>(_ parameter: Parameter.Type, _ depth: Int) {
        if depth == 0 {
            tokens.append(center.observe(OtherNote<Parameter>.self) { _ in })
        } else {
            observeOthers(Zero<Parameter>.self, depth - 1)
            observeOthers(One<Parameter>.self, depth - 1)
        }
    }
}

@MainActor
private func measure(
    _ subject: Subject,
    observers: Int,
    count: Int,
    _ post: () -> Int
) throws -> [Measurement] {
    var told = 0
    let time = medianOfBatches(batches) { nanoseconds { told += post() } }
    let fed = batches * count * observers
    guard told == fed else { throw BenchError.miscounted(subject: subject, fed: fed, handled: told) }
    return [Measurement("time", "ns/post", time / Double(count))]
}

private struct CenterContender: Contender {
    let subject = Subject.responderKit
    private let observed: ObservedCenter
    private let observers: Int
    private let count: Int

    init(observers: Int, othersByPowerOfTwo depth: Int? = nil, count: Int) {
        observed = ObservedCenter(observers: observers, othersByPowerOfTwo: depth)
        self.observers = observers
        self.count = count
    }

    func run() throws -> [Measurement] {
        try measure(subject, observers: observers, count: count) { observed.post(count) }
    }
}

private final class FloorPostContender: Contender {
    let subject = Subject.cFloor
    nonisolated(unsafe) private let all: OpaquePointer
    private let observers: Int
    private let count: Int

    init(observers: Int, count: Int) {
        all = bench_observers_create(observers)
        self.observers = observers
        self.count = count
    }

    deinit { bench_observers_destroy(all) }

    func run() throws -> [Measurement] {
        try measure(subject, observers: observers, count: count) { Int(bench_observers_post(all, count)) }
    }
}
