public import ResponderTouchInput

/// A key with the modifiers to hold, and its effect (UIKit's `UIKeyCommand`).
///
/// A responder offers its commands by ``Responder/keyCommands``. A key that a command takes is delivered to no
/// responder as a press.
@MainActor
public struct KeyCommand {
    /// The key of a command.
    public enum Input: Hashable, Sendable {
        /// The key that types this text with no modifiers but shift; small and capital letters are the same. An empty
        /// text stands for no key.
        case characters(String)
        /// The key at this place, or this button.
        case usage(HIDUsage)
    }

    /// The key.
    public var input: Input
    /// The modifiers to hold, and no others: caps lock and the numeric pad do not matter.
    public var modifiers: KeyModifiers
    /// The name of the command, for a list of commands; empty at first.
    public var title: String
    /// Whether the command is performed again for each repetition of the key that is held; true at first.
    public var allowsAutomaticRepeat = true
    /// Whether the command takes the key even from a first responder that wants it, such as a text field
    /// (``Responder/wantsKeyBeforeCommands(_:)``); false at first.
    public var wantsPriorityOverSystemBehavior = false
    /// Performs the command; returns whether a responder or the closure has performed it.
    private let performer: @MainActor (KeyCommand, Application) -> Bool

    /// A command that has an object of the responder chain perform an action.
    ///
    /// The action goes through ``Application/sendAction(_:to:from:for:)`` without a target: a responder other than the
    /// one that offers the command may perform the action (rule R31). If no responder performs it, the next command of
    /// the key is tried; without a further command, the key makes an ordinary press.
    ///
    /// - Complexity: O(1); allocates a closure's context.
    public init(_ input: Input, _ modifiers: KeyModifiers = [], title: String = "", action: Action<KeyCommand>) {
        self.init(input, modifiers, title) { command, application in
            application.sendAction(action, to: nil, from: command)
        }
    }

    /// A command that calls a closure.
    ///
    /// The application retains the closure only while the key is down. If the responder that offers the command stores
    /// its commands, the closure must capture the responder weakly.
    ///
    /// - Complexity: O(1); allocates a closure's context.
    public init(
        _ input: Input,
        _ modifiers: KeyModifiers = [],
        title: String = "",
        handler: @escaping @MainActor (KeyCommand) -> Void
    ) {
        self.init(input, modifiers, title) { command, _ in
            handler(command)
            return true
        }
    }

    private init(
        _ input: Input,
        _ modifiers: KeyModifiers,
        _ title: String,
        _ performer: @escaping @MainActor (KeyCommand, Application) -> Bool
    ) {
        self.input = input
        self.modifiers = modifiers
        self.title = title
        self.performer = performer
    }

    /// Whether the key is the command's.
    func matches(_ key: Key) -> Bool {
        guard modifiers.subtracting(Self.ignored) == key.modifiers.subtracting(Self.ignored) else { return false }
        return switch input {
        case .usage(let usage): usage == key.usage
        case .characters(let text):
            !text.isEmpty && text.lowercased() == key.charactersIgnoringModifiers.lowercased()
        }
    }

    func perform(in application: Application) -> Bool { performer(self, application) }

    /// The key and modifiers that two conflicting commands have in common.
    struct Shortcut: Hashable {
        let input: Input
        let modifiers: KeyModifiers
    }

    var shortcut: Shortcut {
        var input = input
        if case .characters(let text) = input { input = .characters(text.lowercased()) }
        return Shortcut(input: input, modifiers: modifiers.subtracting(Self.ignored))
    }

    private static let ignored: KeyModifiers = [.alphaShift, .numericPad]
}

extension KeyCommand.Input: ExpressibleByStringLiteral {
    /// The key that types the literal.
    ///
    /// - Complexity: O(1); no allocation.
    public init(stringLiteral text: String) { self = .characters(text) }
}
