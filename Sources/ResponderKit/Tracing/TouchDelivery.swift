/// One call of a touch method, as a listener of ``Application/onTouchDelivery`` is told of it, just before the call.
@MainActor
public struct TouchDelivery {
    /// Which of the four touch methods is called.
    public let phase: Touch.Phase
    /// The touches it is called with.
    public let touches: TouchSet
    /// The event they belong to.
    public let event: Event
    /// The view that was hit when the touches began.
    public let view: View
    /// The responder whose method is called: the view, or the first one up its chain that handles it.
    public let responder: Responder
}

/// What is called before each call of a touch method.
typealias DeliveryTrace = @MainActor (TouchDelivery) -> Void
