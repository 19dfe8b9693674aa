import ResponderKit
import TestSupport

/// A child of a container: logs its calls, checks that those of its appearance follow one another legally, and runs a
/// hook in each.
final class ContainedController: ViewController {
    enum Phase {
        case hidden, appearing, shown, disappearing
    }

    let name: String
    private let log: Log
    /// Called with the name of each call.
    var hook: ((String) -> Void)?
    private(set) var phase = Phase.hidden
    /// The calls that were out of place.
    private(set) var violations: [String] = []
    /// The number of calls of `didMove(toParent:)` with a parent, less those without.
    private(set) var parents = 0

    init(_ name: String, _ log: Log) {
        self.name = name
        self.log = log
        super.init()
        title = name
    }

    private func note(_ call: String) {
        log.write("\(name).\(call)")
        hook?(call)
    }

    private func change(_ call: String, from former: Set<Phase>, to new: Phase) {
        if !former.contains(phase) { violations.append("\(name).\(call) while \(phase)") }
        phase = new
        note(call)
    }

    override func loadView() { view = LaidOut { [unowned self] in note("layout") } }
    override func viewDidLoad() { note("didLoad") }
    override func viewWillAppear() { change("willAppear", from: [.hidden, .disappearing], to: .appearing) }
    override func viewDidAppear() { change("didAppear", from: [.appearing], to: .shown) }
    override func viewWillDisappear() { change("willDisappear", from: [.appearing, .shown], to: .disappearing) }
    override func viewDidDisappear() { change("didDisappear", from: [.disappearing], to: .hidden) }

    override func willMove(toParent parent: ViewController?) {
        super.willMove(toParent: parent)
        note("willMove\(parent == nil ? " nil" : "")")
    }

    override func didMove(toParent parent: ViewController?) {
        super.didMove(toParent: parent)
        parents += parent == nil ? -1 : 1
        note("didMove\(parent == nil ? " nil" : "")")
    }
}

/// A view that notes its layout.
private final class LaidOut: View {
    private let note: () -> Void

    init(_ note: @escaping () -> Void) {
        self.note = note
        super.init(frame: .zero)
    }

    override func layoutSubviews() { note() }
}
