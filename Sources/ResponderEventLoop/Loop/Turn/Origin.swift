extension MainRunLoop {
    /// From where code is called that brings something to an application.
    package enum Origin: UInt8 {
        /// By the loop's own work, such as a timer or the dispatch of a touch.
        case inside = 0
        /// By a source of input priority that waits for a descriptor, such as a device or a connection.
        case input = 1
        /// By another source that waits for a descriptor.
        case source = 2
        /// Outside of all turns, or where the loop is about to wait.
        case outside = 3
    }
}
