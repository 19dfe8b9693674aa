/// The looks and the behaviour of a keyboard on the screen that a responder that takes text wants.
///
/// Each property has a default. A keyboard reads the properties when the responder becomes the first responder, and
/// again after ``Responder/reloadInputViews()``. (`UITextInputTraits`)
@MainActor
public protocol TextInputTraits {
    /// Which keys are offered; ``KeyboardType/normal`` by default.
    var keyboardType: KeyboardType { get }
    /// What stands on the return key; ``ReturnKeyType/normal`` by default.
    var returnKeyType: ReturnKeyType { get }
    /// Which letters are upper case by themselves; ``AutocapitalizationType/none`` by default.
    var autocapitalizationType: AutocapitalizationType { get }
    /// Whether the return key is disabled while there is no text; false by default.
    var enablesReturnKeyAutomatically: Bool { get }
    /// Whether the text is a secret, which is shown as bullets and not copied; false by default.
    var isSecureTextEntry: Bool { get }
}

extension TextInputTraits {
    /// ``KeyboardType/normal``.
    public var keyboardType: KeyboardType { .normal }
    /// ``ReturnKeyType/normal``.
    public var returnKeyType: ReturnKeyType { .normal }
    /// ``AutocapitalizationType/none``.
    public var autocapitalizationType: AutocapitalizationType { .none }
    /// False.
    public var enablesReturnKeyAutomatically: Bool { false }
    /// False.
    public var isSecureTextEntry: Bool { false }
}

/// Which keys a keyboard on the screen offers. (`UIKeyboardType`)
public enum KeyboardType: Hashable, Sendable, CaseIterable {
    /// Letters, with digits and punctuation on further planes.
    case normal
    /// Digits and punctuation first, with letters on another plane.
    case numbersAndPunctuation
    /// Letters, with the characters of web addresses.
    case url
    /// Letters, with the characters of mail addresses.
    case emailAddress
    /// Digits alone.
    case numberPad
    /// Digits and a decimal point.
    case decimalPad
    /// Digits and the characters of telephone numbers.
    case phonePad
}

/// What stands on the return key. (`UIReturnKeyType`)
public enum ReturnKeyType: Hashable, Sendable, CaseIterable {
    /// Return: ends the line, or the field.
    case normal
    /// Done: the form is filled.
    case done
    /// Go: opens what was typed.
    case go
    /// Next: the next field follows.
    case next
    /// Search: looks for what was typed.
    case search
    /// Send: sends what was typed.
    case send
}

/// Which letters a keyboard on the screen makes upper case by itself. (`UITextAutocapitalizationType`)
public enum AutocapitalizationType: Hashable, Sendable, CaseIterable {
    /// No letter.
    case none
    /// The first letter of each word.
    case words
    /// The first letter of each sentence.
    case sentences
    /// Every letter.
    case allCharacters
}
