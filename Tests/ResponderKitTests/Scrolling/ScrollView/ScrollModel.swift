import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// Scroll views inside each other under random fingers, with settings, content and places that change at random, also
/// in the calls of their delegates; and what must hold all the time.
@MainActor
final class ScrollModel: ScrollViewDelegate {
    private struct Story: Hashable {
        let view: ObjectIdentifier
        let touch: Touch
    }

    private let harness: AppHarness
    private var random: SeededGenerator
    private let seed: UInt64
    private var step = 0
    private var depth = 0
    /// Whether calls do nothing besides: before the run, and at its end.
    private var isFinishing = true
    private var views: [ScrollView] = []
    private var orders: [ObjectIdentifier: ScrollOrder] = [:]
    private var contents: [View] = []
    private var fingers: [Finger] = []
    private var held: Set<Story> = []
    private(set) var touches = 0
    /// Views whose offset the app has set: this may be beyond the limits.
    private var placed: Set<ObjectIdentifier> = []

    var drags: Int { orders.values.reduce(0) { $0 + $1.drags } }
    private var context: String { "seed \(seed), step \(step)" }

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        harness = try AppHarness()
        var outer: View = harness.window
        for level in 0..<4 {
            let view = ModelScrollView(self, frame: Rect(level == 3 ? 500 : 0, 0, 500, 900 - Double(level) * 150))
            view.delegate = self
            views.append(view)
            orders[ObjectIdentifier(view)] = ScrollOrder()
            let content = ModelContent(self, frame: Rect(0, 0, 500, 2000))
            contents.append(content)
            view.addSubview(content)
            view.contentSize = Size(number(100, 2000), number(100, 4000))
            (level == 3 ? harness.window : outer).addSubview(view)
            outer = content
        }
        fingers = (0..<3).map { _ in harness.finger() }
    }

    func run(steps: Int) {
        isFinishing = false
        for step in 0..<steps {
            self.step = step
            act()
            if chance(70) { harness.advance(by: .milliseconds(Int.random(in: 0...40, using: &random))) }
        }
        isFinishing = true
        harness.window.isHidden = false
        for finger in fingers where finger.isDown { finger.up() }
        harness.advance(by: .seconds(8))
        harness.loop.startLedger()
        harness.advance(by: .seconds(5))
        #expect((harness.loop.stopLedger()?.turns ?? 9) <= 4, "\(context): something keeps the application busy")
        #expect(harness.isIdle && held.isEmpty, "\(context)")
        for view in views {
            #expect(view.motion.kind == .none && view.link == nil && view.trackedLoop == nil, "\(context)")
            #expect(view.drag.phase == .none && !view.zoom.isUnderWay && !view.zoom.isPinching, "\(context)")
            orders[ObjectIdentifier(view)]?.finish(context)
            let isWithin = view.limited(view.contentOffset) == view.contentOffset
            #expect(isWithin || placed.contains(ObjectIdentifier(view)), "\(context): \(view.contentOffset)")
            #expect(view.minimumZoomScale...max(view.minimumZoomScale, view.maximumZoomScale) ~= view.zoomScale)
            #expect(view.contentOffset.isFinite && !view.contentOffset.hasNegativeZero)
        }
    }

    // MARK: Random acts

    private func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    private func number(_ least: Double, _ most: Double) -> Double { .random(in: least...most, using: &random) }
    private var anyView: ScrollView { views[Int.random(in: 0..<views.count, using: &random)] }

    private func act() {
        switch Int.random(in: 0..<63, using: &random) {
        case 0..<44: moveFinger()
        case 44: anyView.isPagingEnabled.toggle()
        case 45: anyView.bounces.toggle()
        case 46: anyView.alwaysBounceVertical.toggle()
        case 47: anyView.isDirectionalLockEnabled.toggle()
        case 48: anyView.isScrollEnabled = chance(80)
        case 49: anyView.contentSize = Size(number(0, 2000), number(0, 4000))
        case 50: anyView.contentInset = EdgeInsets(top: number(0, 80), left: 0, bottom: number(0, 80), right: 0)
        case 51: place(anyView)
        case 52: _ = anyView.scroll(by: Point(number(-50, 50), number(-50, 50)))
        case 53: anyView.maximumZoomScale = chance(50) ? 3 : 1
        case 54: anyView.setZoomScale(number(0.5, 4), animated: chance(60))
        case 55: if chance(40) { move(anyView) }
        case 56: anyView.delaysContentTouches.toggle()
        case 57: anyView.canCancelContentTouches = chance(70)
        case 58: anyView.shiftContent(by: Point(0, number(-30, 30)))
        case 59: anyView.transform = Transform(rotationAngle: Double(Int.random(in: 0..<4, using: &random)) * .pi / 2)
        case 60: givePan(of: anyView)
        case 61: harness.window.isHidden = chance(30)
        default: anyView.scrollRectToVisible(Rect(number(0, 500), number(0, 4000), 40, 40), animated: chance(50))
        }
    }

    private func place(_ view: ScrollView) {
        placed.insert(ObjectIdentifier(view))
        let offset = Point(number(-200, 2000), chance(5) ? .nan : number(-200, 4000))
        view.setContentOffset(offset, animated: chance(50))
    }

    /// Has another view's touches drag a scroll view, or its own again.
    private func givePan(of view: ScrollView) {
        let other = contents[Int.random(in: 0..<contents.count, using: &random)]
        (chance(80) ? view : other).addGestureRecognizer(view.panGestureRecognizer)
    }

    /// Takes a view out, and puts it back.
    private func move(_ view: ScrollView) {
        let superview = view.superview
        view.removeFromSuperview()
        if chance(40) { harness.settle() }
        if view.superview == nil { superview?.addSubview(view) }
    }

    private func moveFinger() {
        let finger = fingers[Int.random(in: 0..<fingers.count, using: &random)]
        guard finger.isDown else {
            finger.down(at: Point(number(0, 999), number(0, 999)))
            return
        }
        if chance(12) {
            if chance(85) { finger.up() } else { finger.cancel() }
        } else {
            finger.move(by: number(-40, 40), number(-70, 70))
        }
    }

    /// What a call does besides.
    func misbehave() {
        guard depth < 2, !isFinishing, chance(12) else { return }
        depth += 1
        defer { depth -= 1 }
        while chance(50) { act() }
        if chance(20) { harness.loop.run(until: harness.now) }
    }

    // MARK: What is told

    private func hear(_ call: String, _ view: ScrollView) {
        orders[ObjectIdentifier(view)]?.hear(call, context)
        misbehave()
    }

    func heard(_ phase: Touch.Phase, _ touches: TouchSet, by view: View) {
        for touch in touches {
            let story = Story(view: ObjectIdentifier(view), touch: touch)
            self.touches += 1
            switch phase {
            case .began: #expect(held.insert(story).inserted, "\(context): a second began")
            case .ended, .cancelled: #expect(held.remove(story) != nil, "\(context): an end without a began")
            default: #expect(held.contains(story), "\(context): \(phase) without a began")
            }
        }
        misbehave()
    }

    func scrollViewDidScroll(_ scrollView: ScrollView) {
        #expect(!scrollView.contentOffset.hasNegativeZero, "\(context)")
        hear("scroll", scrollView)
    }
    func scrollViewWillBeginDragging(_ scrollView: ScrollView) { hear("will drag", scrollView) }
    func scrollViewWillEndDragging(
        _ scrollView: ScrollView,
        withVelocity velocity: Point,
        targetContentOffset: inout Point
    ) {
        #expect(velocity.isFinite && targetContentOffset.isFinite, "\(context)")
        if chance(20) { targetContentOffset = Point(number(-100, 3000), chance(10) ? .infinity : number(-100, 3000)) }
        hear("will end drag", scrollView)
    }
    func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate: Bool) { hear("did drag", scrollView) }
    func scrollViewWillBeginDecelerating(_ scrollView: ScrollView) { hear("will slow", scrollView) }
    func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { hear("did slow", scrollView) }
    func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) { hear("did animate", scrollView) }
    func viewForZooming(in scrollView: ScrollView) -> View? {
        if chance(20) { misbehave() }
        return scrollView.subviews.first { $0 is ModelContent }
    }
    func scrollViewWillBeginZooming(_ scrollView: ScrollView, with view: View?) { hear("will zoom", scrollView) }
    func scrollViewDidZoom(_ scrollView: ScrollView) { hear("zoom", scrollView) }
    func scrollViewDidEndZooming(_ scrollView: ScrollView, with view: View?, atScale scale: Double) {
        hear("did zoom", scrollView)
    }
}

/// A scroll view in whose hooks anything may happen.
final class ModelScrollView: ScrollView {
    private weak var model: ScrollModel?

    init(_ model: ScrollModel, frame: Rect) {
        self.model = model
        super.init(frame: frame)
    }

    override func didAddSubview(_ subview: View) { if !(subview is ModelContent) { model?.misbehave() } }
}

extension Point {
    fileprivate var hasNegativeZero: Bool { x == 0 && x.sign == .minus || y == 0 && y.sign == .minus }
}

/// Content that tells the model of its touches.
final class ModelContent: View {
    private weak var model: ScrollModel?

    init(_ model: ScrollModel, frame: Rect) {
        self.model = model
        super.init(frame: frame)
        isMultipleTouchEnabled = true
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) { model?.heard(.began, touches, by: self) }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { model?.heard(.moved, touches, by: self) }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { model?.heard(.ended, touches, by: self) }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        model?.heard(.cancelled, touches, by: self)
    }
}
