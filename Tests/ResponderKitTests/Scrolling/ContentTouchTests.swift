import ResponderKitTesting
import Testing

@testable import ResponderKit

@MainActor
@Suite("Touches in the content of a scroll view")
struct ContentTouchTests {
    private let scene: ScrollScene
    private let log = ResponderLog()
    private let button: RecordingView
    private var view: ScrollView { scene.view }

    init() throws {
        scene = try ScrollScene()
        button = RecordingView("button", log: log, frame: Rect(0, 0, 300, 1000))
        view.addSubview(button)
        scene.harness.settle()
    }

    private func phases() -> [String] {
        defer { log.clear() }
        return log.lines.map { String($0.prefix { $0 != "(" }) }
    }

    // Rules: G23.
    @Test("a touch reaches the content after 150 ms, or when the finger is lifted before")
    func delayed() {
        scene.finger.down(at: Point(10, 10))
        scene.wait(149)
        #expect(phases() == [])
        scene.wait(1)
        #expect(phases() == ["button.began"])
        scene.finger.up()
        scene.harness.settle()
        #expect(phases() == ["button.ended"])
        scene.finger.down(at: Point(10, 10))
        scene.wait(50)
        scene.finger.up()
        scene.harness.settle()
        #expect(phases() == ["button.began", "button.ended"])
        view.delaysContentTouches = false
        scene.finger.down(at: Point(10, 10))
        scene.harness.settle()
        #expect(phases() == ["button.began"])
        scene.finger.up()
        scene.harness.settle()
    }

    // Rules: G20, G21.
    @Test("a drag takes the touch away: the content never hears of a quick one, and gets a cancel for a slow one")
    func taken() {
        scene.drag(from: Point(150, 300), by: Array(repeating: Point(0, -10), count: 3))
        scene.finger.up()
        scene.wait(5000)
        #expect(phases() == [] && view.contentOffset.y > 0)
        scene.finger.down(at: Point(150, 300))
        scene.wait(200)
        scene.finger.move(by: 0, -5)
        scene.wait(10)
        scene.finger.move(by: 0, -50)
        scene.wait(10)
        #expect(phases() == ["button.began", "button.moved", "button.cancelled"])
        #expect(view.isDragging)
        scene.finger.up()
        scene.harness.settle()
        #expect(phases() == [])
    }

    @Test("content that has its touch may keep it")
    func kept() {
        view.canCancelContentTouches = false
        scene.finger.down(at: Point(150, 300))
        scene.wait(200)
        for _ in 0..<5 {
            scene.finger.move(by: 0, -20)
            scene.wait(10)
        }
        scene.finger.up()
        scene.harness.settle()
        #expect(phases() == ["button.began"] + Array(repeating: "button.moved", count: 5) + ["button.ended"])
        #expect(view.contentOffset == .zero)
    }

    @Test("the finger that stops a fling is no touch of the content")
    func stopping() {
        scene.fling()
        scene.wait(100)
        _ = phases()
        scene.finger.down(at: Point(10, 10))
        scene.wait(500)
        scene.finger.up()
        scene.harness.settle()
        #expect(phases() == [] && !view.isDecelerating)
        scene.finger.down(at: Point(10, 10)).up()
        scene.harness.settle()
        #expect(phases() == ["button.began", "button.ended"])
    }
}
