extension TouchPanels {
    /// An input device of this machine.
    public struct Device: Sendable {
        /// The path of the device's node.
        public let path: String
        /// The device's own description, or the reason why it is unknown.
        public let description: Result<InputDeviceDescription, TouchPanel.Error>
    }

    /// The input devices of this machine, touch panels and others, in the order of their nodes' numbers.
    ///
    /// Opens, asks and closes each device.
    ///
    /// - Complexity: linear in the nodes of the folder and the axes of their devices, with system calls for each;
    ///   allocates the descriptions.
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
