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
