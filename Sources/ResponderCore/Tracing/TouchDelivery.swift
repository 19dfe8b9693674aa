/// One call of a touch method, as reported to the listener ``Application/onTouchDelivery`` just before the call.
@MainActor
public struct TouchDelivery {
    /// Which of the four touch methods is called.
    public let phase: Touch.Phase
    /// The touches that the method is called with.
    public let touches: TouchSet
    /// The event of the touches.
    public let event: Event
    /// The view that was hit when the touches began.
    public let view: View
    /// The responder whose method is called: the view, or the first responder up its chain that handles the message.
    public let responder: Responder
}

/// A closure that is called before each call of a touch method.
typealias DeliveryTrace = @MainActor (TouchDelivery) -> Void
