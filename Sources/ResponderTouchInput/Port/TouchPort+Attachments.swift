/// What sends to a port and stays with it, as a panel does, until it is closed.
@MainActor
package protocol TouchPortAttachment: AnyObject {
    /// Ends it, and detaches it from its port.
    func close()
}
