import ResponderKit

extension GrowthCurve {
    /// Actions of a control.
    static let targets: [GrowthCurve] = [
        GrowthCurve(
            "targets",
            "a button's event calls N actions",
            per: "event",
            sizes: (0...4).map(powerOfTen),
            counted: GuardedSizes(10, 160, 2_560)
        ) { count in
            let button = TargetsButton(actions: count, others: 0)
            return { button.send($0) / count }
        },
        GrowthCurve(
            "targets-among",
            "a button's event calls one action of N, the rest of which are for other events",
            per: "event",
            sizes: (0...4).map(powerOfTen),
            counted: GuardedSizes(10, 160, 2_560)
        ) { count in
            let button = TargetsButton(actions: 1, others: count - 1)
            return { button.send($0) }
        },
    ]
}

/// A button with actions that count, and others that are never called.
@MainActor
private final class TargetsButton {
    private let button = Button(frame: Rect(0, 0, 100, 40))
    nonisolated(unsafe) private let calls = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    init(actions: Int, others: Int) {
        calls.initialize(to: 0)
        let unused: [Control.Events] = [.touchDownRepeat, .touchDragExit, .touchUpOutside]
        for index in 0..<others { button.addAction(for: unused[index % unused.count]) { _ in } }
        for _ in 0..<actions { button.addAction(for: .touchDown) { [calls] _ in calls.pointee &+= 1 } }
    }

    deinit { calls.deallocate() }

    /// Sends the event so often; returns how many actions were called.
    func send(_ count: Int) -> Int {
        calls.pointee = 0
        for _ in 0..<count { button.sendActions(for: .touchDown) }
        return calls.pointee
    }
}
