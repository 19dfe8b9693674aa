import ResponderKit

extension Workload {
    /// From the port's receive side to the action of a control, against a plain view that overrides the touch methods;
    /// in batches with coalescing off, as the rows `dispatch/…`.
    static let controls: [Workload] = [
        Workload(
            name: "controls/touch",
            summary: "batches, coalescing off: began, 20 moved, ended; a button's actions count each of them",
            references: [.plainView]
        ) { effort in
            let batches = effort.count(40)
            return [
                DispatchContender(try BenchTree { CountingButton(frame: $0) }, batches: batches),
                DispatchContender(try BenchTree { CountingView(frame: $0) }, .plainView, batches: batches),
            ]
        }
    ]
}

/// A button that counts what its actions are called for: each event of a touch inside it sends one.
final class CountingButton: Button, CallCounting {
    nonisolated(unsafe) private let calls = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    var handled: Int { calls.pointee }

    override init(frame: Rect) {
        calls.initialize(to: 0)
        super.init(frame: frame)
        for events in [Events.touchDown, .touchDragInside, .touchUpInside] {
            addAction(for: events) { [calls] _ in calls.pointee &+= 1 }
        }
    }

    deinit { calls.deallocate() }
}
