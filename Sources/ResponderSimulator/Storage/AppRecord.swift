internal import ResponderEnvironment

/// What a device keeps of an installed app beside its home.
struct AppRecord: Hashable {
    let identifier: String
    /// The number of the first home, which names the record's file.
    let installation: Int
    /// The number of the home.
    var home: Int
    /// The number that the home had before an update; the home may still have it, if the process ended during the move.
    var formerHome: Int?
    /// The name of the bundle, such as `Notes.app`.
    var bundle: String
    /// The digest of the bundle's files.
    var digest: String
    /// How often the app was installed or updated in this home.
    var version = 1

    /// The record as text: a line for each member; no identifier has a space or an end of line.
    var text: String {
        var lines = [
            ["identifier", identifier], ["installation", "\(installation)"], ["home", "\(home)"], ["bundle", bundle],
            ["digest", digest],
            ["version", "\(version)"],
        ]
        if let formerHome { lines.append(["former-home", "\(formerHome)"]) }
        return lines.map { "\($0[0]) \($0[1])\n" }.joined()
    }

    init(identifier: String, installation: Int? = nil, home: Int, bundle: String, digest: String) {
        self.identifier = identifier
        self.installation = installation ?? home
        self.home = home
        self.bundle = bundle
        self.digest = digest
    }

    /// Reads a record; nil where the text is none.
    init?(_ bytes: [UInt8]) {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        var values: [String: String] = [:]
        for line in text.unicodeScalars.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 2 else { return nil }
            values[words[0]] = words[1]
        }
        guard let identifier = values["identifier"], let installation = values["installation"].flatMap({ Int($0) }),
            let home = values["home"].flatMap({ Int($0) }),
            let bundle = values["bundle"], let digest = values["digest"]
        else { return nil }
        self.init(identifier: identifier, installation: installation, home: home, bundle: bundle, digest: digest)
        formerHome = values["former-home"].flatMap { Int($0) }
        version = values["version"].flatMap { Int($0) } ?? 1
    }
}
