import ResponderKitTesting
import Testing

@testable import ResponderCore

@MainActor
@Suite("A view's place")
struct ViewGeometryTests {
    private let parent = View(frame: Rect(0, 0, 100, 100))

    private func add(_ frame: Rect) -> View {
        let view = View(frame: frame)
        parent.addSubview(view)
        return view
    }

    // Rules: H25.
    @Test("A view's centre is where the anchor point lies, and moving the centre moves the frame")
    func center() {
        let view = add(Rect(10, 20, 30, 40))
        #expect(view.center == Point(25, 40))
        view.center = Point(50, 50)
        #expect(view.frame == Rect(35, 30, 30, 40))
        view.bounds = Rect(7, 7, 10, 10)
        #expect(view.center == Point(50, 50) && view.frame == Rect(45, 45, 10, 10))
        view.anchorPoint = Point(0, 1)
        #expect(view.anchorPoint == Point(0, 1) && view.center == Point(50, 50))
        #expect(view.frame == Rect(50, 40, 10, 10))
        view.bounds.size = Size(20, 30)
        #expect(view.center == Point(50, 50) && view.frame == Rect(50, 20, 20, 30))
    }

    // Rules: H25.
    @Test("A position goes through a view's bounds origin, anchor and transform, up and down")
    func oneStep() {
        let view = add(Rect(10, 20, 30, 40))
        #expect(view.convert(Point(1, 2), to: parent) == Point(11, 22))
        view.bounds.origin = Point(100, 200)
        #expect(view.convert(Point(101, 202), to: parent) == Point(11, 22))
        view.anchorPoint = Point(0, 0)
        view.center = Point(10, 20)
        view.transform = Transform(a: 0, b: 2, c: -2, d: 0, tx: 5, ty: 7)
        // position + T·(p − (origin + anchor·size)): T·(1, 2) = (−4 + 5, 2 + 7)
        #expect(view.convert(Point(101, 202), to: parent) == Point(11, 29))
        #expect(view.convert(Point(11, 29), from: parent) == Point(101, 202))
        view.anchorPoint = Point(1, 0.5)
        // p − (origin + anchor·size) = (1, 2) − (30, 20) = (−29, −18); T of that = (36 + 5, −58 + 7)
        #expect(view.convert(Point(101, 202), to: parent) == Point(10 + 41, 20 - 51))
        #expect(parent.convert(Point(51, -31), to: view) == Point(101, 202))
    }

    // Rules: H26.
    @Test("A view's frame is the box around the transformed bounds")
    func frame() {
        let view = add(Rect(10, 20, 30, 40))
        view.transform = Transform(scaleX: 2, y: 0.5)
        #expect(view.frame == Rect(-5, 30, 60, 20))
        #expect(view.bounds == Rect(0, 0, 30, 40) && view.center == Point(25, 40))
        view.transform = Transform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
        #expect(view.frame == Rect(5, 25, 40, 30))
        view.bounds.size = Size(10, 10)
        #expect(view.frame == Rect(20, 35, 10, 10))
        view.center = Point(0, 0)
        #expect(view.frame == Rect(-5, -5, 10, 10))
        view.transform = .identity
        #expect(view.transform == .identity && view.frame == Rect(-5, -5, 10, 10))
        view.frame = Rect(1, 2, 3, 4)
        #expect(view.frame == Rect(1, 2, 3, 4))
    }

    #if DEBUG
    // Rules: H26.
    @Test("Setting the frame of a transformed view stops a debug build with a message")
    func frameOfTransformed() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let view = View(frame: Rect(0, 0, 10, 10))
                view.transform = Transform(scaleX: 2, y: 2)
                view.frame = Rect(0, 0, 20, 20)
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("the frame of View was set while its transform is not the identity"), "\(text)")
        #expect(text.contains("set its bounds and center instead"), "\(text)")
    }
    #endif

    // Rules: H27.
    @Test("A conversion to nil is to the window, of a window to the screen, and without one to the topmost view")
    func withoutView() throws {
        let harness = try AppHarness()
        harness.window.frame = Rect(100, 200, 500, 500)
        harness.add(parent)
        parent.frame.origin = Point(10, 10)
        let view = add(Rect(5, 5, 20, 20))
        #expect(view.convert(Point(1, 1), to: nil) == Point(16, 16))
        #expect(view.convert(Point(16, 16), from: nil) == Point(1, 1))
        #expect(view.convert(Point(1, 1), to: harness.window) == Point(16, 16))
        #expect(harness.window.convert(Point(16, 16), to: nil) == Point(116, 216))
        #expect(harness.window.convert(Point(116, 216), from: nil) == Point(16, 16))
        harness.window.transform = Transform(scaleX: 2, y: 2)
        #expect(view.convert(Point(1, 1), to: nil) == Point(16, 16))
        // About the window's middle, (350, 450).
        #expect(harness.window.convert(Point(250, 250), to: nil) == Point(350, 450))
        #expect(harness.window.convert(Point(16, 16), to: nil) == Point(350 - 2 * 234, 450 - 2 * 234))
        parent.removeFromSuperview()
        #expect(view.convert(Point(1, 1), to: nil) == Point(6, 6))
        #expect(view.convert(Rect(1, 1, 2, 2), from: nil) == Rect(-4, -4, 2, 2))
    }

    // Rules: H28.
    @Test("A converted rectangle's box holds all four corners, also through several turned views")
    func rectangles() {
        let outer = add(Rect(40, 40, 20, 20))
        let inner = View(frame: Rect(0, 0, 20, 20))
        outer.addSubview(inner)
        outer.transform = Transform(rotationAngle: .pi / 4)
        let half = 0.5.squareRoot()
        var box = inner.convert(Rect(0, 0, 20, 20), to: parent)
        #expect(abs(box.origin.x - (50 - 20 * half)) < 1e-9 && abs(box.size.width - 40 * half) < 1e-9)
        #expect(abs(box.origin.y - (50 - 20 * half)) < 1e-9 && abs(box.size.height - 40 * half) < 1e-9)
        box = inner.convert(Rect(40, 50, 20, 0), from: parent)
        #expect(abs(box.size.width - 20 * half) < 1e-9 && abs(box.size.height - 20 * half) < 1e-9)
        // Turned on by as much, it stands upright again: the box is the rectangle, not the box of a box.
        inner.transform = Transform(rotationAngle: .pi / 4)
        box = inner.convert(Rect(0, 0, 20, 10), to: parent)
        #expect(abs(box.size.width - 10) < 1e-9 && abs(box.size.height - 20) < 1e-9)
    }

    // Rules: H29.
    @Test("Views of two windows are converted by way of the screen")
    func acrossWindows() throws {
        let harness = try AppHarness()
        harness.window.frame = Rect(10, 20, 500, 500)
        let view = harness.add(View(frame: Rect(1, 2, 10, 10)))
        let other = harness.show(Window(frame: Rect(300, 400, 100, 100), application: harness.application))
        let inOther = View(frame: Rect(3, 4, 10, 10))
        other.addSubview(inOther)
        #expect(view.convert(Point(0, 0), to: inOther) == Point(11 - 303, 22 - 404))
        #expect(inOther.convert(Point(0, 0), from: view) == Point(11 - 303, 22 - 404))
        #expect(view.convert(Point(0, 0), to: other) == Point(11 - 300, 22 - 400))
        #expect(harness.window.convert(Rect(0, 0, 5, 5), to: other) == Rect(10 - 300, 20 - 400, 5, 5))
        other.anchorPoint = .zero
        other.center = Point(300, 400)
        other.transform = Transform(scaleX: 2, y: 4)
        // On the screen (11, 22); in the other window (−289 / 2, −378 / 4).
        #expect(view.convert(Point(0, 0), to: inOther) == Point(-144.5 - 3, -94.5 - 4))
    }

    // Rules: H30.
    @Test("Conversion between views with no root in common stops the process with a message that names both")
    func nothingInCommon() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let (first, second) = (View(frame: Rect(1, 2, 3, 4)), RecordingView("second", frame: Rect(5, 6, 7, 8)))
                _ = first.convert(Point(0, 0), to: second)
            }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("from View with frame (1.0, 2.0, 3.0 x 4.0), in no window"), "\(text)")
        #expect(text.contains("to RecordingView with frame (5.0, 6.0, 7.0 x 8.0), in no window"), "\(text)")
        #expect(text.contains("put them into one tree first"), "\(text)")
    }

    @Test("A conversion goes by the nearest view that both are in, whatever is above")
    func nearest() {
        let (first, second) = (add(Rect(10, 10, 10, 10)), add(Rect(30, 30, 10, 10)))
        let inside = View(frame: Rect(1, 1, 5, 5))
        first.addSubview(inside)
        parent.transform = Transform(scaleX: 0, y: 0)
        #expect(inside.convert(Point(2, 2), to: second) == Point(-17, -17))
        #expect(second.convert(Point(-17, -17), to: inside) == Point(2, 2))
        #expect(first.convert(Point(2, 2), to: inside) == Point(1, 1))
        #expect(inside.convert(Point(1, 1), to: inside) == Point(1, 1))
    }

    @Test("A view whose superview is gone is its own topmost view")
    func orphan() {
        let child = View(frame: Rect(5, 5, 10, 10))
        do {
            let mother = View(frame: Rect(50, 50, 10, 10))
            mother.addSubview(child)
            #expect(child.convert(Point(0, 0), to: mother) == Point(5, 5))
            #expect(child.convert(Point(0, 0), to: nil) == Point(5, 5))
        }
        // The record of the one that is gone is used by another view.
        let others = (0..<1000).map { View(frame: Rect(Double($0), 0, 1, 1)) }
        child.frame.origin = Point(7, 7)
        child.transform = Transform(scaleX: 2, y: 2)
        #expect(child.superview == nil && child.convert(Point(1, 2), to: nil) == Point(1, 2))
        #expect(others.allSatisfy { $0.subviews.isEmpty && $0.hitTest(Point(0.5, 0.5), with: nil) === $0 })
    }
}
