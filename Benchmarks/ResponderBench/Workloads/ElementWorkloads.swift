import ResponderKit

extension Workload {
    /// What tests pay who look for what a person sees.
    static let elements: [Workload] = [
        Workload(
            name: "elements/tree-10000",
            summary: "the tree of what can be found on a screen of 10,000 views, half of them buttons"
        ) { effort in
            [try ElementTreeContender(count: effort.count(10))]
        }
    ]
}

private struct ElementTreeContender: Contender {
    let subject = Subject.responderKit
    private static let buttons = 5_000
    private let application: Application
    private let window: Window
    private let count: Int

    init(count: Int) throws {
        self.count = count
        application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        window = Window(frame: Rect(0, 0, 4000, 2000), application: application)
        for index in 0..<Self.buttons {
            let box = View(frame: Rect(Double(index % 100) * 40, Double(index / 100) * 40, 40, 40))
            let button = Button(frame: Rect(0, 10, 40, 20))
            button.setTitle("Button \(index)", for: .normal)
            box.addSubview(button)
            window.addSubview(box)
        }
        window.makeKeyAndVisible()
        application.launch()
        application.runLoop.runUntilIdle()
    }

    func run() throws -> [Measurement] {
        var found = 0
        let time = medianOfBatches(count) { nanoseconds { found += application.elementTree().count } }
        // The window is one too.
        let fed = count * (Self.buttons + 1)
        guard found == fed else { throw BenchError.miscounted(subject: subject, fed: fed, handled: found) }
        return [Measurement("time", "ms/tree", time / 1e6)]
    }
}
