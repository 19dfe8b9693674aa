internal import ResponderKitTesting
internal import ResponderSupport

// Compares what is there with what a step expects.
extension ScenarioRun {
    func check(_ expectation: Expectation) async throws(ScenarioFailure) {
        let source = expectation.source
        switch expectation.kind {
        case .state(let expected):
            guard state != expected else { return }
            throw failure(at: source, "the app is \(state), and \(expected) is expected", .ofTexts(expected, state))
        case .trace(let expected, let kinds): try compare(expected, kinds, source)
        case .traceHas(let lines): try find(lines, source)
        case .element(let query, let wanted):
            try check(query, wanted, in: try runningApp(for: source), source)
        case .hidden(let query):
            let harness = try runningApp(for: source)
            let visible = harness.findAll(query).filter(\.isVisible)
            guard let element = visible.first else { return }
            throw failure(at: source, "\(query) is visible: \(element)\n\(Self.screen(harness, query))")
        case .count(let query, let count):
            let harness = try runningApp(for: source)
            let found = harness.findAll(query)
            guard found.count != count else { return }
            let list = found.prefix(20).map { "\n  \($0)" }.joined()
            throw failure(at: source, "\(found.count) elements fit \(query), and \(count) are expected:\(list)")
        case .picture(let file): try compare(picture: file, source)
        }
    }

    /// The error's text, with advice in the words of a scenario.
    static func text(of error: ElementError) -> String {
        guard case .several(let elements) = error.problem else { return "\(error)" }
        let list = elements.prefix(10).enumerated().map { "\n  \($0.offset): \($0.element)" }.joined()
        return "\(error.query): \(elements.count) elements fit; say which by id, within or nth:\(list)"
            + "\nthe screen shows:\n\(error.query.text(of: error.tree))"
    }

    private static func screen(_ harness: AppHarness, _ query: ElementQuery) -> String {
        "the screen shows:\n\(query.text(of: harness.elements))"
    }

    // MARK: Elements

    private func check(
        _ query: ElementQuery,
        _ wanted: Expectation.Wanted,
        in harness: AppHarness,
        _ source: Step.Source
    ) throws(ScenarioFailure) {
        // Where nothing else is asked, any of several will do.
        if !wanted.asksMore, harness.findAll(query).contains(where: { !wanted.isVisible || $0.isVisible }) { return }
        let element: Element
        do throws(ElementError) { element = try harness.find(query) } catch {
            throw failure(at: source, Self.text(of: error))
        }
        if wanted.isVisible && !element.isVisible {
            throw failure(at: source, "\(query) is not visible: \(element)\n\(Self.screen(harness, query))")
        }
        try compare("label", wanted.label, element.label ?? "", element, source)
        try compare("value", wanted.value, element.value ?? "", element, source)
        let state = element.state
        let flags: [(String, Bool?, Bool)] = [
            ("enabled", wanted.isEnabled, state.contains(.enabled)),
            ("selected", wanted.isSelected, state.contains(.selected)),
            ("focused", wanted.isFocused, state.contains(.focused)),
            ("editing", wanted.isEditing, state.contains(.editing)),
            ("reachable", wanted.isReachable, element.reachablePoint != nil),
        ]
        for (name, expected, found) in flags {
            guard let expected, expected != found else { continue }
            throw failure(at: source, "\(query) is \(found ? "" : "not ")\(name): \(element)")
        }
    }

    private func compare(
        _ name: String,
        _ expected: String?,
        _ found: String,
        _ element: Element,
        _ source: Step.Source
    ) throws(ScenarioFailure) {
        guard let expected, expected != found else { return }
        throw failure(
            at: source,
            "the \(name) of \(element) is \(found.quotedInOneLine()), and \(expected.quotedInOneLine()) is expected",
            .ofTexts(expected, found)
        )
    }

    // MARK: Traces

    private func compare(
        _ expected: Expectation.TraceLines,
        _ kinds: Set<EventTrace.Kind>?,
        _ source: Step.Source
    ) throws(ScenarioFailure) {
        let found = takeLines(kinds)
        switch expected {
        case .here(let lines, let bytes):
            if options.updates, let bytes, let text = scenario.texts[source.file] {
                do throws(ScenarioUpdates.Refusal) {
                    return try updates.note(found, at: bytes, of: text, isExpected: lines == found)
                } catch {
                    throw failure(at: source, error.text)
                }
            }
            guard lines != found else { return }
            throw traceFailure(lines, found, source)
        case .file(let name):
            guard let former = try compare(found.map { $0 + "\n" }.joined(), withFile: name, source) else { return }
            throw traceFailure(former.split(separator: "\n").map(String.init), found, source)
        }
    }

    /// Compares a text with that of a file; returns the file's text where it is another one and stays.
    private func compare(
        _ text: String,
        withFile name: String,
        _ source: Step.Source
    ) throws(ScenarioFailure) -> String? {
        let file: ScenarioFolder.File
        do throws(ScenarioFolder.Refusal) { file = try scenario.folder.file(name) } catch {
            throw failure(at: source, error.text)
        }
        guard !scenario.texts.values.contains(where: { $0.file.path == file.path }) else {
            throw failure(at: source, "\(name.quotedInOneLine()) is a part of the scenario; name a file of its own")
        }
        let former = try contents(of: file, source)
        if options.updates {
            do throws(ScenarioUpdates.Refusal) { try updates.note(text, in: file, former: former) } catch {
                throw failure(at: source, error.text)
            }
            return nil
        }
        guard let former else {
            throw failure(at: source, "\(name.quotedInOneLine()) is not there; --update writes it")
        }
        return former.elementsEqual(text.utf8) ? nil : String(decoding: former, as: UTF8.self)
    }

    private func traceFailure(
        _ expected: [String],
        _ found: [String],
        _ source: Step.Source
    ) -> ScenarioFailure {
        let difference = DifferenceLine.difference(expected: expected, found: found)
        return failure(at: source, "the trace is another one (- expected, + found)", difference)
    }

    /// Looks for lines in this order, with any others between them.
    private func find(_ lines: [String], _ source: Step.Source) throws(ScenarioFailure) {
        let found = newLines(nil)
        var rest = found[...]
        for line in lines {
            guard let place = rest.firstIndex(of: line) else {
                throw failure(
                    at: source,
                    "the trace has no line \(line.quotedInOneLine()) in this place; it has:"
                        + found.map { "\n  \($0)" }.joined()
                )
            }
            rest = rest[(place + 1)...]
        }
    }

    // MARK: Pictures

    private func compare(picture name: String, _ source: Step.Source) throws(ScenarioFailure) {
        let picture = picture(of: try runningApp(for: source), touches: nil)
        guard let former = try compare(picture, withFile: name, source) else { return }
        throw failure(
            at: source,
            "the picture is not the one in \(name.inOneLine()) (- expected, + found)",
            .ofTexts(former, picture)
        )
    }

    /// The bytes of a file; nil if the file is not there.
    private func contents(of file: ScenarioFolder.File, _ source: Step.Source) throws(ScenarioFailure) -> [UInt8]? {
        guard ScenarioFolder.realPath(file.path) != nil else { return nil }
        do throws(TextFile.Unreadable) { return try TextFile.read(file.path, as: "an expectation") } catch {
            throw failure(at: source, "\(file.name.inOneLine()): \(error.reason)")
        }
    }
}

extension Expectation.Wanted {
    /// Whether more is asked than that an element is there.
    fileprivate var asksMore: Bool {
        label != nil || value != nil
            || [isEnabled, isSelected, isFocused, isEditing, isReachable].contains { $0 != nil }
    }
}

extension Element {
    /// Whether a person sees the element.
    fileprivate var isVisible: Bool {
        switch reach {
        case .reachable, .unreachable(.interactionDisabled), .unreachable(.notHit): true
        case .unreachable(.covered), .unreachable(.outside), .unreachable(.noExtent): false
        }
    }
}

extension [DifferenceLine] {
    /// The difference between two texts, as lines.
    fileprivate static func ofTexts(_ expected: String, _ found: String) -> [DifferenceLine] {
        DifferenceLine.difference(
            expected: expected.split(separator: "\n", omittingEmptySubsequences: false).map(String.init),
            found: found.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        )
    }
}
