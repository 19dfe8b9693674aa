import ResponderKitTesting
import Testing

@testable import ResponderCore

// In processes of their own: a stack that overflows ends but that, and no other test's count of records is disturbed.
@MainActor
@Suite("Views that are nested deeper than the stack is")
struct DeepTreeTests {
    @Test("Views nested deeper than the stack is are shown, moved to another window, hidden and taken out")
    func operations() async {
        await #expect(processExitsWith: .success) { try await checkOperations() }
    }

    @Test("Touched views nested deeper than the stack is get their messages passed on to the top")
    func touched() async {
        await #expect(processExitsWith: .success) { try await checkTouched() }
    }
}

private let depth = 50_000

/// The outermost of many views, one inside another, and the innermost.
@MainActor
private func nest(frame: Rect) -> (outermost: View, innermost: View) {
    let innermost = View(frame: frame)
    var view = innermost
    for _ in 1..<depth {
        let outer = View(frame: frame)
        outer.addSubview(view)
        view = outer
    }
    return (view, innermost)
}

@MainActor
private func checkOperations() throws {
    let harness = try AppHarness()
    let other = harness.show(Window(frame: Rect(0, 0, 100, 100), application: harness.application))
    let (outermost, innermost) = nest(frame: Rect(1, 1, 10, 10))
    var isShown: Bool { innermost.record.pointee.flags.contains(.attached) }
    harness.add(outermost)
    try #require(isShown && innermost.window === harness.window)
    try #require(innermost.convert(.zero, to: nil) == Point(Double(depth), Double(depth)))
    other.addSubview(outermost)
    try #require(isShown && innermost.window === other)
    other.isHidden = true
    try #require(!isShown)
    other.isHidden = false
    try #require(isShown)
    outermost.removeFromSuperview()
    try #require(!isShown && innermost.window == nil)
    try #require(innermost.isDescendant(of: outermost))
}

@MainActor
private func checkTouched() throws {
    let harness = try AppHarness()
    let ground = harness.add(RecordingView("ground", frame: Rect(0, 0, 10, 10)))
    let (outermost, innermost) = nest(frame: Rect(0, 0, 10, 10))
    ground.addSubview(outermost)
    // Found without a search through all: that one goes down on the stack where views override `hitTest`.
    let catcher = harness.add(Catcher(innermost, frame: Rect(0, 0, 10, 10)))
    harness.finger().down(at: Point(1, 1)).move(to: Point(2, 2)).up()
    harness.loop.run(until: harness.now)
    catcher.removeFromSuperview()
    try #require(ground.log.lines == ["ground.began(1, 1)", "ground.moved(2, 2)", "ground.ended(2, 2)"])
}

/// Takes all touches for another view.
private final class Catcher: View {
    private let target: View

    init(_ target: View, frame: Rect) {
        self.target = target
        super.init(frame: frame)
    }

    override func hitTest(_ point: Point, with event: Event?) -> View? { target }
}
