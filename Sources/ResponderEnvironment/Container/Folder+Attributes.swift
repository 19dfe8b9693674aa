internal import CResponderEnvironment
internal import Glibc

// The attribute that keeps a file or folder out of backups (rule S9).
extension Folder {
    /// The name of the attribute; its value has no meaning.
    private static let excludeAttribute = "user.responderkit.exclude"

    /// Whether the file or folder itself has the attribute.
    package func isExcludedFromBackup(_ path: HomePath) throws(FileError) -> Bool {
        let file = try open(path, O_RDONLY | O_NONBLOCK)
        let answer = withExtendedLifetime(file) { rse_has_attribute(file.number, Self.excludeAttribute) }
        guard answer >= 0 else { throw .last(at: "\(path)", doing: "asked for its attributes") }
        return answer == 1
    }

    /// Gives the file or folder the attribute, or takes it away.
    package func setExcludedFromBackup(_ isExcluded: Bool, at path: HomePath) throws(FileError) {
        let file = try open(path, O_RDONLY | O_NONBLOCK)
        let call = isExcluded ? rse_set_attribute : rse_remove_attribute
        guard withExtendedLifetime(file, { call(file.number, Self.excludeAttribute) }) != 0 else { return }
        guard errno == EOPNOTSUPP else { throw .last(at: "\(path)", doing: "excluded from backups") }
        // Without attributes nothing there is excluded, so that nothing needs to be taken away.
        guard isExcluded else { return }
        throw .notPermitted(
            "\(path)",
            "its file system has no extended attributes, which the exclusion from backups needs; "
                + "keep what need not be backed up in Library/Caches or tmp"
        )
    }
}
