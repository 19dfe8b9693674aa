import ResponderKit

extension GrowthCurve {
    /// Views inside one another.
    static let depth: [GrowthCurve] = [
        GrowthCurve(
            "depth-chain",
            "a move goes up a chain of N views that do not handle it, to the application",
            per: "event",
            sizes: powersOfTwo,
            counted: GuardedSizes(2, 32, 512)
        ) { depth in
            let tree = try BenchTree(nested: depth) { PlainView(frame: $0) }
            tree.send([TouchContact(1, .began, at: Point(2, 2))])
            tree.receive()
            return tree.job { tree.send(.moved) }
        },
        GrowthCurve(
            "depth-touch",
            "a finger touches the innermost of N views, and is lifted: the hit-test, began and ended",
            per: "touch",
            sizes: powersOfTwo,
            counted: GuardedSizes(8, 64, 512)
        ) { depth in
            let tree = try BenchTree(nested: depth) { CountingView(frame: $0) }
            return tree.job(calls: 2) {
                tree.send(.began)
                tree.send(.ended)
            }
        },
        GrowthCurve(
            "depth-action",
            "an action without a target goes from the innermost of N views up to the application",
            per: "action",
            sizes: powersOfTwo,
            counted: GuardedSizes(8, 64, 512)
        ) { depth in
            let app = try ActionApp(toTarget: false, views: depth)
            return { app.send($0) }
        },
    ]

    /// From 1 to 128.
    private static let powersOfTwo = (0...7).map { 1 << $0 }

    /// Many fingers on one view.
    static let fingers: [GrowthCurve] = [
        GrowthCurve(
            "fingers",
            "a frame of N moving fingers on one view",
            per: "frame",
            sizes: [1, 2, 5, 10, 20, 40],
            counted: GuardedSizes(2, 8, 32)
        ) { fingers in
            let tree = try BenchTree { FingersView(frame: $0) }
            tree.send([TouchFrame(.began, of: fingers, x: 2)])
            tree.receive()
            let there = TouchFrame(.moved, of: fingers, x: 3)
            let back = TouchFrame(.moved, of: fingers, x: 2)
            var isThere = false
            return tree.job(calls: fingers, batch: 500 / fingers) {
                isThere.toggle()
                tree.sender.send(isThere ? there : back)
            }
        }
    ]
}

extension BenchTree {
    /// `depth` views inside one another in the root view, each filling its superview; `leaf` makes the innermost.
    convenience init(nested depth: Int, leaf: (Rect) -> View) throws {
        try self.init(flat: 0)
        var view = hitView
        for level in 1...depth {
            let inner = level == depth ? leaf(view.bounds) : PlainView(frame: view.bounds)
            view.addSubview(inner)
            view = inner
        }
        setHitView(view)
    }

    func send(_ phase: TouchContact.Phase) { sender.send(TouchContact(1, phase, at: Point(2, 2)), at: .zero) }

    /// A job that sends something and has the application receive it; the handler gets that many calls for it.
    ///
    /// - Parameter batch: How many times as much the port's ring holds.
    func job(calls: Int = 1, batch: Int = 250, _ send: @escaping @MainActor () -> Void) -> GrowthCurve.Job {
        { count in
            let before = self.handled
            var sent = 0
            while sent < count {
                for _ in sent..<min(sent + batch, count) { send() }
                sent = min(sent + batch, count)
                self.receive()
            }
            return (self.handled - before) / calls
        }
    }
}
