/// A responder that takes text from keyboards: those with keys, and the one on the screen.
///
/// While it is the first responder of the key window, typed text comes to ``insertText(_:)``, and the delete key to
/// ``deleteBackward()``. A subclass needs nothing else to take part:
///
/// ```swift
/// final class PinView: View, KeyInput {
///     private(set) var digits = ""
///     var keyboardType: KeyboardType { .numberPad }
///     var hasText: Bool { !digits.isEmpty }
///     func insertText(_ text: String) { digits += text }
///     func deleteBackward() { digits = String(digits.dropLast()) }
///     override var canBecomeFirstResponder: Bool { true }
/// }
/// ```
///
/// Becoming the first responder makes its window the key window (rule R22). (`UIKeyInput`)
@MainActor
public protocol KeyInput: Responder, TextInputTraits {
    /// Whether there is any text: without it the delete key has nothing to do.
    var hasText: Bool { get }

    /// Inserts what was typed at the caret.
    ///
    /// The return key types a line feed.
    func insertText(_ text: String)

    /// Deletes the selection, or else the character before the caret.
    func deleteBackward()
}

/// Stands between keyboards and the text, such as for a script with more characters than keys.
///
/// An embedder sets one by ``Application/inputMethod``. It gets each key before the text does, whether the key was on a
/// keyboard or on the screen, and changes the text by the methods of ``TextInput``.
@MainActor
public protocol InputMethod: AnyObject {
    /// A key was pressed or repeated while `input` takes text; true where the input method took the key.
    ///
    /// Called after key commands, for keys that no command has taken. A key of the keyboard on the screen has the usage
    /// of the key that does the same, or, for a character, no usage (0) and its ``Key/characters``.
    ///
    /// It is not called for a ``TextView`` that may not be edited. When another responder takes text than before, what
    /// was not decided in a field or a text view was decided.
    func handle(_ key: Key, for input: any KeyInput) -> Bool
}
