/// The key of a sealed backup, made from the password.
struct BackupKey: Sendable {
    /// What the key is made from besides the password.
    let salt: [UInt8]
    private let secret: [UInt8]

    /// The key of a password.
    init(password: String, salt: [UInt8]? = nil) {
        self.salt = salt ?? (0..<16).map { _ in UInt8.random(in: 0...255) }
        secret = Array(password.utf8)
    }

    func seal(_ bytes: [UInt8], context: [UInt8]) -> [UInt8] { tag(bytes, context) + bytes }

    /// The bytes that were sealed with the same key and context; nil where they were not.
    func open(_ sealed: [UInt8], context: [UInt8]) -> [UInt8]? {
        guard sealed.count >= 64 else { return nil }
        let bytes = Array(sealed[64...])
        return tag(bytes, context).elementsEqual(sealed[..<64]) ? bytes : nil
    }

    private func tag(_ bytes: [UInt8], _ context: [UInt8]) -> [UInt8] {
        var hasher = BackupHasher()
        hasher.update(salt)
        hasher.update(secret)
        hasher.update(context)
        hasher.update(bytes)
        return hasher.finish().hexadecimal
    }
}
