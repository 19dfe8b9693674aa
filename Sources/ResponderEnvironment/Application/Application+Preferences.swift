public import ResponderKit

extension Application {
    /// The app's preferences, in its home (``container``), read when the app first asks.
    ///
    /// - Throws: ``FileError``, where there is no home, or the file cannot be read.
    /// - Complexity: O(1) without allocation, but for the first time, which is linear in the preferences.
    public final var preferences: Preferences {
        get throws(FileError) {
            if let preferences = parts.preferences { return preferences }
            let container = try container
            let path = try PreferenceFile.path(of: container.identifier)
            let (mount, relative) = try container.part(path)
            let preferences = try Preferences(PreferenceFile(relative, in: mount.folder, space: container.space))
            preferences.attach(to: self)
            parts.preferences = preferences
            return preferences
        }
    }
}
