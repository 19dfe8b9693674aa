import TestSupport

@testable import ResponderEnvironment

/// A folder of files and one of keys, which go with this object.
final class ProtectionFixture {
    static let passcode = "a passcode of many bytes"

    let temporary = TemporaryFolder()
    let files: Folder
    let keys: Folder
    private(set) var protection: DataProtection
    let space = CountedSpace()

    init(passcode: String? = ProtectionFixture.passcode) throws {
        files = try Folder(path: temporary.path + "/files", creating: true)
        keys = try Folder(path: temporary.path + "/keys", creating: true)
        protection = try DataProtection(keys: keys, cost: .quick)
        if let passcode { try protection.setPasscode(passcode) }
    }

    /// Opens the keybag anew, as another process does.
    func reopen() throws { protection = try DataProtection(keys: keys, cost: .quick) }

    func unlock() throws { try protection.unlock(passcode: Self.passcode) }

    func open(
        _ name: String = "file",
        _ class: ProtectionClass? = nil,
        _ mode: OpenMode = .writing
    ) throws -> ProtectedFile {
        try .open(HomePath(name), in: files, protection: `class`, mode: mode, keys: protection, space: space)
    }

    func whole(_ name: String = "file") throws -> [UInt8] {
        try ProtectedFile.readWhole(HomePath(name), in: files, keys: protection)
    }

    func replace(_ name: String = "file", _ bytes: [UInt8], _ class: ProtectionClass? = nil) throws {
        try ProtectedFile.replaceWhole(
            bytes,
            HomePath(name),
            in: files,
            protection: `class`,
            keys: protection,
            space: space
        )
    }

    /// The bytes as they are on the disk.
    func raw(_ name: String = "file") throws -> [UInt8] { try files.read(HomePath(name)) }

    func setRaw(_ name: String = "file", _ bytes: [UInt8]) throws {
        try files.replace(HomePath(name), with: bytes, durable: false)
    }

    func sizeOnDisk() throws -> Int {
        try files.names().reduce(0) { try $0 + (files.status(HomePath($1))?.size ?? 0) }
    }
}
