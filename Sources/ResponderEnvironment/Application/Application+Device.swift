internal import Glibc
public import ResponderKit

extension Application {
    /// What the app may ask about the device that it runs on (rule S31).
    ///
    /// - Complexity: O(1); the first use in a process of its own allocates the source of the answers.
    public final var device: DeviceInformation {
        if let source = parts.information { return DeviceInformation(of: self, from: source) }
        let source = LinuxInformation(SystemTree(), home: Self.homeOnDisk)
        parts.information = source
        return DeviceInformation(of: self, from: source)
    }

    /// A folder of the app's on the disk: a service's state, or the user's home.
    private static var homeOnDisk: String {
        for name in ["STATE_DIRECTORY", "XDG_STATE_HOME", "HOME"] {
            guard let value = getenv(name) else { continue }
            // A service may have several folders, with colons between them.
            let first = String(cString: value).prefix { $0 != ":" }
            if first.hasPrefix("/") { return String(first) }
        }
        return "/"
    }
}
