import ResponderKit

extension GrowthCurve {
    /// Recognisers on one view.
    static let gestures: [GrowthCurve] = [
        GrowthCurve(
            "recognizers",
            "a finger moves, with N recognisers on the root view that decide nothing",
            per: "event",
            sizes: [0, 1, 4, 16, 64, 250, 1_000],
            counted: GuardedSizes(4, 64, 1_000, events: 40)
        ) { count in
            let tree = try BenchTree { CountingView(frame: $0) }
            let recognizers = (0..<count).map { _ in WatchingGestureRecognizer() }
            for recognizer in recognizers { tree.addGestureRecognizer(recognizer) }
            tree.send(.began)
            tree.receive()
            let views = tree.job { tree.send(.moved) }
            return { count in
                let before = recognizers.map(\.moves)
                let done = try views(count)
                return zip(recognizers, before).allSatisfy { $0.moves - $1 == count } ? done : 0
            }
        },
        GrowthCurve(
            "requirements",
            "a tap, with N recognisers of taps that wait for one another to fail, and one that waits for none",
            per: "tap",
            sizes: [0, 1, 4, 16, 64, 250, 1_000],
            counted: GuardedSizes(4, 64, 1_000, events: 10)
        ) { count in
            let taps = try Taps(count + 1)
            for (tap, next) in zip(taps.all, taps.all.dropFirst()) { tap.require(toFail: next) }
            return taps.job(recognized: 1)
        },
        GrowthCurve(
            "recognizers-together",
            "a tap, with N recognisers of taps that succeed together",
            per: "tap",
            sizes: (0...7).map { 1 << $0 },
            counted: GuardedSizes(4, 16, 64, events: 10)
        ) { count in
            let taps = try Taps(count)
            for tap in taps.all { tap.delegate = taps }
            return taps.job(recognized: count)
        },
    ]
}

/// A recogniser that decides nothing before the touch ends.
private final class WatchingGestureRecognizer: GestureRecognizer {
    private(set) var moves = 0

    override func touchesMoved(_ touches: TouchSet, with event: Event) { moves &+= 1 }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { state = .failed }
}

/// A root view with recognisers of taps.
@MainActor
private final class Taps: GestureRecognizerDelegate {
    private let tree: BenchTree
    let all: [TapGestureRecognizer]
    private var recognized = 0

    init(_ count: Int) throws {
        tree = try BenchTree { CountingView(frame: $0) }
        all = (0..<count).map { _ in TapGestureRecognizer() }
        for tap in all {
            tap.addAction { [unowned(unsafe) self] _ in recognized += 1 }
            tree.addGestureRecognizer(tap)
        }
    }

    /// A tap that so many of the recognisers recognise.
    func job(recognized each: Int) -> GrowthCurve.Job {
        // Began and cancelled.
        let taps = tree.job(calls: 2) { [tree] in
            tree.send(.began)
            tree.send(.ended)
        }
        return { count in
            let before = self.recognized
            let touches = try taps(count)
            return self.recognized - before == count * each ? touches : 0
        }
    }

    func gestureRecognizer(
        _ recognizer: GestureRecognizer,
        shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool { true }
}
