extension TouchPanels {
    /// An input device of this machine.
    public struct Device: Sendable {
        /// Where its node is.
        public let path: String
        /// What it says of itself, or why it cannot be asked.
        public let description: Result<InputDeviceDescription, TouchPanel.Error>
    }

    /// The input devices of this machine, touch panels and others, in the order of their nodes' numbers.
    ///
    /// Each is opened, asked and closed.
    public nonisolated static func devices(in folder: String = TouchPanels.defaultFolder) -> [Device] {
        InputFolder(path: folder).nodes.map { path in
            do throws(TouchPanel.Error) {
                let node = try EvdevNode(path: path, isGrabbed: false)
                defer { node.close() }
                guard let description = node.description else { throw .noDescription(path: path) }
                return Device(path: path, description: .success(description))
            } catch {
                return Device(path: path, description: .failure(error))
            }
        }
    }
}
