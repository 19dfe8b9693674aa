/// The first line of a backup's list: `responderkit-backup`, the version, the kind of the digests, how the password's
/// key is made and a token by which a wrong password is told from damage, and the digest of the line so far.
///
/// How the key is made: the cost, `quick` or `interactive`, and the salt. A backup in the clear has `-` for these and
/// for the token.
struct BackupHeader: Sendable {
    static let version = 1
    private static let kind = "responderkit-backup"
    static let longest = 1024

    /// How a sealed backup's key is made.
    struct Sealed: Hashable, Sendable {
        let cost: PasswordCost
        let salt: [UInt8]
        let token: [UInt8]
    }

    /// Nil for a backup in the clear.
    let sealed: Sealed?
    /// The line's bytes, with the line break.
    let bytes: [UInt8]

    private static let tokenContext = Array("backup password".utf8)

    /// The header of a new backup.
    init(key: BackupKey?) {
        sealed = key.map { Sealed(cost: $0.cost, salt: $0.salt, token: $0.seal([], context: Self.tokenContext)) }
        var line = BackupLine(Self.kind)
        line.add(Self.version)
        line.add(raw: BackupHasher.name.utf8)
        line.add(text: sealed.map { "\($0.cost)" })
        line.add(raw: sealed?.salt.hexadecimal ?? [UInt8(ascii: "-")])
        line.add(raw: sealed?.token.hexadecimal ?? [UInt8(ascii: "-")])
        let digest = BackupHasher.digest(line.bytes)
        line.add(raw: digest.hexadecimal)
        bytes = line.bytes + [UInt8(ascii: "\n")]
    }

    /// The header at the beginning of a list; `place` is the backup's folder, for errors.
    init(parsing list: some Collection<UInt8>, at place: String) throws(BackupError) {
        let line = Array(list.prefix(Self.longest).prefix { $0 != UInt8(ascii: "\n") })
        guard line.count < min(list.count, Self.longest) else { throw .damaged(place, "its first line is cut off") }
        var words = BackupWords(line[...])
        guard words.word() == Self.kind, let version = words.word() else {
            throw .damaged(place, "it does not begin as the list of a backup does")
        }
        guard version == "\(Self.version)" else { throw .version(place, version) }
        guard let digest = words.word() else { throw .damaged(place, "its first line is cut off") }
        guard digest == BackupHasher.name else { throw .digest(place, digest) }
        guard let cost = words.word(), let salt = words.raw(), let token = words.raw(), let lineDigest = words.raw(),
            words.isEmpty,
            let expected = BackupDigest(hexadecimal: lineDigest),
            BackupHasher.digest(line[..<(lineDigest.startIndex - 1)]) == expected
        else { throw .damaged(place, "its first line was changed") }
        bytes = line + [UInt8(ascii: "\n")]
        guard cost != "-" else {
            sealed = nil
            return
        }
        guard let cost = PasswordCost.allCases.first(where: { "\($0)" == cost }),
            let salt = [UInt8](hexadecimal: salt), salt.count == Sealing.saltSize,
            let token = [UInt8](hexadecimal: token)
        else { throw .damaged(place, "its first line names no key") }
        sealed = Sealed(cost: cost, salt: salt, token: token)
    }

    /// The backup's key; nil for a backup in the clear, whatever password is given.
    func key(password: String?, at place: String) throws(BackupError) -> BackupKey? {
        guard let sealed else { return nil }
        guard let password else { throw .passwordNeeded(place) }
        guard let key = BackupKey(password: password, salt: sealed.salt, cost: sealed.cost) else {
            throw .noMemory(place)
        }
        guard key.open(sealed.token, context: Self.tokenContext) != nil else { throw .wrongPassword(place) }
        return key
    }
}
