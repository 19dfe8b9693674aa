internal import ResponderSupport
internal import ResponderTouchInput

extension Application {
    /// Tells what a person could find on the screen now.
    ///
    /// Views are asked for their labels, values and traits; overrides of ``View/hitTest(_:with:)`` and
    /// ``View/point(inside:with:)`` are called as for a touch, with an event that is never dispatched. Nothing else is
    /// called, and nothing changes. May be called at any time; layout that is due is not done before.
    ///
    /// - Complexity: O(views), and for each element a hit-test, or up to five where others cover it. Allocates the
    ///   tree, which keeps the views of its elements alive.
    public final func elementTree() -> ElementTree { dispatcher.makeElementTree(ofAllViews: false) }

    /// The tree with all views, also those that are no elements: these have the role ``ElementRole/other``.
    package final func elementTree(ofAllViews all: Bool) -> ElementTree { dispatcher.makeElementTree(ofAllViews: all) }
}

extension TouchDispatcher {
    fileprivate func makeElementTree(ofAllViews all: Bool) -> ElementTree {
        // Getters and hit-tests are code of the app: a view that they remove stays alive until the end.
        state.pointee.processState.beginUse()
        defer { state.pointee.processState.endUse() }
        let application = state.pointee.lifetime.weakApplication.pointee.application
        var maker = ElementTreeMaker(keyWindow: application?.keyWindow, listsAllViews: all)
        var place = state.pointee.windows.end
        while let window = state.pointee.windows.next(behind: &place) { maker.walk(window) }
        let event = makeUndispatchedEvent()
        var order = DrawingOrder(of: state.pointee.windows)
        for index in maker.elements.indices {
            maker.elements[index].reach = reach(of: maker.elements[index], at: maker.places[index], event, &order)
        }
        // An override may have kept the event.
        event.keepSamples()
        return ElementTree(maker.elements, refusal: refusalOfAllExpected)
    }

    private func reach(
        of element: Element,
        at place: ElementPlace,
        _ event: Event,
        _ order: inout DrawingOrder
    ) -> Element.Reach {
        if let outside = place.outside { return .unreachable(.outside(of: outside)) }
        let area = place.touchable
        guard area.width > 0, area.height > 0, !place.isSingular else { return .unreachable(.noExtent) }
        var cover: View?
        // The middle first.
        for (x, y) in [(0.5, 0.5), (0.25, 0.25), (0.75, 0.75), (0.25, 0.75), (0.75, 0.25)] {
            let point = Point(area.minX + x * area.width, area.minY + y * area.height)
            guard let hit = askWindows(point, event, Unwatched()) else { continue }
            if element.isTouched(by: hit.view) { return .reachable(at: point) }
            // What a finger reaches behind a label covers nothing of the label.
            if cover == nil, order.isDrawn(hit.view, after: element.view.record) { cover = hit.view.pointee.view }
        }
        if let disabled = place.disabled { return .unreachable(.interactionDisabled(disabled)) }
        if let cover { return .unreachable(.covered(by: cover)) }
        return .unreachable(element.view.isUserInteractionEnabled ? .notHit : .interactionDisabled(element.view))
    }
}

/// The order in which the views of all windows are drawn: made when it is first asked for.
private struct DrawingOrder {
    private let windows: ShownWindows
    private var places: [RecordPointer: Int] = [:]

    init(of windows: ShownWindows) { self.windows = windows }

    /// Whether the first view is drawn after the other one, and thus in front of it; true for a view of no window.
    @MainActor
    mutating func isDrawn(_ view: RecordPointer, after other: RecordPointer) -> Bool {
        if places.isEmpty { notePlaces() }
        guard let place = places[view], let otherPlace = places[other] else { return true }
        return place > otherPlace
    }

    /// From front to back, so that a view that is drawn later has a higher place.
    @MainActor
    private mutating func notePlaces() {
        var next = 0
        var place = windows.end
        while let window = windows.next(behind: &place) {
            // A view is behind its subviews: it comes again when these are done.
            var visits: [(record: RecordPointer, isDone: Bool)] = [(window, false)]
            while let (record, isDone) = visits.popLast() {
                if isDone {
                    next -= 1
                    places[record] = next
                } else {
                    visits.append((record, true))
                    record.forEachChild { visits.append(($0, false)) }
                }
            }
        }
    }
}

/// What the reach of an element follows from, besides the search for touches.
private struct ElementPlace {
    /// The part of the frame that is inside all views around the element.
    let touchable: Rect
    /// The first view around the element of which the element is outside.
    let outside: View?
    /// The outermost view around the element that takes no touches.
    let disabled: View?
    let isSingular: Bool
}

extension Element {
    /// Whether a touch of the hit view is one of the element.
    @MainActor
    fileprivate func isTouched(by hit: RecordPointer) -> Bool {
        let hit = hit.pointee.view
        // A touch passes through a view that takes none to what the view is in.
        return view.isUserInteractionEnabled ? hit.isDescendant(of: view) : view.isDescendant(of: hit)
    }
}

/// Walks the trees of views, and notes the elements.
@MainActor
private struct ElementTreeMaker {
    /// A view that is still to be visited, with what is known of the views around it.
    private struct Visit {
        let record: RecordPointer
        let transform: Transform
        /// Where a touch reaches what is inside the superview, on the screen.
        let area: Rect
        let outside: View?
        let disabled: View?
        let isSingular: Bool
        let parent: Int?
        let depth: Int
    }

    let keyWindow: Window?
    let listsAllViews: Bool
    /// The elements, whose reach is not known yet.
    var elements: [Element] = []
    private(set) var places: [ElementPlace] = []
    private var visits: [Visit] = []

    init(keyWindow: Window?, listsAllViews: Bool) {
        self.keyWindow = keyWindow
        self.listsAllViews = listsAllViews
    }

    /// A loop, since a tree may be deeper than the stack.
    mutating func walk(_ window: RecordPointer) {
        let everywhere = Rect(-1e9, -1e9, 2e9, 2e9)
        visits.append(
            Visit(
                record: window,
                transform: .identity,
                area: everywhere,
                outside: nil,
                disabled: nil,
                isSingular: false,
                parent: nil,
                depth: 0
            )
        )
        while let visit = visits.popLast() { self.visit(visit) }
    }

    private mutating func visit(_ visit: Visit) {
        let record = visit.record
        guard record.pointee.flags.isDisjoint(with: [.hidden, .transparent]) else { return }
        let view = record.pointee.view
        let transform = record.toSuperview.concatenating(visit.transform)
        let frame = record.pointee.bounds.standardized.applying(transform)
        let area = frame.intersection(visit.area) ?? .zero
        let isOutside = area.width <= 0 || area.height <= 0
        let takesNone = record.pointee.flags.contains(.interactionDisabled)
        let place = Visit(
            record: record,
            transform: transform,
            area: area,
            outside: visit.outside
                ?? (isOutside && frame.width > 0 && frame.height > 0 ? Self.viewThatHides(view) : nil),
            disabled: visit.disabled,
            isSingular: visit.isSingular || record.pointee.flags.contains(.singular),
            parent: visit.parent,
            depth: visit.depth
        )
        let parent = note(view, place, frame)
        let start = visits.count
        let count = Int(record.subviewCount)
        // Such a view is a list, whose views are elements.
        if count > max(100, elements.count) {
            visits.reserveCapacity(start + count)
            elements.reserveCapacity(elements.count + count)
            places.reserveCapacity(places.count + count)
        }
        record.forEachChild { child in
            visits.append(
                Visit(
                    record: child,
                    transform: transform,
                    area: area,
                    outside: place.outside,
                    disabled: place.disabled ?? (takesNone ? view : nil),
                    isSingular: place.isSingular,
                    parent: parent ?? visit.parent,
                    depth: parent == nil ? visit.depth : visit.depth + 1
                )
            )
        }
        // A list's cells are subviews in the order in which they came; a person reads them from top to bottom.
        if let parent, elements[parent].role == .list {
            visits[start...].sort { $0.record.pointee.position.y > $1.record.pointee.position.y }
        } else {
            visits.reverseEnd(from: start)
        }
    }

    /// The innermost view around a view that shows nothing of it, though the views in between do.
    private static func viewThatHides(_ view: View) -> View? {
        var (inner, rect) = (view, view.bounds.standardized)
        while let outer = inner.superview {
            rect = rect.applying(inner.record.toSuperview)
            guard let part = rect.intersection(outer.bounds.standardized), part.width > 0, part.height > 0 else {
                return outer
            }
            (inner, rect) = (outer, part)
        }
        // Turned views may have corners that their frames have not.
        return view.superview
    }

    /// Notes the view and its parts, if they are elements; returns the view's place.
    private mutating func note(_ view: View, _ place: Visit, _ frame: Rect) -> Int? {
        let isWindow = place.record.pointee.flags.contains(.window)
        // The view's getters need the description again.
        let own = OwnDescription.keep(of: view)
        defer { OwnDescription.forget() }
        let (identifier, label) = (view.accessibilityIdentifier, view.accessibilityLabel)
        let isNamed = identifier != nil || label != nil && view.layer?.accessibility?.isElement != false
        let isElement = listsAllViews || isWindow || isNamed || view.isAccessibilityElement
        let parts = view.accessibilityElements ?? []
        guard isElement || !parts.isEmpty else { return nil }
        let traits = view.accessibilityTraits
        let index = elements.count
        elements.append(
            Element(
                view: view,
                part: nil,
                identifier: identifier,
                role: isWindow ? .window : Self.role(own, traits),
                label: label,
                value: view.accessibilityValue,
                state: state(of: view, traits.union(own?.traits ?? [])),
                frame: frame,
                reach: .unreachable(.notHit),
                index: index,
                parent: place.parent,
                depth: place.depth
            )
        )
        places.append(
            ElementPlace(
                touchable: place.area,
                outside: place.outside,
                disabled: place.disabled,
                isSingular: place.isSingular
            )
        )
        for (number, part) in parts.enumerated() {
            let frame = part.frame.standardized.applying(place.transform)
            let area = frame.intersection(place.area) ?? .zero
            elements.append(
                Element(
                    view: view,
                    part: number,
                    identifier: part.identifier,
                    role: ElementRole(part.traits) ?? own?.elementRole ?? .other,
                    label: part.label,
                    value: part.value,
                    state: Self.state(part.traits),
                    frame: frame,
                    reach: .unreachable(.notHit),
                    index: elements.count,
                    parent: index,
                    depth: place.depth + 1
                )
            )
            places.append(
                ElementPlace(
                    touchable: area,
                    outside: place.outside ?? (area.width > 0 && area.height > 0 ? nil : view),
                    disabled: place.disabled,
                    isSingular: place.isSingular
                )
            )
        }
        return index
    }

    /// What a view is, by what it says of itself and by the traits that the app may have given it.
    private static func role(_ own: ElementDescription?, _ traits: AccessibilityTraits) -> ElementRole {
        guard let own else { return ElementRole(traits) ?? .other }
        // A row or a bar stays one, whatever a tap on it does: its own traits name no role.
        guard let kind = ElementRole(own.traits), let given = ElementRole(traits) else { return own.role }
        return given == kind ? own.role : given
    }

    private func state(of view: View, _ traits: AccessibilityTraits) -> Element.State {
        var state = Self.state(traits)
        if let control = (view as? any TouchAnswering)?.controlState {
            if !control.isEnabled { state.remove(.enabled) }
            if control.isSelected { state.insert(.selected) }
        }
        if let keyWindow, keyWindow.firstResponder === view {
            state.insert(.focused)
            // A text that is only read has the focus while parts of it are selected.
            if view is any KeyInput, (view as? any KeyEditing)?.isTextEditable != false { state.insert(.editing) }
        }
        return state
    }

    private static func state(_ traits: AccessibilityTraits) -> Element.State {
        var state: Element.State = traits.contains(.notEnabled) ? [] : .enabled
        if traits.contains(.selected) { state.insert(.selected) }
        return state
    }
}
