public import ResponderKit

extension Application {
    /// What the app may ask about the device that it runs on (rule S31).
    ///
    /// - Complexity: O(1); the first use in a process of its own allocates the source of the answers.
    public final var device: DeviceInformation {
        if let source = parts.information { return DeviceInformation(of: self, from: source) }
        let source = LinuxInformation(SystemTree(), home: homeOnDisk)
        parts.information = source
        return DeviceInformation(of: self, from: source)
    }

    /// A folder of the app's on the disk: where its documents are, or else the root.
    private var homeOnDisk: String { (try? ProcessDirectories(identifier: manifest.identifier))?.state ?? "/" }
}
