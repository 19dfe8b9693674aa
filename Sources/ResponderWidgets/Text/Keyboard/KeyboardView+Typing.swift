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
        // The typed text determines the case of the next letter, even if the caret has not moved.
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

    /// Deletes once, and then repeatedly while the finger stays on the key.
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

    /// Whether the responder in which the deletion began still has text to delete.
    private final func deletesFurther() -> Bool {
        guard let deletion, let application, application.runsCode, let input = application.textInput else {
            return false
        }
        return input === deletion.input && input.hasText
    }

    /// The delay that keyboards commonly have before they repeat a key.
    private static let deletionDelay = Duration.milliseconds(500)
    private static let deletionInterval = Duration.milliseconds(100)
}

/// The repetition of the delete key.
struct KeyboardDeletion {
    let timer: MainRunLoop.Timer
    /// The finger on the key; of several fingers the last.
    let touch: Touch
    /// The responder whose text is deleted.
    weak var input: Responder?
}

extension Key {
    fileprivate static let deletion = Key(.keyboardDeleteOrBackspace)
}
