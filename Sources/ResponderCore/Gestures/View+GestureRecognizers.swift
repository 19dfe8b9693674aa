/// The places of recognisers in the lists of views.
enum RecognizerPlace: ListPlace {
    static var path: ReferenceWritableKeyPath<GestureRecognizer, Int> { \.place }
}

// A view's recognisers.
extension View {
    /// The view's recognisers, in the order in which they were added.
    ///
    /// - Complexity: O(1), but linear after removals that moved very many; then it allocates the array anew.
    public final var gestureRecognizers: [GestureRecognizer] { recognizers.all }

    /// Adds a recogniser behind the view's other ones; removes it from its former view first.
    ///
    /// From now on the recogniser gets touches that begin in the view or in a view inside it (rule G10).
    ///
    /// - Complexity: O(1) on average; allocates when the list grows.
    public final func addGestureRecognizer(_ recognizer: GestureRecognizer) {
        // An action that the removal calls may add the recogniser to a view, too.
        while let former = recognizer.viewReference, former !== self { former.removeGestureRecognizer(recognizer) }
        guard recognizer.viewReference !== self else { return }
        recognizers.append(recognizer)
        recognizer.viewReference = self
        recognizersDidChange()
        recognizer.owner?.viewDidChange(of: recognizer)
    }

    /// Removes a recogniser; does nothing when the view does not have it.
    ///
    /// During an attempt the recogniser fails, or its gesture is cancelled (rule G18).
    ///
    /// - Complexity: O(1) on average, besides the change of its state; allocates only if the app still holds an array
    ///   from ``gestureRecognizers``.
    public final func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
        guard recognizer.viewReference === self else { return }
        recognizer.record.pointee.hover = 0
        recognizer.giveUp(because: .removed)
        // An action may have removed it.
        guard recognizer.viewReference === self else { return }
        ProcessState.shared.keepAlive(recognizer)
        recognizers.remove(recognizer)
        recognizer.viewReference = nil
        recognizersDidChange()
        recognizer.owner?.viewDidChange(of: recognizer)
    }

    /// Ends the attempts of the view's recognisers that have no touch at present, when the view leaves its window:
    /// attempts with touches end with their touches (rule G18).
    final func giveUpBetweenTouches() {
        for recognizer in recognizers.all where recognizer.record.pointee.touches == 0 {
            recognizer.record.pointee.hover = 0
            recognizer.giveUp(because: .leftWindow, inReview: true)
        }
    }

    private func recognizersDidChange() {
        ProcessState.shared.pointee.usesRecognizers = true
        ProcessState.shared.invalidatePlans()
        guard record.pointee.hasRecognizers == recognizers.isEmpty else { return }
        record.pointee.hasRecognizers = !recognizers.isEmpty
        // Results that were resolved along the chain of superviews are no longer valid.
        ProcessState.shared.didChange()
    }
}
