public import ResponderEventLoop

/// The kind of an event that is neither touch nor press (UIKit's `UIEvent.EventSubtype`).
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

    /// Whether this is a request of a remote control.
    ///
    /// - Complexity: O(1); no allocation.
    public var isRemoteControl: Bool { self != .motionShake }
}

/// A motion of the device, on its way to a responder.
public struct MotionEvent: Hashable, Sendable {
    /// The kind of motion.
    public let subtype: EventSubtype
    /// When the motion began, ended or was cancelled, on the clock of the application's loop.
    public let timestamp: MainRunLoop.Instant
}

/// A request of a remote control, on its way to a responder.
public struct RemoteControlEvent: Hashable, Sendable {
    /// The kind of request.
    public let subtype: EventSubtype
    /// When the request came, on the clock of the application's loop.
    public let timestamp: MainRunLoop.Instant
}
