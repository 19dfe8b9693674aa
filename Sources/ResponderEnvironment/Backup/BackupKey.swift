/// The key of a sealed backup, made from the password.
struct BackupKey: Sendable {
    /// What the key is made from besides the password.
    let salt: [UInt8]
    let cost: PasswordCost
    private let secret: SecretKey

    /// The key of a password; nil where the memory that the cost asks for cannot be had.
    init?(password: String, salt: [UInt8]? = nil, cost: PasswordCost) {
        self.salt = salt ?? Sealing.random(Sealing.saltSize)
        self.cost = cost
        guard let secret = Sealing.key(fromPassword: password, salt: self.salt, cost: cost) else { return nil }
        self.secret = secret
    }

    func seal(_ bytes: [UInt8], context: [UInt8]) -> [UInt8] { Sealing.seal(bytes, with: secret, context: context) }

    /// The bytes that were sealed with the same key and context; nil where they were not.
    func open(_ sealed: [UInt8], context: [UInt8]) -> [UInt8]? { Sealing.open(sealed, with: secret, context: context) }
}
