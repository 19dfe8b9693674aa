public import ResponderEventLoop

/// What an event that is neither touch nor press is about (UIKit's `UIEvent.EventSubtype`).
public enum EventSubtype: String, Hashable, Sendable, CaseIterable {
    /// The device is shaken.
    case motionShake = "shake"
    /// Begins to play.
    case remoteControlPlay = "play"
    /// Pauses.
    case remoteControlPause = "pause"
    /// Ends playing.
    case remoteControlStop = "stop"
    /// Plays what is paused, and pauses what plays.
    case remoteControlTogglePlayPause = "toggle"
    /// Goes to the next track.
    case remoteControlNextTrack = "next"
    /// Goes to the previous track.
    case remoteControlPreviousTrack = "previous"
    /// Begins to go back in the track.
    case remoteControlBeginSeekingBackward = "begin-backward"
    /// Ends going back in the track.
    case remoteControlEndSeekingBackward = "end-backward"
    /// Begins to go forward in the track.
    case remoteControlBeginSeekingForward = "begin-forward"
    /// Ends going forward in the track.
    case remoteControlEndSeekingForward = "end-forward"

    /// Whether this is something that a remote control asks for.
    ///
    /// - Complexity: O(1); no allocation.
    public var isRemoteControl: Bool { self != .motionShake }
}

/// A motion of the device, on its way to a responder.
public struct MotionEvent: Hashable, Sendable {
    /// What kind of motion.
    public let subtype: EventSubtype
    /// When it began, ended or was cancelled, on the clock of the application's loop.
    public let timestamp: MainRunLoop.Instant
}

/// What a remote control asks for, on its way to a responder.
public struct RemoteControlEvent: Hashable, Sendable {
    /// What it asks for.
    public let subtype: EventSubtype
    /// When, on the clock of the application's loop.
    public let timestamp: MainRunLoop.Instant
}
