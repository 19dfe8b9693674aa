/// A responder that takes text from keyboards, also from the one on the screen.
///
/// While the responder is the first responder of the key window, ``insertText(_:)`` gets typed text, and the delete key
/// calls ``deleteBackward()``. A class needs no further members:
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
/// When the responder becomes first responder, its window becomes the key window (rule R22). (`UIKeyInput`)
@MainActor
public protocol KeyInput: Responder, TextInputTraits {
    /// Whether there is any text: without it the delete key has nothing to do.
    var hasText: Bool { get }

    /// Inserts typed text at the caret.
    ///
    /// The return key types a line feed.
    func insertText(_ text: String)

    /// Deletes the selection, or else the character before the caret.
    func deleteBackward()
}

/// A method of typing between keyboards and the text, for example for a script with more characters than keys.
///
/// An embedder sets an input method as ``Application/inputMethod``. The input method gets each key of a keyboard or of
/// the screen before the text does, and changes the text by the methods of ``TextInput``.
@MainActor
public protocol InputMethod: AnyObject {
    /// A key was pressed or repeated while `input` takes text; returns whether the input method took the key.
    ///
    /// Called after key commands, for keys that no command has taken. A key of the keyboard on the screen has the usage
    /// of the key that does the same, or, for a character, no usage (0) and its ``Key/characters``.
    ///
    /// This method is not called for a ``TextView`` that may not be edited. Before another responder takes text, marked
    /// text in a field or a text view is decided.
    func handle(_ key: Key, for input: any KeyInput) -> Bool
}
