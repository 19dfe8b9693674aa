/// The overridable members that the dispatch distinguishes; for each class it knows which of them are overridden.
struct Overrides: OptionSet {
    let rawValue: UInt32

    static let began = Overrides(rawValue: 1 << 0)
    static let moved = Overrides(rawValue: 1 << 1)
    static let ended = Overrides(rawValue: 1 << 2)
    static let cancelled = Overrides(rawValue: 1 << 3)
    static let next = Overrides(rawValue: 1 << 4)
    static let hitTest = Overrides(rawValue: 1 << 5)
    static let pointInside = Overrides(rawValue: 1 << 6)
    /// `Application.sendEvent`.
    static let applicationEvents = Overrides(rawValue: 1 << 7)
    /// `Window.sendEvent`.
    static let windowEvents = Overrides(rawValue: 1 << 8)
    /// `touchesEstimatedPropertiesUpdated`.
    static let estimateUpdates = Overrides(rawValue: 1 << 9)

    /// `scrollWheel`.
    static let wheel = Overrides(rawValue: 1 << 10)

    static let pressesBegan = Overrides(rawValue: 1 << 11)
    static let pressesChanged = Overrides(rawValue: 1 << 12)
    static let pressesEnded = Overrides(rawValue: 1 << 13)
    static let pressesCancelled = Overrides(rawValue: 1 << 14)
    static let motionBegan = Overrides(rawValue: 1 << 15)
    static let motionEnded = Overrides(rawValue: 1 << 16)
    static let motionCancelled = Overrides(rawValue: 1 << 17)
    /// `remoteControlReceived`.
    static let remoteControl = Overrides(rawValue: 1 << 18)
    /// `canPerformAction`.
    static let canPerformAction = Overrides(rawValue: 1 << 24)
    /// `target(forAction:withSender:)`.
    static let actionTarget = Overrides(rawValue: 1 << 25)
    /// `undoManager`.
    static let undoManager = Overrides(rawValue: 1 << 26)

    static let handlers: Overrides = [.began, .moved, .ended, .cancelled]
    static let all: Overrides = [
        .handlers, .next, .hitTest, .pointInside, .applicationEvents, .windowEvents, .estimateUpdates,
        .wheel, .pressesBegan, .pressesChanged, .pressesEnded, .pressesCancelled,
        .motionBegan, .motionEnded, .motionCancelled, .remoteControl, .actionMembers, .undoManager,
    ]
    /// The members that decide who performs an action.
    static let actionMembers: Overrides = [.canPerformAction, .actionTarget]
}
