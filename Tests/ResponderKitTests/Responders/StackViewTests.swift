import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@MainActor
@Suite("Stack views")
struct StackViewTests {
    /// A stack view of 100 by 50 points with boxes of widths 10, 20 and 30 and heights 5, 10 and 15.
    private let boxes: [Box]
    private let stack: StackView

    init() {
        boxes = (1...3).map { Box(Size(Double($0) * 10, Double($0) * 5)) }
        stack = StackView(arrangedSubviews: boxes)
        stack.frame = Rect(0, 0, 100, 50)
    }

    /// The frames of the boxes after the layout.
    private var frames: [Rect] {
        stack.layoutIfNeeded()
        return boxes.map(\.frame)
    }

    /// The places and extents of the boxes along a row.
    private var row: [[Double]] { frames.map { [$0.minX, $0.width] } }

    @Test("A stack view gives its room to the last view, or to a flexible one, which gives way when room is short")
    func fill() {
        #expect(row == [[0, 10], [10, 20], [30, 70]])
        #expect(frames.map(\.height) == [50, 50, 50])
        stack.spacing = 5
        stack.flexibleView = boxes[1]
        #expect(row == [[0, 10], [15, 50], [70, 30]])
        stack.bounds.size.width = 42
        #expect(row == [[0, 10], [15, 0], [20, 30]])
        boxes[1].isHidden = true
        stack.bounds.size.width = 100
        #expect(row == [[0, 10], [15, 0], [15, 85]])
    }

    @Test("A stack view distributes its room equally, in proportion, or to the gaps")
    func distributions() {
        stack.spacing = 5
        stack.distribution = .fillEqually
        #expect(row == [[0, 30], [35, 30], [70, 30]])
        stack.distribution = .fillProportionally
        #expect(row == [[0, 15], [20, 30], [55, 45]])
        stack.distribution = .equalSpacing
        #expect(row == [[0, 10], [30, 20], [70, 30]])
        stack.bounds.size.width = 40
        #expect(row == [[0, 10], [15, 20], [40, 30]])
        for box in boxes[1...] { stack.removeArrangedSubview(box) }
        #expect(row[0] == [0, 40])
        boxes[0].fitting = .zero
        stack.distribution = .fillProportionally
        #expect(row[0] == [0, 40])
        // The others are subviews still, where they were.
        #expect(stack.subviews.count == 3 && row[1...] == [[15, 20], [40, 30]])
    }

    @Test("A stack view shares what is left by the gaps, of which some are larger by themselves")
    func largerGaps() {
        stack.distribution = .equalSpacing
        stack.setCustomSpacing(30, after: boxes[0])
        #expect(row == [[0, 10], [40, 20], [70, 30]])
        stack.setCustomSpacing(30, after: boxes[1])
        #expect(row == [[0, 10], [40, 20], [90, 30]])
        stack.setCustomSpacing(-5, after: boxes[0])
        #expect(row == [[0, 10], [20, 20], [70, 30]])
    }

    @Test("A stack view aligns its views across the axis, in rows and in columns, inside the insets")
    func alignments() {
        stack.contentInsets = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        let places: [(StackView.Alignment, [[Double]])] = [
            (.fill, [[1, 46], [1, 46], [1, 46]]), (.top, [[1, 5], [1, 10], [1, 15]]),
            (.center, [[21.5, 5], [19, 10], [16.5, 15]]), (.bottom, [[42, 5], [37, 10], [32, 15]]),
        ]
        for (alignment, expected) in places {
            stack.alignment = alignment
            #expect(frames.map { [$0.minY, $0.height] } == expected, "\(alignment)")
        }
        #expect(row == [[2, 10], [12, 20], [32, 64]])
        stack.axis = .vertical
        stack.alignment = .trailing
        #expect(frames == [Rect(86, 1, 10, 5), Rect(76, 6, 20, 10), Rect(66, 16, 30, 31)])
        #expect(StackView.Alignment.leading == .top && StackView.Alignment.trailing == .bottom)
    }

    @Test("A stack view has custom gaps, which a view takes along in the list and loses when no longer arranged")
    func customSpacing() {
        stack.setCustomSpacing(7, after: boxes[0])
        stack.setCustomSpacing(3, after: boxes[2])
        #expect(row == [[0, 10], [17, 20], [37, 63]])
        stack.insertArrangedSubview(boxes[0], at: 1)
        #expect(stack.arrangedSubviews == [boxes[1], boxes[0], boxes[2]])
        #expect(row == [[20, 10], [0, 20], [37, 63]])
        #expect(stack.customSpacing(after: boxes[0]) == 7)
        stack.removeArrangedSubview(boxes[0])
        stack.addArrangedSubview(boxes[0])
        #expect(stack.customSpacing(after: boxes[0]) == nil)
        stack.setCustomSpacing(nil, after: boxes[2])
        stack.setCustomSpacing(9, after: View())
        #expect(row == [[50, 50], [0, 20], [20, 30]])
    }

    // Rules: V1.
    @Test("A stack view is laid out again when an arranged view is hidden or shown, and not for other views")
    func hidden() throws {
        let harness = try AppHarness()
        harness.add(stack)
        harness.settle()
        let layouts = harness.application.updateStatistics.layouts
        boxes[1].isHidden = true
        harness.settle()
        #expect(row == [[0, 10], [10, 20], [10, 90]])
        #expect(harness.application.updateStatistics.layouts > layouts)
        boxes[1].isHidden = false
        harness.settle()
        #expect(row == [[0, 10], [10, 20], [30, 70]])
        stack.removeArrangedSubview(boxes[1])
        harness.settle()
        let later = harness.application.updateStatistics.layouts
        boxes[1].isHidden = true
        stack.isHidden = true
        harness.settle()
        #expect(harness.application.updateStatistics.layouts == later)
        for box in boxes { box.isHidden = true }
        #expect(stack.sizeThatFits(Size(500, 500)) == .zero)
    }

    @Test("Stack views fit what they arrange")
    func sizeThatFits() {
        stack.spacing = 5
        stack.contentInsets = EdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
        #expect(stack.sizeThatFits(Size(500, 200)) == Size(76, 19))
        #expect(boxes.map(\.proposals.last) == Array(repeating: Size(494, 196), count: 3))
        #expect(stack.sizeThatFits(Size(1, 1)) == Size(76, 19))
        #expect(boxes[0].proposals.last == .zero)
        stack.distribution = .fillEqually
        #expect(stack.sizeThatFits(Size(500, 200)) == Size(106, 19))
        stack.axis = .vertical
        #expect(stack.sizeThatFits(Size(500, 200)) == Size(36, 59))
        stack.sizeToFit()
        #expect(stack.frame.size == Size(36, 59))
        // One in the other.
        let outer = StackView(arrangedSubviews: [stack, Box(Size(4, 4))])
        #expect(outer.sizeThatFits(Size(500, 500)) == Size(40, 59))
    }

    // Rules: V11.
    @Test("Stack views forget views that leave them, and take views from other stack views")
    func moves() {
        boxes[0].removeFromSuperview()
        #expect(stack.arrangedSubviews == Array(boxes[1...]))
        let other = StackView(arrangedSubviews: [boxes[1]])
        #expect(stack.arrangedSubviews == [boxes[2]] && other.arrangedSubviews == [boxes[1]])
        View().addSubview(boxes[1])
        #expect(other.arrangedSubviews.isEmpty && boxes[1].record.pointee.flags.isDisjoint(with: .arranged))
        // A subview becomes arranged where it is.
        let subview = Box(Size(1, 1))
        stack.insertSubview(subview, at: 0)
        stack.addArrangedSubview(subview)
        #expect(stack.subviews == [subview, boxes[2]] && stack.arrangedSubviews == [boxes[2], subview])
        stack.addArrangedSubview(boxes[2])
        #expect(stack.arrangedSubviews == [subview, boxes[2]])
    }

    @Test("A stack view keeps a view's transform, and survives a measurement or a hook that changes the list")
    func hostile() {
        boxes[0].transform = Transform(rotationAngle: 1)
        boxes[1].onMeasure = { [weak stack] box in
            box.onMeasure = nil
            box.removeFromSuperview()
            stack?.addArrangedSubview(View())
        }
        #expect(frames[0].width > 10 && boxes[0].bounds.size == Size(10, 50))
        #expect(boxes[1].superview == nil && stack.arrangedSubviews.count == 3)
        let leaving = Box(Size(1, 1))
        leaving.onMove = { $0.removeFromSuperview() }
        stack.addArrangedSubview(leaving)
        #expect(leaving.superview == nil && stack.arrangedSubviews.count == 3)
        #expect(leaving.record.pointee.flags.isDisjoint(with: .arranged))
        let twice = Box(Size(1, 1))
        twice.onMove = { [weak stack] in
            $0.onMove = nil
            stack?.insertArrangedSubview($0, at: 0)
        }
        stack.addArrangedSubview(twice)
        #expect(stack.arrangedSubviews.filter { $0 === twice }.count == 1)
    }

    @Test("A stack view of very many views loses them from either end in little time")
    func many() {
        let views = (0..<20_000).map { _ in View() }
        let long = StackView(arrangedSubviews: views)
        for view in views[..<10_000] { long.removeArrangedSubview(view) }
        for view in views[10_000...].reversed() { view.removeFromSuperview() }
        #expect(long.arrangedSubviews.isEmpty && long.subviews.count == 10_000)
    }

    @Test("A stack view in another has the outer one laid out when the inner one's size changes")
    func nested() throws {
        let harness = try AppHarness()
        let boxes = (0..<3).map { _ in Box(Size(10, 20)) }
        let inner = StackView(arrangedSubviews: Array(boxes.dropLast()))
        let outer = StackView(arrangedSubviews: [inner, boxes[2]])
        for stack in [inner, outer] { stack.axis = .vertical }
        outer.flexibleView = boxes[2]
        outer.frame = Rect(0, 0, 10, 100)
        harness.add(outer)
        harness.settle()
        #expect(inner.frame.size.height == 40 && boxes[2].frame.origin.y == 40)
        boxes[0].isHidden = true
        harness.settle()
        #expect(inner.frame.size.height == 20 && boxes[2].frame.origin.y == 20)
        inner.spacing = 5
        boxes[0].isHidden = false
        harness.settle()
        #expect(inner.frame.size.height == 45 && boxes[2].frame.origin.y == 45)
    }

    @Test("A stack view refuses an index beyond the list, and distances that are no numbers")
    func mistakes() async {
        let index = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            StackView(arrangedSubviews: [View()]).insertArrangedSubview(View(), at: 2)
        }
        index.expectMessage("a view cannot be arranged at index 2 of StackView, which arranges 1 others")
        let spacing = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            StackView(arrangedSubviews: []).spacing = .nan
        }
        spacing.expectMessage("the spacing of StackView was set to nan; set finite numbers")
        let insets = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            StackView(arrangedSubviews: []).contentInsets.right = .infinity
        }
        insets.expectMessage("the contentInsets of StackView was set to inf; set finite numbers")
    }
}

/// A view that knows its size.
private final class Box: View {
    var fitting: Size
    var proposals: [Size] = []
    var onMeasure: ((Box) -> Void)?
    var onMove: ((Box) -> Void)?

    init(_ fitting: Size) {
        self.fitting = fitting
        super.init(frame: .zero)
    }

    override func sizeThatFits(_ size: Size) -> Size {
        proposals.append(size)
        onMeasure?(self)
        return fitting
    }

    override func didMoveToSuperview() {
        if superview != nil { onMove?(self) }
    }
}
