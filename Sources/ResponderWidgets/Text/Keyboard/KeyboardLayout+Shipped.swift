public import ResponderCore

// The layouts that the package ships.
extension KeyboardLayout {
    /// English letters (QWERTY), with digits and symbols on further planes.
    public static let english = KeyboardLayout(shipped: [
        "letters": """
        q w e r t y u i o p
        a s d f g h j k l
        [shift:1.5] z x c v b n m [delete:1.5]
        [digits=123:2] [space:6] [return:2]
        """,
        "digits": """
        1 2 3 4 5 6 7 8 9 0
        - / : ; ( ) $ & @ "
        [symbols=#+=:1.5] . , ? ! ' ` [delete:1.5]
        [letters=ABC:2] [space:6] [return:2]
        """,
        "symbols": """
        [ ] { } # % ^ * + =
        _ \\ | ~ < > € £ ¥ •
        [digits=123:1.5] . , ? ! ' ` [delete:1.5]
        [letters=ABC:2] [space:6] [return:2]
        """,
    ])

    /// German letters (QWERTZ) with umlauts and ß, with digits and symbols on further planes.
    public static let german = KeyboardLayout(shipped: [
        "letters": """
        q w e r t z u i o p ü
        a s d f g h j k l ö ä
        [shift:1.5] y x c v b n m ß [delete:1.5]
        [digits=123:2] [space:6] [return:3]
        """,
        "digits": """
        1 2 3 4 5 6 7 8 9 0
        - / : ; ( ) € & @ "
        [symbols=#+=:1.5] . , ? ! ' ` [delete:1.5]
        [letters=ABC:2] [space:6] [return:2]
        """,
        "symbols": """
        [ ] { } # % ^ * + =
        _ \\ | ~ < > $ £ § °
        [digits=123:1.5] . , ? ! ' ` [delete:1.5]
        [letters=ABC:2] [space:6] [return:2]
        """,
    ])

    /// Digits alone.
    public static let numberPad = KeyboardLayout(shipped: [
        "digits": """
        1 2 3
        4 5 6
        7 8 9
        [return] 0 [delete]
        """
    ])

    /// Digits and a decimal point.
    public static let decimalPad = decimalPad(".")

    /// Digits and the decimal point of a language, such as `,`.
    ///
    /// - Complexity: O(1); allocates the layout.
    public static func decimalPad(_ point: Character) -> KeyboardLayout {
        var plane = numberPad.planes[0]
        plane.rows[3][0] = .text(String(point))
        return KeyboardLayout(checked: [plane])
    }

    /// Digits and the characters of telephone numbers.
    public static let phonePad = KeyboardLayout(shipped: [
        "digits": """
        1 2 3 -
        4 5 6 +
        7 8 9 [delete]
        * 0 # [return]
        """
    ])
}

extension KeyboardLayout {
    /// The layout for a type of keyboard, made from this layout of a language.
    ///
    /// The pads are ``numberPad``, ``decimalPad`` and ``phonePad``. A layout for numbers and punctuation begins with
    /// the plane named `digits`, if there is one. A layout for web or mail addresses has further keys beside the space
    /// key, or in its place.
    ///
    /// - Complexity: Linear in the keys; allocates a copy for some types.
    public func layout(for type: KeyboardType) -> KeyboardLayout {
        switch type {
        case .normal: self
        case .numbersAndPunctuation: beginning(with: "digits")
        case .url: replacingSpace(with: [.text("."), .text("/"), Key(.text(".com", shifted: ".com"))])
        case .emailAddress: replacingSpace(with: [Key(.space, width: 2), .text("@"), .text(".")])
        case .numberPad: .numberPad
        case .decimalPad: .decimalPad
        case .phonePad: .phonePad
        }
    }
}
