/// What happens when nobody has used a kiosk for a time: see ``IdleStages``.
///
/// - Complexity: Each member is O(1), and allocates the closure's context at most.
public struct IdleStage {
    enum Kind {
        case warning(@MainActor (Duration?) -> Void)
        case reset((@MainActor () -> Void)?)
        case dimmed(level: Double, @MainActor (Double) -> Void)
        case displayOff(wakeDelay: Duration, @MainActor (Bool) -> Void)
    }

    let kind: Kind
    /// How long nobody has done anything when the stage begins.
    public let delay: Duration

    /// Whether the input that ends the stage is withheld, since the user did not see what it would act on.
    var withholdsInput: Bool {
        switch kind {
        case .warning, .reset: false
        case .dimmed, .displayOff: true
        }
    }

    /// Warns the user that a later stage is near, such as the ``reset(after:_:)`` that drops a form half filled in.
    ///
    /// - Parameters:
    ///   - delay: How long nobody has done anything.
    ///   - show: Called with the time that is left until the next stage: at the beginning, and each second from then
    ///     on. Called with nil when the warning is over, by any input, which is delivered, or by the next stage.
    public static func warning(after delay: Duration, _ show: @escaping @MainActor (Duration?) -> Void) -> IdleStage {
        IdleStage(kind: .warning(show), delay: delay)
    }

    /// Goes back to the first screen, with all that lies over it dismissed
    /// (`Application.returnToFirstScreen()`).
    ///
    /// - Parameters:
    ///   - delay: How long nobody has done anything.
    ///   - reset: Called afterwards, for what the app itself has to forget.
    public static func reset(after delay: Duration, _ reset: (@MainActor () -> Void)? = nil) -> IdleStage {
        IdleStage(kind: .reset(reset), delay: delay)
    }

    /// Dims the display; the input that wakes it is withheld whole.
    ///
    /// Nothing is called at the beginning: an app that may have been killed while its display was dimmed lights the
    /// display at its launch itself.
    ///
    /// - Parameters:
    ///   - delay: How long nobody has done anything.
    ///   - level: The brightness, from 0 to 1.
    ///   - set: Called with the level, and with 1 at waking: see ``Backlight`` for a backlight of Linux.
    public static func dimmed(
        after delay: Duration,
        to level: Double,
        _ set: @escaping @MainActor (Double) -> Void
    ) -> IdleStage {
        IdleStage(kind: .dimmed(level: level, set), delay: delay)
    }

    /// Switches the display off; the input that wakes it is withheld whole.
    ///
    /// Nothing is called at the beginning: an app that may have been killed while its display was off switches it on
    /// at its launch itself; otherwise the first tap acts on what its user does not see.
    ///
    /// - Parameters:
    ///   - delay: How long nobody has done anything.
    ///   - wakeDelay: How long the display takes to come on: what begins meanwhile is withheld as well.
    ///   - set: Called with false, and with true at waking.
    public static func displayOff(
        after delay: Duration,
        wakeDelay: Duration = .zero,
        _ set: @escaping @MainActor (Bool) -> Void
    ) -> IdleStage {
        IdleStage(kind: .displayOff(wakeDelay: wakeDelay, set), delay: delay)
    }
}
