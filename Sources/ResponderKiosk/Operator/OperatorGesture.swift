public import ResponderCore

/// A gesture that only the operator of a kiosk knows, after which a code is asked for.
///
///     let check = CodeCheck(application, code, tries: .file("/var/lib/kiosk/tries"))
///     let gesture = OperatorGesture(.corners([.topLeft, .topRight, .bottomLeft]), in: window, check) {
///         navigation.pushViewController(ServiceScreen())
///     }
///
/// The touch that completes the gesture is cancelled for the views it is over, so it acts once (rule K13). The pad for
/// the code is in front of all windows; a recording keeps nothing of the code. The app keeps the object: when
/// it is released, the pad can still be closed, and performs nothing.
///
/// - Complexity: Each member is O(1), besides what showing a window costs.
@MainActor
public final class OperatorGesture {
    /// What the operator does.
    public enum Kind: Hashable, Sendable {
        /// Taps into corners of the window in this order; two or more.
        case corners([Corner])
        /// Holds that many fingers still.
        case hold(fingers: Int, duration: Duration)
    }

    private weak var window: Window?
    private let check: CodeCheck
    private let perform: @MainActor () -> Void
    private let recognizer: GestureRecognizer
    private var pad: CodePad?

    /// Waits for the gesture in a window.
    ///
    /// - Parameters:
    ///   - kind: What the operator does.
    ///   - window: A window that covers the screen.
    ///   - check: Compares the code.
    ///   - perform: Called each time that the right code was typed, after the pad is gone.
    public init(_ kind: Kind, in window: Window, _ check: CodeCheck, perform: @escaping @MainActor () -> Void) {
        self.window = window
        self.check = check
        self.perform = perform
        switch kind {
        case .corners(let corners):
            let taps = CornerTaps(corners)
            recognizer = taps
            taps.addAction { [weak self] _ in self?.askForCode() }
        case .hold(let fingers, let duration):
            let hold = LongPressGestureRecognizer()
            hold.numberOfTouchesRequired = fingers
            hold.minimumPressDuration = duration
            recognizer = hold
            hold.addAction { [weak self] hold in
                if hold.state == .began { self?.askForCode() }
            }
        }
        window.addGestureRecognizer(recognizer)
    }

    /// Whether the pad for the code is shown.
    public var isAskingForCode: Bool { pad != nil }

    /// Shows the pad for the code, as the gesture does; does nothing while it is shown.
    public func askForCode() {
        guard pad == nil, let window, window.application != nil else { return }
        pad = CodePad(over: window, check) { [weak self] isRight in
            self?.pad = nil
            if isRight { self?.perform() }
        }
    }

    /// Takes the pad away, if it is shown, and waits for the gesture no more.
    public func stop() {
        pad?.close()
        recognizer.view?.removeGestureRecognizer(recognizer)
    }
}
