public import ResponderEventLoop

/// The contacts that began, moved, ended or were cancelled at one instant, as their source reports them.
///
/// One frame becomes one event, so fingers that come down in one frame begin together. A frame in which the same
/// contact appears twice (a tap faster than the panel's clock) becomes several events, in order.
public struct TouchFrame: Hashable, Sendable {
    /// When the source saw the changes, on the clock of the loop that the port belongs to.
    public var time: MainRunLoop.Instant
    /// The contacts that changed; contacts that are down and unchanged may be left out.
    public var contacts: [TouchContact]

    /// A frame of `contacts`, seen at `time`.
    ///
    /// - Complexity: O(1); no allocation.
    public init(time: MainRunLoop.Instant, contacts: [TouchContact]) {
        self.time = time
        self.contacts = contacts
    }
}
