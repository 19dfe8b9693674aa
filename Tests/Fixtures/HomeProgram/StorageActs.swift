import Foundation
import ResponderEnvironment

/// What the program does with all kinds of storage at once, until a test ends it.
enum StorageActs {
    /// How many numbers a record has; each number takes 8 bytes, so that no chunk of a protected file divides one.
    static let recordSize = 188

    /// Does the act in the folder that the arguments name, with numbers from an argument on, chosen by a seed; false
    /// for another act.
    ///
    /// Each line says what was written: a kind, and the number that is there now.
    static func run(_ act: String, _ say: (String) -> Void) throws -> Bool {
        guard act == "storage" else { return false }
        let (path, first) = (CommandLine.arguments[2], Int(CommandLine.arguments[3]) ?? 1)
        var random = UInt64(CommandLine.arguments[4]) ?? 0
        let keys = try DataProtection(keys: Folder(path: path + "/keys", creating: true), cost: .quick)
        let home = try Folder(path: path + "/home", creating: true)
        let container = AppContainer(
            identifier: "app",
            bundleName: nil,
            mounts: [AppContainer.Mount(folder: home)],
            protection: keys,
            space: nil
        )
        try home.removeDrafts()
        try container.createStandardDirectories()
        let items = try DeviceKeychain(folder: Folder(path: path + "/items", creating: true), keys: keys)
        let keychain = items.view(groups: ["app"])
        let item = KeychainItem(service: "s", account: "a")
        if try keychain.items().isEmpty { try keychain.add(item, secret: text(0, 1)) }
        let preferences = PreferenceFile(try HomePath("Library/Preferences/p"), in: home, space: nil)
        let store = try BackupStore(path: path + "/backup", cost: .quick)
        let records = try container.open("Documents/records", protection: .complete)
        let log = try container.open("Library/log", protection: .completeUnlessOpen)
        let plain = try container.open("Documents/plain", protection: ProtectionClass.none)
        for number in first... {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let choice = Int(random >> 33)
            switch choice % 16 {
            case 0..<6:
                let record = choice / 16 % 32
                try records.write(text(number, recordSize), at: record * recordSize * 8)
                say("record\(record) \(number)")
            case 6..<9:
                try log.write(text(number, 1 + choice / 16 % 500), at: try log.size)
                say("log \(number)")
            case 9:
                try plain.write(text(number, 1), at: choice / 16 % 4 * 8)
                say("plain\(choice / 16 % 4) \(number)")
            case 10:
                try log.truncate(to: 0)
                try log.write(text(number, 1), at: 0)
                say("log \(number)")
            case 11:
                try container.write(text(number, 5000), to: "Documents/whole", protection: .complete)
                say("whole \(number)")
            case 12:
                try keychain.update(item, secret: text(number, 1))
                say("item \(number)")
            case 13:
                try preferences.write(["key": .int(number)])
                say("preference \(number)")
            default:
                let app = BackupSource.App(identifier: "app", home: home, bundle: nil)
                let files = PlainFiles(keys: keys)
                let source = BackupSource(device: "d", date: "\(number)", apps: [app], keychain: nil, files: files)
                _ = try store.backUp(source, password: "secret")
                say("backup \(number)")
            }
        }
        return true
    }

    /// A number, so often.
    private static func text(_ number: Int, _ count: Int) -> [UInt8] {
        let digits = Array("\(number)".utf8)
        let word = [UInt8](repeating: UInt8(ascii: "0"), count: 7 - digits.count) + digits + [UInt8(ascii: " ")]
        return Array(repeatElement(word, count: count).joined())
    }
}
