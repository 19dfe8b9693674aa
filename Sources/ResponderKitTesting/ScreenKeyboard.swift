public import ResponderKit

/// The keyboard that an application shows on the screen, for tests that type on it: see `AppHarness.screenKeyboard`.
///
///     field.becomeFirstResponder()
///     harness.screenKeyboard.type("Hello, world!")
///     #expect(field.text == "Hello, world!")
///
/// A finger taps each key. A test that asks for a key of no keyboard is mistaken: the process stops with a message that
/// names the test's line.
@MainActor
public struct ScreenKeyboard {
    let harness: AppHarness

    /// The frontmost keyboard that is shown; nil when none is.
    ///
    /// - Complexity: Linear in the views of the application's windows; allocates temporary lists.
    public var view: KeyboardView? {
        for window in harness.application.windows.reversed() {
            var views: [View] = [window]
            while let view = views.popLast() {
                if view.isHidden { continue }
                if let keyboard = view as? KeyboardView { return keyboard }
                views += view.subviews
            }
        }
        return nil
    }

    /// Whether a keyboard is shown, now that the application has done what is due.
    ///
    /// - Complexity: That of ``view``.
    public var isShown: Bool { view != nil }

    /// Types a text: taps the keys of its characters, and first those of shift and of other planes where that is
    /// needed.
    ///
    /// The application does what is due before and after each tap, while no time passes. `"\n"` is the return key.
    ///
    /// - Precondition: A keyboard is shown for each character, and has a key that types it.
    /// - Complexity: Linear in the characters times the keys, besides the app's work; allocates fingers and frames.
    @available(*, noasync, message: "use `await type(…)`, which lets main-actor jobs run")
    public func type(_ text: String, file: StaticString = #file, line: UInt = #line) {
        do throws(KeyProblem) { try typeOrThrow(text) } catch { fatalError(error.text, file: file, line: line) }
    }

    @available(*, noasync)
    func typeOrThrow(_ text: String) throws(KeyProblem) {
        harness.settle()
        for character in text {
            var way = KeyWay(to: character)
            while let point = try way.next(on: view) { tap(point) }
        }
    }

    /// Types like the variant without await, but lets main-actor jobs run.
    ///
    /// - Precondition: A keyboard is shown for each character, and has a key that types it.
    /// - Complexity: Linear in the characters times the keys, besides the app's work; allocates fingers and frames.
    public func type(_ text: String, file: StaticString = #file, line: UInt = #line) async {
        do throws(KeyProblem) { try await typeOrThrow(text) } catch { fatalError(error.text, file: file, line: line) }
    }

    package func typeOrThrow(_ text: String) async throws(KeyProblem) {
        await harness.settle()
        for character in text {
            var way = KeyWay(to: character)
            while let point = try way.next(on: view) { await tap(point) }
        }
    }

    /// Taps the first key that does this, such as `.delete`.
    ///
    /// - Precondition: A keyboard is shown, and has such a key on its plane.
    /// - Complexity: Linear in the keys, besides the app's work; allocates a finger and frames.
    @available(*, noasync, message: "use `await tap(…)`, which lets main-actor jobs run")
    public func tap(_ action: KeyboardLayout.Action, file: StaticString = #file, line: UInt = #line) {
        harness.settle()
        tap(location(of: action, file: file, line: line))
    }

    /// Taps like the variant without await, but lets main-actor jobs run.
    ///
    /// - Precondition: A keyboard is shown, and has such a key on its plane.
    /// - Complexity: Linear in the keys, besides the app's work; allocates a finger and frames.
    public func tap(_ action: KeyboardLayout.Action, file: StaticString = #file, line: UInt = #line) async {
        await harness.settle()
        await tap(location(of: action, file: file, line: line))
    }

    /// The middle of the first key that does this, in points of the screen: for a test's own fingers.
    ///
    /// - Precondition: A keyboard is shown, and has such a key on its plane.
    /// - Complexity: Linear in the keys; allocates temporary lists.
    public func location(
        of action: KeyboardLayout.Action,
        file: StaticString = #file,
        line: UInt = #line
    ) -> Point {
        let keyboard = shownView(file, line)
        guard let point = keyboard.location(of: action) else {
            fatalError("the plane \"\(keyboard.plane.name)\" has no key for \(action)", file: file, line: line)
        }
        return keyboard.pointOnScreen(point)
    }

    /// The middle of the key that types a text as shift is now, in points of the screen: for a test's own fingers.
    ///
    /// - Precondition: A keyboard is shown, and has such a key on its plane.
    /// - Complexity: Linear in the keys; allocates temporary lists.
    public func location(of text: String, file: StaticString = #file, line: UInt = #line) -> Point {
        let keyboard = shownView(file, line)
        guard let point = keyboard.location(of: text) else {
            fatalError(
                "the plane \"\(keyboard.plane.name)\" has no key that types \"\(text)\" now",
                file: file,
                line: line
            )
        }
        return keyboard.pointOnScreen(point)
    }

    private func shownView(_ file: StaticString, _ line: UInt) -> KeyboardView {
        guard let view else { fatalError(KeyProblem.notShown.text, file: file, line: line) }
        return view
    }

    @available(*, noasync)
    private func tap(_ point: Point) {
        harness.finger().down(at: point).up()
        harness.settle()
    }

    private func tap(_ point: Point) async {
        harness.finger().down(at: point).up()
        await harness.settle()
    }
}

extension AppHarness {
    /// The keyboard that the application shows on the screen.
    public var screenKeyboard: ScreenKeyboard { ScreenKeyboard(harness: self) }
}

extension KeyboardView {
    /// A point of the keyboard on the screen.
    fileprivate func pointOnScreen(_ point: Point) -> Point {
        window?.convert(convert(point, to: nil), to: nil) ?? point
    }
}

/// Why the keyboard on the screen types a text no further.
package enum KeyProblem: Error {
    case notShown
    case noKey(String)

    package var text: String {
        switch self {
        case .notShown: "no keyboard is shown on the screen; make a responder that takes text the first responder"
        case .noKey(let text): "no key of the keyboard types \"\(text)\""
        }
    }
}

/// The keys that lead to a character.
@MainActor
private struct KeyWay {
    private let text: String
    private var isThere = false
    private var steps = 0

    init(to character: Character) { text = character.isNewline ? "\n" : String(character) }

    /// The place of the next key to tap; nil when the character was typed.
    mutating func next(on view: KeyboardView?) throws(KeyProblem) -> Point? {
        if isThere { return nil }
        guard let keyboard = view else { throw .notShown }
        steps += 1
        if let point = keyboard.location(of: text) {
            isThere = true
            return keyboard.pointOnScreen(point)
        }
        // A key that does not do what it says would be tapped for ever.
        guard steps < 50, let action = step(on: keyboard), let point = keyboard.location(of: action) else {
            throw .noKey(text)
        }
        return keyboard.pointOnScreen(point)
    }

    /// The key to tap on the way to the text: shift, or the key of another plane; nil if no key leads there.
    private func step(on keyboard: KeyboardView) -> KeyboardLayout.Action? {
        if types(keyboard.plane) { return .shift }
        let planes = keyboard.shownLayout.planes
        // A breadth-first search from the present plane; each plane is kept with the first key on the way to the plane.
        var seen: Set<String> = [keyboard.plane.name]
        var ways: [(plane: KeyboardLayout.Plane, first: KeyboardLayout.Action?)] = [(keyboard.plane, nil)]
        var index = 0
        while index < ways.count {
            let way = ways[index]
            index += 1
            if types(way.plane) { return way.first }
            for case .plane(let name) in way.plane.rows.joined().map(\.action) where seen.insert(name).inserted {
                guard let plane = planes.first(where: { $0.name == name }) else { continue }
                ways.append((plane, way.first ?? .plane(name)))
            }
        }
        return nil
    }

    /// Whether a key of the plane types the text, with shift or without.
    private func types(_ plane: KeyboardLayout.Plane) -> Bool {
        plane.rows.joined().contains { key in
            switch key.action {
            case .text(let plain, let shifted): plain == text || shifted == text
            case .space: text == " "
            case .return: text == "\n"
            case .delete, .shift, .plane: false
            }
        }
    }
}
