import CBenchFloors
import ResponderKit

/// How many batches of actions a run times.
private let batches = 20

extension Workload {
    /// An action, from the call of `sendAction` to its return; who performs it gets the sender and the event, and
    /// counts.
    static let actions: [Workload] = [
        workload("target", "an action is sent to a target", toTarget: true),
        workload(
            "chain-12",
            "an action without a target goes from the first responder up to the twelfth responder",
            toTarget: false
        ),
    ]

    private static func workload(_ name: String, _ summary: String, toTarget: Bool) -> Workload {
        Workload(name: "actions/\(name)", summary: summary) { effort in
            let count = effort.count(2_000)
            return [
                ActionContender(try ActionApp(toTarget: toTarget), count: count),
                FloorActionContender(toTarget: toTarget, count: count),
            ]
        }
    }
}

extension Action where Sender == View {
    fileprivate static let save = Action("save")

    /// The actions that a class performs besides `save`, by the class's number.
    fileprivate static func others(_ number: Int) -> [Action] { (0..<4).map { Action("other \(number) \($0)") } }
}

extension ActionTable {
    /// Four actions that nobody sends.
    fileprivate static func others(_ number: Int) -> ActionTable {
        ActionTable(Action<View>.others(number).map { .on($0) { (_: Responder) in } })
    }
}

private final class OneView: View {
    override class var actions: ActionTable { .others(1) }
    override var canBecomeFirstResponder: Bool { true }
}
private final class TwoView: View {
    override class var actions: ActionTable { .others(2) }
}
private final class ThreeView: View {
    override class var actions: ActionTable { .others(3) }
}
private final class FourView: View {
    override class var actions: ActionTable { .others(4) }
}

private final class SavingApplication: Application {
    /// In raw memory, as in a C program.
    nonisolated(unsafe) private let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    var performed: Int { count.pointee }

    required init(runLoop: MainRunLoop) {
        count.initialize(to: 0)
        super.init(runLoop: runLoop)
    }

    deinit { count.deallocate() }

    func save(_ sender: View, _ event: Event?) { count.pointee &+= 1 }

    override class var actions: ActionTable { [.on(.save, SavingApplication.save)] }
}

/// An application whose chain has twelve responders, or more: views of four classes with actions of their own, their
/// root view with its controller, the window, and the application, which performs the action.
@MainActor
final class ActionApp {
    private let application: SavingApplication
    private let window: Window
    private let controller = ViewController()
    private let leaf: View
    private let target: Responder?

    init(toTarget: Bool, views: Int = 8) throws {
        application = SavingApplication(runLoop: try MainRunLoop(clock: VirtualClock()))
        target = toTarget ? application : nil
        let frame = Rect(0, 0, 100, 100)
        window = Window(frame: frame, application: application)
        window.rootViewController = controller
        var view: View = controller.view
        for level in (0..<views).reversed() {
            let inner: View =
                switch level % 4 {
                case 0: OneView(frame: frame)
                case 1: TwoView(frame: frame)
                case 2: ThreeView(frame: frame)
                default: FourView(frame: frame)
                }
            view.addSubview(inner)
            view = inner
        }
        leaf = view
        window.makeKeyAndVisible()
        application.launch()
        guard leaf.becomeFirstResponder() else {
            throw BenchError.failed(subject: .responderKit, what: "the leaf cannot become first responder")
        }
    }

    /// Sends `count` actions; returns how many were performed.
    func send(_ count: Int) -> Int {
        let before = application.performed
        for _ in 0..<count { application.sendAction(.save, to: target, from: leaf, for: nil) }
        return application.performed - before
    }
}

@MainActor
private func measure(_ subject: Subject, count: Int, _ send: () -> Int) throws -> [Measurement] {
    var performed = 0
    let time = medianOfBatches(batches) { nanoseconds { performed += send() } }
    let fed = batches * count
    guard performed == fed else { throw BenchError.miscounted(subject: subject, fed: fed, handled: performed) }
    return [Measurement("time", "ns/action", time / Double(count))]
}

private struct ActionContender: Contender {
    let subject = Subject.responderKit
    private let app: ActionApp
    private let count: Int

    init(_ app: ActionApp, count: Int) {
        self.app = app
        self.count = count
    }

    func run() throws -> [Measurement] {
        try measure(subject, count: count) { app.send(count) }
    }
}

private final class FloorActionContender: Contender {
    let subject = Subject.cFloor
    nonisolated(unsafe) private let all = bench_actions_create(12)
    private let toTarget: Bool
    private let count: Int

    init(toTarget: Bool, count: Int) {
        self.toTarget = toTarget
        self.count = count
    }

    deinit { bench_actions_destroy(all) }

    func run() throws -> [Measurement] {
        try measure(subject, count: count) { Int(bench_actions_send(all, toTarget, count)) }
    }
}
