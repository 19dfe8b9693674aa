public import ResponderKit
internal import ResponderSimulator
internal import ResponderSupport

/// A keyboard with the layout of a US one, for tests of presses: see `AppHarness.keyboard`.
///
/// Each method sends its frames at the present instant; the application gets them with the next turn of its loop, as
/// when the harness advances. Only `hold(_:for:)` lets time pass.
///
///     harness.keyboard.type("Hi")
///     harness.keyboard.shortcut("s", [.command])
///     harness.settle()
///
/// A key goes down before it is released, and is released before it goes down again. A test that asks for anything else
/// is mistaken: the process stops with a message that names the key and the test's line. To send frames that no
/// keyboard sends, use `SimulatedDevice.press(_:)`.
///
/// A method returns the keyboard, so that calls can be chained.
@MainActor
public final class Keyboard {
    /// The keys that are down, in the order in which they went down.
    public private(set) var keysDown: [HIDUsage] = []
    /// The modifier keys that are held.
    public private(set) var modifiers: KeyModifiers = []
    private let device: SimulatedDevice
    private let screen: FingerScreen

    init(of device: SimulatedDevice, _ screen: FingerScreen) {
        self.device = device
        self.screen = screen
    }

    /// Puts a key down.
    ///
    /// - Precondition: The key is not down.
    /// - Complexity: O(keys that are down); allocates at most the list of these keys.
    @discardableResult
    public func press(_ key: HIDUsage, file: StaticString = #file, line: UInt = #line) -> Keyboard {
        check(key, isDown: false, file, line)
        keysDown.append(key)
        modifiers.formUnion(KeyLayout.modifiers(of: key))
        return send(key, .began)
    }

    /// Releases a key.
    ///
    /// - Precondition: The key is down.
    /// - Complexity: O(keys that are down); no allocation.
    @discardableResult
    public func release(_ key: HIDUsage, file: StaticString = #file, line: UInt = #line) -> Keyboard {
        check(key, isDown: true, file, line)
        keysDown.removeAll { $0 == key }
        modifiers = keysDown.reduce(into: []) { $0.formUnion(KeyLayout.modifiers(of: $1)) }
        return send(key, .ended)
    }

    /// Puts the key down that types `character`, without shift.
    ///
    /// - Precondition: A key types the character, with shift or without, and is not down.
    /// - Complexity: That of ``press(_:file:line:)-(HIDUsage,_,_)``.
    @discardableResult
    public func press(_ character: Character, file: StaticString = #file, line: UInt = #line) -> Keyboard {
        press(key(of: character, file, line).usage, file: file, line: line)
    }

    /// Releases the key that types `character`.
    ///
    /// - Precondition: A key types the character, with shift or without, and is down.
    /// - Complexity: That of ``release(_:file:line:)-(HIDUsage,_,_)``.
    @discardableResult
    public func release(_ character: Character, file: StaticString = #file, line: UInt = #line) -> Keyboard {
        release(key(of: character, file, line).usage, file: file, line: line)
    }

    /// Types a text: presses and releases the key of each character, with shift where the character needs it.
    ///
    /// - Precondition: A key types each character, and is not down. `"\n"` is the return key.
    /// - Complexity: O(characters of the text); allocates at most the list of keys that are down.
    @discardableResult
    public func type(_ text: String, file: StaticString = #file, line: UInt = #line) -> Keyboard {
        for character in text {
            let (usage, isShifted) = key(of: character, file, line)
            let needsShift = isShifted && !modifiers.contains(.shift)
            if needsShift { press(.keyboardLeftShift, file: file, line: line) }
            press(usage, file: file, line: line).release(usage, file: file, line: line)
            if needsShift { release(.keyboardLeftShift, file: file, line: line) }
        }
        return self
    }

    /// Presses and releases the key of `character` while the keys of `modifiers` are held.
    ///
    /// - Precondition: A key types the character; neither it nor the left keys of the modifiers are down. Caps lock and
    ///   the numeric pad are no keys to hold.
    /// - Complexity: O(1); allocates the list of the modifiers' keys.
    @discardableResult
    public func shortcut(
        _ character: Character,
        _ modifiers: KeyModifiers,
        file: StaticString = #file,
        line: UInt = #line
    ) -> Keyboard {
        shortcut(key(of: character, file, line).usage, modifiers, file: file, line: line)
    }

    /// Presses and releases a key while the keys of `modifiers` are held.
    ///
    /// - Precondition: Neither the key nor the left keys of the modifiers are down. Caps lock and the numeric pad are
    ///   no keys to hold.
    /// - Complexity: O(1); allocates the list of the modifiers' keys.
    @discardableResult
    public func shortcut(
        _ key: HIDUsage,
        _ modifiers: KeyModifiers,
        file: StaticString = #file,
        line: UInt = #line
    ) -> Keyboard {
        let held = KeyLayout.keys(of: modifiers)
        guard held.reduce(into: [], { $0.formUnion(KeyLayout.modifiers(of: $1)) }) == modifiers else {
            fatalError("caps lock and the numeric pad cannot be held for a shortcut", file: file, line: line)
        }
        for modifier in held { press(modifier, file: file, line: line) }
        press(key, file: file, line: line).release(key, file: file, line: line)
        for modifier in held.reversed() { release(modifier, file: file, line: line) }
        return self
    }

    /// Sends one repetition of a key that is held.
    ///
    /// - Precondition: The key is down.
    /// - Complexity: O(keys that are down); no allocation.
    @discardableResult
    public func `repeat`(_ key: HIDUsage, file: StaticString = #file, line: UInt = #line) -> Keyboard {
        check(key, isDown: true, file, line)
        return send(key, .changed)
    }

    /// Holds a key for a time that passes on the device, and releases it; the keyboard repeats the key meanwhile.
    ///
    /// It is repeated for the first time `delay` after it went down, and then each `interval`.
    ///
    /// - Precondition: The key is not down, and all times are greater than zero.
    /// - Complexity: That of the repetitions, and of the app's work.
    @available(*, noasync, message: "use `await hold(…)`, which lets main-actor jobs run")
    @discardableResult
    public func hold(
        _ key: HIDUsage,
        for duration: Duration,
        repeatingAfter delay: Duration = .milliseconds(500),
        every interval: Duration = .milliseconds(33),
        file: StaticString = #file,
        line: UInt = #line
    ) -> Keyboard {
        check(duration, delay, interval, file, line)
        press(key, file: file, line: line)
        var (passed, next) = (Duration.zero, delay)
        while next < duration {
            device.advance(by: next - passed)
            self.repeat(key, file: file, line: line)
            (passed, next) = (next, next + interval)
        }
        device.advance(by: duration - passed)
        return release(key, file: file, line: line)
    }

    /// Holds a key for a time that passes on the device, and releases it; the keyboard repeats the key meanwhile.
    ///
    /// It is repeated for the first time `delay` after it went down, and then each `interval`.
    ///
    /// - Precondition: The key is not down, and all times are greater than zero.
    /// - Complexity: That of the repetitions, and of the app's work.
    @discardableResult
    public func hold(
        _ key: HIDUsage,
        for duration: Duration,
        repeatingAfter delay: Duration = .milliseconds(500),
        every interval: Duration = .milliseconds(33),
        file: StaticString = #file,
        line: UInt = #line
    ) async -> Keyboard {
        check(duration, delay, interval, file, line)
        press(key, file: file, line: line)
        var (passed, next) = (Duration.zero, delay)
        while next < duration {
            await device.advance(by: next - passed)
            self.repeat(key, file: file, line: line)
            (passed, next) = (next, next + interval)
        }
        await device.advance(by: duration - passed)
        return release(key, file: file, line: line)
    }

    /// Pulls the keyboard's plug: the keys that are down are cancelled.
    ///
    /// - Complexity: O(keys that are down); no allocation.
    public func unplug() {
        modifiers = []
        for key in keysDown { send(key, .cancelled) }
        keysDown.removeAll()
    }
}

extension Keyboard {
    @discardableResult
    private func send(_ key: HIDUsage, _ phase: PressFrame.Phase) -> Keyboard {
        device.press(KeyLayout.frame(key, phase, modifiers, at: device.clock.now))
        return self
    }

    private func key(
        of character: Character,
        _ file: StaticString,
        _ line: UInt
    ) -> (usage: HIDUsage, isShifted: Bool) {
        guard let key = KeyLayout.key(of: character) else {
            fatalError(
                "no key types \(String(character).quotedInOneLine()); send it by SimulatedDevice.press(_:)",
                file: file,
                line: line
            )
        }
        return key
    }

    private func check(_ key: HIDUsage, isDown: Bool, _ file: StaticString, _ line: UInt) {
        guard screen.frame == nil else {
            fatalError("no key can be pressed inside together(_:), which makes one frame", file: file, line: line)
        }
        guard keysDown.contains(key) != isDown else { return }
        let remedy = isDown ? "not down: press it first" : "down already: release it first"
        fatalError("key \(KeyLayout.name(of: key).quotedInOneLine()) is \(remedy)", file: file, line: line)
    }

    private func check(
        _ duration: Duration,
        _ delay: Duration,
        _ interval: Duration,
        _ file: StaticString,
        _ line: UInt
    ) {
        guard duration > .zero, delay > .zero, interval > .zero else {
            fatalError(
                "a key cannot be held for \(duration), repeated after \(delay) every \(interval): all times must be "
                    + "greater than zero",
                file: file,
                line: line
            )
        }
    }
}
