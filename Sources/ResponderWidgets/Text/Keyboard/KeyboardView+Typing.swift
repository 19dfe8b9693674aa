internal import ResponderCore
internal import ResponderEventLoop

// What keys do.
extension KeyboardView {
    private final var application: Application? { window?.application }

    /// Types what a key types now.
    final func type(keyAt place: KeyboardLayout.Place) {
        guard let key = plane.key(at: place), isEnabled(place), let text = text(of: key) else { return }
        switch key.action {
        case .space: type(Key(.keyboardSpacebar, characters: text))
        case .return: type(Key(.keyboardReturnOrEnter, characters: text))
        case .text: type(Key(characters: text))
        case .delete, .shift, .plane: break
        }
    }

    private final func type(_ key: Key) {
        if shiftKey.wasUsed() { setNeedsDisplay() }
        application?.typeKey(key)
        // What was typed decides about the next letter, even where the caret is where it was.
        traits.forgetCaret()
        readText()
    }

    /// Shows a plane of the layout.
    final func show(planeNamed name: String) {
        guard let index = shownLayout.planes.firstIndex(where: { $0.name == name }), index != planeIndex else { return }
        planeIndex = index
        planeDidChange()
    }

    final func planeDidChange() {
        knownGeometry = nil
        finishFingers()
        setNeedsDisplay()
    }

    // MARK: Shift

    final func shiftWasPressed(by touch: Touch, at time: Int64) {
        shiftKey.press(touch, at: time)
        setNeedsDisplay()
    }

    final func shiftWasReleased(by touch: Touch) {
        guard shiftKey.release(touch) else { return }
        traits.forgetCaret()
        readText()
        setNeedsDisplay()
    }

    // MARK: Delete

    /// Deletes, and again and again while the finger stays on the key.
    final func beginDeleting(_ touch: Touch) {
        stopDeleting()
        type(.deletion)
        guard let index = index(of: touch), fingers[index].role == .deletes, let application,
            let input = application.textInput, input.hasText
        else { return }
        let loop = application.runLoop
        let timer = loop.addTimer(
            at: loop.now.advanced(by: Self.deletionDelay),
            every: Self.deletionInterval,
            name: "delete of a keyboard"
        ) { [weak self] timer in
            guard let self, deletesFurther() else { return timer.cancel() }
            type(.deletion)
            if !deletesFurther() { stopDeleting() }
        }
        deletion = KeyboardDeletion(timer: timer, touch: touch, input: input)
    }

    final func stopDeleting() {
        deletion?.timer.cancel()
        deletion = nil
    }

    /// Whether there is text to delete where the finger began to.
    private final func deletesFurther() -> Bool {
        guard let deletion, let application, application.runsCode, let input = application.textInput else {
            return false
        }
        return input === deletion.input && input.hasText
    }

    /// Of the keys of other keyboards.
    private static let deletionDelay = Duration.milliseconds(500)
    private static let deletionInterval = Duration.milliseconds(100)
}

/// The repetition of the delete key.
struct KeyboardDeletion {
    let timer: MainRunLoop.Timer
    /// The finger on the key: the last of several.
    let touch: Touch
    /// What is deleted from.
    weak var input: Responder?
}

extension Key {
    fileprivate static let deletion = Key(.keyboardDeleteOrBackspace)
}
