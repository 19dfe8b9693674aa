import ResponderKit

extension GrowthCurve {
    /// Characters of a text.
    static let text: [GrowthCurve] = [
        GrowthCurve(
            "text-lines",
            "a letter is typed amid N characters in lines of 49, and deleted; each key is laid out and drawn in a turn",
            per: "key",
            sizes: (0...5).map { 1_000 << (2 * $0) },
            counted: GuardedSizes(1_000, 16_000, 256_000)
        ) { characters in
            let app = try TextApp(lines: characters / 50)
            return { app.keys($0) }
        },
        GrowthCurve(
            "text-line",
            "the same amid one line of N characters, which is broken into rows",
            per: "key",
            sizes: (0...5).map { 10 << (2 * $0) },
            counted: GuardedSizes(160, 1_280, 10_240, events: 6)
        ) { characters in
            let app = try TextApp(lines: 1, columns: characters)
            return { app.keys($0) }
        },
    ]

    /// Steps that can be undone.
    static let undo: [GrowthCurve] = [
        GrowthCurve(
            "undo",
            "a step of N is undone, and redone",
            per: "step",
            sizes: (0...5).map(powerOfTen),
            counted: GuardedSizes(16, 256, 4_096)
        ) { steps in
            let undone = UndoneSteps(steps, loop: try MainRunLoop(clock: VirtualClock()))
            return { undone.undoAndRedo($0) }
        },
        GrowthCurve(
            "undo-all",
            "N steps are undone, and redone",
            per: "round",
            sizes: (0...4).map(powerOfTen),
            counted: GuardedSizes(16, 128, 1_024, events: 4)
        ) { steps in
            let undone = UndoneSteps(steps, loop: try MainRunLoop(clock: VirtualClock()))
            return { undone.undoAndRedo($0, steps: steps) }
        },
    ]
}

/// A number that was changed in steps.
@MainActor
private final class UndoneSteps {
    private let manager: UndoManager
    private var value = 0

    init(_ steps: Int, loop: MainRunLoop) {
        manager = UndoManager(loop: loop)
        for step in 1...steps {
            set(step)
            // A turn, which closes the group; a run without anything to wait for would take none.
            loop.post {}
            loop.run(until: .zero)
        }
    }

    private func set(_ value: Int) {
        let former = self.value
        manager.registerUndo(withTarget: self) { $0.set(former) }
        self.value = value
    }

    func undoAndRedo(_ count: Int, steps: Int = 1) -> Int {
        let top = value
        var done = 0
        for _ in 0..<count {
            for _ in 0..<steps { manager.undo() }
            if value == top - steps { done += 1 }
            for _ in 0..<steps { manager.redo() }
        }
        return value == top ? done : 0
    }
}
