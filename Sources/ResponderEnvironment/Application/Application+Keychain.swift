public import ResponderKit

extension Application {
    /// The app's secrets.
    ///
    /// On a simulated device they are those of the manifest's ``Manifest/keychainGroups``. In a real process they are
    /// the credentials that systemd hands over, which can only be read: the service is the manifest's identifier, or
    /// the first of its groups, and the account is the credential's name.
    ///
    /// - Throws: ``KeychainError``, where the process has no credentials, and where a simulated device has no storage.
    /// - Complexity: O(1) without allocation, but for the first time, which opens the folder of the credentials.
    public final var keychain: Keychain {
        get throws(KeychainError) {
            if let keychain = parts.keychain { return keychain }
            if let error = parts.missingStorage { throw .file(error) }
            let credentials = try KeychainError.files { () throws(FileError) in try ProcessCredentials() }
            let keychain = Keychain(credentials: credentials, groups: manifest.groupsOfKeychain)
            parts.keychain = keychain
            return keychain
        }
    }
}

extension Manifest {
    /// The groups of the keychain that the app sees: its own by default (rule S22).
    package var groupsOfKeychain: [String] { keychainGroups.isEmpty ? [identifier] : keychainGroups }
}
