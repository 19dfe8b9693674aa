/// The language as variables name it: `LC_ALL`, or else `LC_MESSAGES`, or else `LANG`.
struct LocaleSettings {
    /// The files of systemd, and of Debian before it.
    static let files = [(folder: "/etc", name: "locale.conf"), (folder: "/etc/default", name: "locale")]
    private static let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]

    /// What names the locale, for messages.
    let place: String
    /// The locale's name, such as `de_DE.UTF-8`.
    let value: String

    /// The locale of the first file that names one; nil where none does.
    init?(in tree: SystemTree) {
        for file in Self.files {
            let path = "\(file.folder)/\(file.name)"
            let value = Self.variables.lazy.compactMap { tree.value(of: $0, in: path) }.first { !$0.isEmpty }
            guard let value else { continue }
            (place, self.value) = ("\"\(path)\"", value)
            return
        }
        return nil
    }

    /// The locale of variables; nil where none names one.
    init?(variable: (String) -> String?) {
        for name in Self.variables {
            guard let value = variable(name), !value.isEmpty else { continue }
            (place, self.value) = ("the variable \(name)", value)
            return
        }
        return nil
    }

    /// The identifier, such as `de_DE`; `en_US_POSIX` for the locale of C; nil where the value is no name of a locale.
    var identifier: String? {
        let name = value.prefix { $0 != "." && $0 != "@" }
        if name == "C" || name == "POSIX" { return "en_US_POSIX" }
        let parts = name.split(separator: "_", omittingEmptySubsequences: false)
        let isLanguage = (2...3).contains(parts[0].utf8.count) && parts[0].utf8.allSatisfy { (97...122).contains($0) }
        let areOthers = parts.dropFirst().allSatisfy { part in
            (2...8).contains(part.utf8.count)
                && part.utf8.allSatisfy {
                    (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
                }
        }
        return isLanguage && areOthers && parts.count <= 3 ? String(name) : nil
    }
}
