internal import ResponderEnvironment
internal import ResponderKit
internal import ResponderSupport

/// The bundle of an app: a folder in its home that nobody but the device writes (rule S1).
struct AppBundle {
    /// The folder's name, such as `notes.app`.
    let name: String
    /// What the manifest says, and the version.
    private let facts: [UInt8]

    /// The name of the file with the manifest's facts.
    static let factsName = "Info"

    init(_ manifest: Manifest, version: Int) {
        name = Self.name(of: manifest.identifier)
        facts = Array(Self.text(manifest, version: version).utf8)
    }

    /// The last part of the identifier, with the ending `.app`.
    static func name(of identifier: String) -> String {
        let last = identifier.split(separator: ".").last ?? "App"
        var name = ""
        for scalar in last.unicodeScalars where name.utf8.count < 100 {
            name.unicodeScalars.append(scalar == "/" || scalar == "\0" ? "_" : scalar)
        }
        return name + ".app"
    }

    /// How many bytes the files have.
    var size: Int { facts.count }

    func write(in home: Folder) throws(FileError) {
        try home.createFolder(HomePath(names: [name]))
        try home.replace(HomePath(names: [name, Self.factsName]), with: facts)
    }

    /// The lines that `Manifest` reads, and the version.
    private static func text(_ manifest: Manifest, version: Int) -> String {
        var lines = ["# version \(version)", "identifier = \(manifest.identifier.inOneLine())"]
        func add(_ key: String, _ values: [String]) {
            if !values.isEmpty { lines.append("\(key) = \(values.map { $0.inOneLine() }.joined(separator: ", "))") }
        }
        if manifest.exitsOnSuspend { lines.append("exits-on-suspend = true") }
        if manifest.isFileSharingEnabled { lines.append("file-sharing = true") }
        add("background-modes", manifest.backgroundModes.map(\.rawValue).sorted())
        add("url-schemes", manifest.urlSchemes)
        return lines.map { $0 + "\n" }.joined()
    }

    // MARK: Digest

    /// The digest of the bundle as the device writes it.
    var digest: String {
        let digest = Digest()
        Self.add(HomePath(names: [name, Self.factsName]), facts, to: digest)
        return Self.text(of: digest)
    }

    /// The digest of the bundle that is there.
    static func digest(of bundle: HomePath, in home: Folder) throws(FileError) -> String {
        let digest = Digest()
        do throws(WalkError<FileError>) {
            try home.walk(from: bundle) { (path, status) throws(FileError) in
                if status.kind != .folder { add(path, status.kind == .file ? try home.read(path) : [], to: digest) }
                return true
            }
        } catch {
            throw error.fileError
        }
        return text(of: digest)
    }

    private static func add(_ path: HomePath, _ bytes: [UInt8], to digest: Digest) {
        // The lengths keep the parts apart.
        digest.update(Array("\(path.description.utf8.count) \(path) \(bytes.count) ".utf8))
        digest.update(bytes)
    }

    private static func text(of digest: Digest) -> String {
        "\(Digest.name):\(String(decoding: digest.finish().hexadecimal, as: UTF8.self))"
    }
}
