public import ResponderKit

// What a test does with what it finds on the screen. Each function that touches lets the application do what is due
// first, and the time pass that a gesture takes.
extension AppHarness {
    /// What a person could find on the screen now.
    ///
    /// - Complexity: That of `Application.elementTree()`.
    public var elements: ElementTree { application.elementTree() }

    /// Finds the one element that fits the query.
    ///
    /// - Throws: ``ElementError`` when none fits, or several.
    /// - Complexity: That of `Application.elementTree()`, and linear in its elements.
    @discardableResult
    public func find(_ query: ElementQuery) throws(ElementError) -> Element {
        try find(query, in: tree(for: query))
    }

    private func find(_ query: ElementQuery, in tree: ElementTree) throws(ElementError) -> Element {
        let found = query.matches(in: tree)
        guard let first = found.first else {
            throw ElementError(query: query, problem: .notFound(nearest: query.nearest(in: tree)), tree: tree)
        }
        guard found.count == 1 else { throw ElementError(query: query, problem: .several(found), tree: tree) }
        return first
    }

    /// Finds all elements that fit the query, in the order of the tree; none is no error.
    ///
    /// - Complexity: That of ``find(_:)``.
    public func findAll(_ query: ElementQuery) -> [Element] { query.matches(in: tree(for: query)) }

    private func tree(for query: ElementQuery) -> ElementTree {
        application.elementTree(ofAllViews: query.concernsAllViews)
    }

    /// Finds the element, and the point at which a finger reaches it.
    package func target(_ query: ElementQuery) throws(ElementError) -> (element: Element, point: Point) {
        let tree = tree(for: query)
        let element = try find(query, in: tree)
        if let refusal = tree.refusal { throw ElementError(query: query, problem: .refused(refusal), tree: tree) }
        guard let point = element.reachablePoint else {
            throw ElementError(query: query, problem: .unreachable(element), tree: tree)
        }
        return (element, point)
    }

    // MARK: Tapping

    /// Taps the element that fits the query, where a finger reaches it, and lets the time pass that this takes.
    ///
    /// Two calls never make a double tap: enough time passes before the second one. For a double tap use `taps`.
    ///
    /// Main-actor jobs do not run meanwhile: use `await` where they are wanted.
    ///
    /// - Parameters:
    ///   - query: What to tap.
    ///   - taps: How many taps, 1 to 100.
    /// - Returns: The element, as it was before the tap.
    /// - Throws: ``ElementError`` when none fits, or several, or when no finger reaches the element.
    /// - Complexity: That of ``find(_:)``, and of `tap(at:)`.
    @available(*, noasync, message: "use `await tap(_:)`, which lets main-actor jobs run")
    @discardableResult
    public func tap(_ query: ElementQuery, taps: Int = 1) throws(ElementError) -> Element {
        settle()
        advance(by: timeToNextTap)
        let (element, point) = try target(query)
        tap(at: point, taps: taps)
        lastTap = now
        return element
    }

    /// Taps like the variant without await, but lets main-actor jobs run.
    ///
    /// - Parameters:
    ///   - query: What to tap.
    ///   - taps: How many taps, 1 to 100.
    /// - Returns: The element, as it was before the tap.
    /// - Throws: ``ElementError`` when none fits, or several, or when no finger reaches the element.
    /// - Complexity: That of ``find(_:)``, and of `tap(at:)`.
    @discardableResult
    public func tap(_ query: ElementQuery, taps: Int = 1) async throws(ElementError) -> Element {
        await settle()
        await advance(by: timeToNextTap)
        let (element, point) = try target(query)
        await tap(at: point, taps: taps)
        lastTap = now
        return element
    }

    /// How long a person waits who does not mean a double tap (rule T23).
    private var timeToNextTap: Duration {
        guard let lastTap else { return .zero }
        return max(.zero, .milliseconds(500) - lastTap.duration(to: now))
    }

    // MARK: Typing

    /// Taps the field that fits the query, unless it is edited already, and types a text: on the keyboard of the screen
    /// where one is shown, otherwise on a keyboard with keys.
    ///
    /// - Throws: ``ElementError`` when none fits, or several, when no finger reaches the element, or when it takes no
    ///   text, or when the keyboard of the screen goes away meanwhile or has no key for a character.
    /// - Complexity: That of `tap(_:taps:)`, and of typing each character.
    @available(*, noasync, message: "use `await type(_:into:)`, which lets main-actor jobs run")
    public func type(_ text: String, into query: ElementQuery) throws(ElementError) {
        settle()
        if try !find(query).state.contains(.editing) {
            try tap(query)
            settle()
        }
        try checkEditing(query)
        if screenKeyboard.isShown {
            do throws(KeyProblem) { try screenKeyboard.typeOrThrow(text) } catch { throw untyped(query, error) }
        } else {
            keyboard.type(text)
            settle()
        }
    }

    /// Types like the variant without await, but lets main-actor jobs run.
    ///
    /// - Throws: ``ElementError`` when none fits, or several, when no finger reaches the element, or when it takes no
    ///   text, or when the keyboard of the screen goes away meanwhile or has no key for a character.
    /// - Complexity: That of `tap(_:taps:)`, and of typing each character.
    public func type(_ text: String, into query: ElementQuery) async throws(ElementError) {
        await settle()
        if try !find(query).state.contains(.editing) {
            try await tap(query)
            await settle()
        }
        try checkEditing(query)
        if screenKeyboard.isShown {
            do throws(KeyProblem) { try await screenKeyboard.typeOrThrow(text) } catch { throw untyped(query, error) }
        } else {
            keyboard.type(text)
            await settle()
        }
    }

    private func untyped(_ query: ElementQuery, _ problem: KeyProblem) -> ElementError {
        ElementError(query: query, problem: .notTyped(problem.text), tree: elements)
    }

    private func checkEditing(_ query: ElementQuery) throws(ElementError) {
        let element = try find(query)
        guard element.state.contains(.editing) else {
            throw ElementError(query: query, problem: .notEditable(element), tree: elements)
        }
    }

    // MARK: Dragging

    /// Drags the element that fits the query by a distance, lifts the finger at rest, and lets the time pass.
    ///
    /// - Throws: ``ElementError`` when none fits, or several, or when no finger reaches the element.
    /// - Complexity: That of ``find(_:)``, and of `drag(from:to:)`.
    @available(*, noasync, message: "use `await drag(_:by:_:)`, which lets main-actor jobs run")
    public func drag(_ query: ElementQuery, by x: Double, _ y: Double) throws(ElementError) {
        settle()
        let point = try target(query).point
        drag(from: point, to: Point(point.x + x, point.y + y))
    }

    /// Drags like the variant without await, but lets main-actor jobs run.
    ///
    /// - Throws: ``ElementError`` when none fits, or several, or when no finger reaches the element.
    /// - Complexity: That of ``find(_:)``, and of `drag(from:to:)`.
    public func drag(_ query: ElementQuery, by x: Double, _ y: Double) async throws(ElementError) {
        await settle()
        let point = try target(query).point
        await drag(from: point, to: Point(point.x + x, point.y + y))
    }

    /// Swipes over the element that fits the query, and lets the time pass that this takes.
    ///
    /// - Throws: ``ElementError`` when none fits, or several, or when no finger reaches the element.
    /// - Complexity: That of ``find(_:)``, and of `swipe(_:from:)`.
    @available(*, noasync, message: "use `await swipe(_:over:)`, which lets main-actor jobs run")
    public func swipe(_ direction: SwipeDirection, over query: ElementQuery) throws(ElementError) {
        settle()
        swipe(direction, from: try target(query).point)
    }

    /// Swipes like the variant without await, but lets main-actor jobs run.
    ///
    /// - Throws: ``ElementError`` when none fits, or several, or when no finger reaches the element.
    /// - Complexity: That of ``find(_:)``, and of `swipe(_:from:)`.
    public func swipe(_ direction: SwipeDirection, over query: ElementQuery) async throws(ElementError) {
        await settle()
        await swipe(direction, from: try target(query).point)
    }

    /// Pinches over the element that fits the query, and lets the time pass that this takes.
    ///
    /// - Throws: ``ElementError`` when none fits, or several, or when no finger reaches the element.
    /// - Complexity: That of ``find(_:)``, and of `pinch(at:scale:)`.
    @available(*, noasync, message: "use `await pinch(_:scale:)`, which lets main-actor jobs run")
    public func pinch(_ query: ElementQuery, scale: Double) throws(ElementError) {
        settle()
        pinch(at: try target(query).point, scale: scale)
    }

    /// Pinches like the variant without await, but lets main-actor jobs run.
    ///
    /// - Throws: ``ElementError`` when none fits, or several, or when no finger reaches the element.
    /// - Complexity: That of ``find(_:)``, and of `pinch(at:scale:)`.
    public func pinch(_ query: ElementQuery, scale: Double) async throws(ElementError) {
        await settle()
        await pinch(at: try target(query).point, scale: scale)
    }

    // MARK: Waiting

    /// Lets time pass until an element fits the query.
    ///
    /// The time is the device's, so the test takes no longer. The screen is looked at every 10 ms of it.
    ///
    /// - Parameters:
    ///   - query: What to wait for.
    ///   - limit: How long to wait at most.
    /// - Returns: The first element that fits.
    /// - Throws: ``ElementError`` when none has fitted within the limit.
    /// - Complexity: That of ``find(_:)`` for each look, besides the time that passes.
    @available(*, noasync, message: "use `await wait(for:)`, which lets main-actor jobs run")
    @discardableResult
    public func wait(for query: ElementQuery, upTo limit: Duration = .seconds(5)) throws(ElementError) -> Element {
        settle()
        let end = now.advanced(by: limit)
        while true {
            if let found = findAll(query).first { return found }
            if now >= end { throw late(query, limit) }
            advance(by: min(.milliseconds(10), now.duration(to: end)))
        }
    }

    /// Waits like the variant without await, but lets main-actor jobs run.
    ///
    /// - Parameters:
    ///   - query: What to wait for.
    ///   - limit: How long to wait at most.
    /// - Returns: The first element that fits.
    /// - Throws: ``ElementError`` when none has fitted within the limit.
    /// - Complexity: That of ``find(_:)`` for each look, besides the time that passes.
    @discardableResult
    public func wait(
        for query: ElementQuery,
        upTo limit: Duration = .seconds(5)
    ) async throws(ElementError) -> Element {
        await settle()
        let end = now.advanced(by: limit)
        while true {
            if let found = findAll(query).first { return found }
            if now >= end { throw late(query, limit) }
            await advance(by: min(.milliseconds(10), now.duration(to: end)))
        }
    }

    private func late(_ query: ElementQuery, _ limit: Duration) -> ElementError {
        let tree = tree(for: query)
        return ElementError(query: query, problem: .late(limit, nearest: query.nearest(in: tree)), tree: tree)
    }
}
