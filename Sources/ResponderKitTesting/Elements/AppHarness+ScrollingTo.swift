public import ResponderKit

// Scrolling until something can be touched, as a person does who looks for it.
extension AppHarness {
    /// The most drags of one search.
    private static let mostDrags = 200
    /// How often, and how long each time, the search waits for the content to come to rest after a drag.
    private static let mostWaits = 50
    private static let waitTime = Duration.milliseconds(100)

    /// Scrolls until a finger reaches the element that fits the query.
    ///
    /// An element that is in the tree, but outside of what a scroll view shows, is brought in by drags of that scroll
    /// view. Otherwise the frontmost list or scroll view is dragged through, downwards from where it is and then from
    /// its beginning, until an element fits: a list has only those rows that are seen.
    ///
    /// - Returns: The element, where it is then.
    /// - Throws: ``ElementError`` when none fits as far as the screen can be scrolled, when several fit, and when no
    ///   finger reaches the element for another reason.
    /// - Complexity: That of ``find(_:)`` for each drag, besides the time that passes.
    @available(*, noasync, message: "use `await scroll(to:)`, which lets main-actor jobs run")
    @discardableResult
    public func scroll(to query: ElementQuery) throws(ElementError) -> Element {
        settle()
        var search = ScrollSearch(query)
        for _ in 0..<Self.mostDrags {
            guard let way = try search.next(on: self) else { return try target(query).element }
            drag(from: way.start, to: way.end)
            for _ in 0..<Self.mostWaits where search.isMoving() { advance(by: Self.waitTime) }
        }
        throw search.end(on: self)
    }

    /// Scrolls like the variant without await, but lets main-actor jobs run.
    ///
    /// - Returns: The element, where it is then.
    /// - Throws: ``ElementError`` when none fits as far as the screen can be scrolled, when several fit, and when no
    ///   finger reaches the element for another reason.
    /// - Complexity: That of ``find(_:)`` for each drag, besides the time that passes.
    @discardableResult
    public func scroll(to query: ElementQuery) async throws(ElementError) -> Element {
        await settle()
        var search = ScrollSearch(query)
        for _ in 0..<Self.mostDrags {
            guard let way = try search.next(on: self) else { return try target(query).element }
            await drag(from: way.start, to: way.end)
            for _ in 0..<Self.mostWaits where search.isMoving() { await advance(by: Self.waitTime) }
        }
        throw search.end(on: self)
    }
}

/// The drags of a search for an element that is scrolled away.
@MainActor
private struct ScrollSearch {
    private enum Direction { case down, up }

    private let query: ElementQuery
    private var direction = Direction.down
    private var formerOffset: Point?
    /// The scroll view of the last drag.
    private weak var view: ScrollView?
    private var seenOffset: Point?

    init(_ query: ElementQuery) { self.query = query }

    /// Whether the content that was dragged has moved since the last call.
    mutating func isMoving() -> Bool {
        defer { seenOffset = view?.contentOffset }
        return view?.contentOffset != seenOffset
    }

    /// The next drag; nil where a finger reaches the element.
    mutating func next(on harness: AppHarness) throws(ElementError) -> (start: Point, end: Point)? {
        let found = harness.findAll(query)
        guard found.count <= 1 else {
            _ = try harness.find(query)
            return nil
        }
        if let element = found.first {
            guard case .unreachable(.outside(let around)) = element.reach, let view = Self.scrollView(around) else {
                return nil
            }
            return try way(in: view, towards: element, harness)
        }
        guard let view = frontmost(on: harness) else { throw end(on: harness) }
        let offset = view.contentOffset
        if offset == formerOffset {
            // There is no further way down: from the beginning on there may be rows that were passed by.
            guard direction == .down else { throw end(on: harness) }
            direction = .up
        }
        formerOffset = offset
        self.view = view
        return Self.drag(in: view, by: direction == .down ? -1 : 1, isVertical: true)
    }

    func end(on harness: AppHarness) -> ElementError {
        let tree = harness.elements
        return ElementError(query: query, problem: .scrolledToTheEnd(nearest: query.nearest(in: tree)), tree: tree)
    }

    /// Drags so that the element comes nearer to the middle of the scroll view.
    private mutating func way(
        in view: ScrollView,
        towards element: Element,
        _ harness: AppHarness
    ) throws(ElementError) -> (start: Point, end: Point) {
        if view.contentOffset == formerOffset { throw end(on: harness) }
        formerOffset = view.contentOffset
        self.view = view
        let middle = Self.frame(of: view).center
        let (x, y) = (element.frame.midX - middle.x, element.frame.midY - middle.y)
        let isVertical = abs(y) >= abs(x)
        return Self.drag(in: view, by: (isVertical ? y : x) > 0 ? -1 : 1, isVertical: isVertical)
    }

    /// A drag through the middle of the scroll view, over most of its extent.
    private static func drag(in view: ScrollView, by sign: Double, isVertical: Bool) -> (start: Point, end: Point) {
        let area = frame(of: view)
        let (width, height) = (isVertical ? 0 : 0.6 * area.width, isVertical ? 0.6 * area.height : 0)
        let start = Point(area.midX - sign * width / 2, area.midY - sign * height / 2)
        return (start, Point(start.x + sign * width, start.y + sign * height))
    }

    /// Where the view is on the screen.
    private static func frame(of view: View) -> Rect {
        let area = view.convert(view.bounds, to: nil)
        return view.window.map { $0.convert(area, to: nil) } ?? area
    }

    private func frontmost(on harness: AppHarness) -> ScrollView? {
        harness.application.elementTree(ofAllViews: true).lazy
            .compactMap { $0.view as? ScrollView }.first { $0.isScrollEnabled && !($0 is TextView) }
    }

    private static func scrollView(_ view: View) -> ScrollView? {
        var next: View? = view
        while let view = next {
            if let scroll = view as? ScrollView { return scroll }
            next = view.superview
        }
        return nil
    }
}
