/// An object that sends to a port and that the port keeps until the object is closed, such as a panel.
@MainActor
package protocol TouchPortAttachment: AnyObject {
    /// Ends the attachment and detaches it from its port.
    func close()
}
