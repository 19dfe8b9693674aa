import Foundation
import ResponderEnvironment

/// What the program does with files that several processes have, or that outlive an app.
enum SettingsActs {
    /// Does the act in the folder that the arguments name; false for another act.
    static func run(_ act: String, _ say: (Int) -> Void) throws -> Bool {
        let arguments = CommandLine.arguments
        switch act {
        case "preferences":
            // Counts up one key, as often as the arguments say; without a number until the test ends the program.
            let file = PreferenceFile(try HomePath("Library/file"), in: try Folder(path: arguments[2]), space: nil)
            for number in 1...(arguments.count > 4 ? Int(arguments[4]) ?? 1 : Int.max) {
                // A long text makes the file worth a new one now and then.
                let text = String(repeating: "t", count: 5000) + "\(number)"
                try file.write([arguments[3]: .int(number), arguments[3] + " text": .text(text)])
                say(number)
            }
        case "keychain":
            let keys = try DataProtection(keys: Folder(path: arguments[2] + "/keys", creating: true), cost: .quick)
            let folder = try Folder(path: arguments[2] + "/items", creating: true)
            let keychain = try DeviceKeychain(folder: folder, keys: keys).view(groups: ["app"])
            let first = try keychain.items().count
            for number in first... {
                let secret = Array("\(number)".utf8)
                try keychain.add(KeychainItem(service: "s", account: "\(number)"), secret: secret)
                try keychain.update(KeychainItem(service: "s", account: "\(number)", label: "l"), secret: secret)
                say(number)
            }
        default: return false
        }
        return true
    }
}
