/// The form of an item's file.
///
///     "RK-KCITM", the version, the cipher           10 bytes
///     the length of what follows                     4 bytes, the lowest first
///     the attributes, sealed with the key that is always open
///     the secret, sealed with the key of the item's class
///
/// Both are sealed with the file's name, and the secret with the attributes too, so that no part can be put elsewhere.
enum KeychainFile {
    private static let header = Array("RK-KCITM".utf8) + [1, Sealing.cipher]

    /// The bytes that a secret may have, as systemd's credentials.
    static let longestSecret = 1 << 20
    /// The bytes that the attributes may have.
    static let longestAttributes = 1 << 16
    /// No file has more bytes.
    static let longest = header.count + 4 + longestSecret + longestAttributes + 2 * Sealing.overhead

    /// The bytes of the file of that name.
    static func bytes(
        _ item: KeychainItem,
        _ secret: [UInt8],
        name: String,
        _ keys: DataProtection
    ) throws(ProtectionError) -> [UInt8] {
        let attributes = item.attributes
        let sealed = try keys.seal(attributes, with: .always, context: context(name))
        let context = context(name) + attributes
        return try header + UInt32(sealed.count).bytes + sealed
            + keys.seal(secret, with: item.accessibility.keyClass, context: context)
    }

    /// The item of a file.
    static func item(_ bytes: [UInt8], name: String, _ keys: DataProtection) throws(ProtectionError) -> KeychainItem {
        let sealed = try parts(bytes, name).attributes
        guard let item = KeychainItem(attributes: try keys.open(Array(sealed), with: .always, context: context(name)))
        else { throw .damaged(name) }
        return item
    }

    /// The secret of a file that has `item`.
    static func secret(
        _ bytes: [UInt8],
        of item: KeychainItem,
        name: String,
        _ keys: DataProtection
    ) throws(ProtectionError) -> [UInt8] {
        let sealed = try parts(bytes, name).secret
        let context = context(name) + item.attributes
        return try keys.open(Array(sealed), with: item.accessibility.keyClass, context: context)
    }

    private static func parts(
        _ bytes: [UInt8],
        _ name: String
    ) throws(ProtectionError) -> (attributes: ArraySlice<UInt8>, secret: ArraySlice<UInt8>) {
        var rest = bytes[...]
        guard rest.take(header.count)?.elementsEqual(header) == true, let length = rest.takeLength(),
            let attributes = rest.take(length)
        else {
            if bytes.count > header.count, bytes.starts(with: header.dropLast()) {
                do throws(FileError) { try Sealing.check(cipher: bytes[header.count - 1], of: name) } catch {
                    throw .file(error)
                }
            }
            throw .damaged(name)
        }
        return (attributes, rest)
    }

    private static func context(_ name: String) -> [UInt8] { header + name.utf8 }
}

extension KeychainItem {
    /// The item as bytes; the same item always gives the same bytes.
    var attributes: [UInt8] {
        let table: [String: StoredPreference] = [
            "service": .text(service), "account": .text(account), "group": .text(group ?? ""), "label": .text(label),
            "accessibility": .text(accessibility.rawValue), "this-device-only": .bool(isThisDeviceOnly),
        ]
        return Array(StoredPreference.table(table).text.utf8)
    }

    /// The item of such bytes.
    init?(attributes: [UInt8]) {
        guard let text = String(validating: attributes, as: UTF8.self),
            case .table(let table)? = try? StoredPreference(parsing: text),
            case .text(let service)? = table["service"], case .text(let account)? = table["account"],
            case .text(let group)? = table["group"], case .text(let label)? = table["label"],
            case .text(let word)? = table["accessibility"], let accessibility = KeychainAccessibility(rawValue: word),
            case .bool(let isThisDeviceOnly)? = table["this-device-only"]
        else { return nil }
        self.init(
            service: service,
            account: account,
            group: group,
            label: label,
            accessibility: accessibility,
            isThisDeviceOnly: isThisDeviceOnly
        )
    }
}

extension UInt32 {
    /// The bytes, the lowest first.
    var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> (8 * UInt32($0))) } }
}

extension ArraySlice<UInt8> {
    /// Takes so many bytes off the beginning; nil where there are fewer.
    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= self.count else { return nil }
        defer { self = dropFirst(count) }
        return prefix(count)
    }

    /// Takes a number of four bytes off the beginning.
    mutating func takeLength() -> Int? {
        take(4)?.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
