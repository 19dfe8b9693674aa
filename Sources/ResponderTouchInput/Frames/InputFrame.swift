public import ResponderEventLoop

/// A frame of any kind that an input device makes.
public enum InputFrame: Hashable, Sendable {
    /// Fingers, or the pointer of a mouse.
    case touch(TouchFrame)
    /// A key or a button.
    case press(PressFrame)
    /// A wheel.
    case wheel(WheelFrame)

    /// When the device saw it, on the clock of the frames.
    public var time: MainRunLoop.Instant {
        get {
            switch self {
            case .touch(let frame): frame.time
            case .press(let frame): frame.time
            case .wheel(let frame): frame.time
            }
        }
        set {
            switch self {
            case .touch(var frame):
                frame.time = newValue
                self = .touch(frame)
            case .press(var frame):
                frame.time = newValue
                self = .press(frame)
            case .wheel(var frame):
                frame.time = newValue
                self = .wheel(frame)
            }
        }
    }
}

/// What a decoder passes on at once: a frame, but one contact has no array.
package enum InputSample {
    case contact(TouchContact, at: MainRunLoop.Instant)
    case press(PressFrame)
    case wheel(WheelFrame)

    /// The sample as a frame; allocates the array of a contact.
    package var frame: InputFrame {
        switch self {
        case .contact(let contact, let time): .touch(TouchFrame(time: time, contacts: [contact]))
        case .press(let frame): .press(frame)
        case .wheel(let frame): .wheel(frame)
        }
    }
}
