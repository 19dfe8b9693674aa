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
    /// The scroll view of the last drag, and its offset before that.
    private weak var view: ScrollView?
    private var formerOffset: Point?
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
        if !begin(in: view) {
            // There is no further way down: from the beginning on there may be rows that were passed by.
            guard direction == .down else { throw end(on: harness) }
            direction = .up
        }
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
        guard begin(in: view) else { throw end(on: harness) }
        let area = Self.shownFrame(of: view)
        let (x, y) = (element.frame.midX - area.midX, element.frame.midY - area.midY)
        let size = view.bounds.standardized.size
        let isWide = view.contentSize.width > size.width
        let isHigh = view.contentSize.height > size.height
        // Along an axis on which nothing scrolls, or on which the element is inside already, no drag helps.
        let isVertical =
            Self.gap(y, area.height + element.frame.height, isHigh)
            >= Self.gap(x, area.width + element.frame.width, isWide)
        return Self.drag(in: view, by: (isVertical ? y : x) > 0 ? -1 : 1, isVertical: isVertical)
    }

    /// How far along an axis two extents are apart whose middles have a distance; negative where nothing scrolls.
    private static func gap(_ distance: Double, _ extents: Double, _ scrolls: Bool) -> Double {
        scrolls ? max(0, abs(distance) - extents / 2) : -1
    }

    /// Notes where a scroll view is before a drag; false if the last drag was of this view, and has not moved it.
    private mutating func begin(in view: ScrollView) -> Bool {
        let isOther = view !== self.view
        // Offsets of different views say nothing of each other.
        if isOther { (formerOffset, seenOffset) = (nil, nil) }
        defer { (self.view, formerOffset) = (view, view.contentOffset) }
        return isOther || view.contentOffset != formerOffset
    }

    /// A drag through the middle of what is seen of the scroll view, over most of that.
    private static func drag(in view: ScrollView, by sign: Double, isVertical: Bool) -> (start: Point, end: Point) {
        let area = shownFrame(of: view)
        let (width, height) = (isVertical ? 0 : 0.6 * area.width, isVertical ? 0.6 * area.height : 0)
        let start = Point(area.midX - sign * width / 2, area.midY - sign * height / 2)
        return (start, Point(start.x + sign * width, start.y + sign * height))
    }

    /// Where the part of the view is on the screen that the views around it show.
    private static func shownFrame(of view: View) -> Rect {
        var area = frame(of: view)
        var next = view.superview
        while let around = next {
            if let part = area.intersection(frame(of: around)), !part.isEmpty { area = part }
            next = around.superview
        }
        return area
    }

    private static func frame(of view: View) -> Rect {
        let area = view.convert(view.bounds.standardized, to: nil)
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
