internal import ResponderCore
internal import ResponderTouchInput

// The meanings of keys for the view that has the focus.
extension Key {
    /// Whether the key presses the view that has the focus.
    var isActivation: Bool {
        guard modifiers.isDisjoint(with: [.control, .alternate, .command, .shift]), !isRepeat else { return false }
        switch usage {
        case .keyboardReturnOrEnter, .keypadEnter, .keyboardSpacebar, .consumerMenuPick: return true
        default: return false
        }
    }

    /// The letter of a key that is held with control or command, but not with both; nil for another key.
    var commandLetter: String? {
        let held = modifiers.intersection([.control, .command, .alternate])
        guard held == .control || held == .command else { return nil }
        // On a layout without Latin letters the commands are where a US keyboard has them.
        let isLatin = charactersIgnoringModifiers.utf8.allSatisfy { $0 < 0x80 }
        let letter = isLatin ? charactersIgnoringModifiers : USKeyMap().characters(for: usage, modifiers: [])
        return letter.lowercased()
    }

    /// Undo or redo, for the keys that stand for one; nil for others.
    @MainActor
    var undoCommand: EditingCommand? {
        switch commandLetter {
        case "y": .redo
        case "z": modifiers.contains(.shift) ? .redo : .undo
        default: nil
        }
    }
}
