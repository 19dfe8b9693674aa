/// How much work a password costs who tries it: the operations and the memory of Argon2id.
package enum PasswordCost: UInt8, Sendable, CaseIterable {
    /// Under a millisecond: for simulated devices, whose passcodes keep nothing from anybody.
    case quick = 1
    /// About a tenth of a second and 64 MiB: for real processes.
    case interactive = 2
}
