import ResponderEnvironment
import ResponderKit
import ResponderSimulator

// What is done with files by chance, and with apps on the storage.
extension RandomLife {
    func randomStorageAction(_ app: String) -> DeviceAction {
        let runner = running.randomElement(using: &random) ?? app
        switch Int.random(in: 0..<34, using: &random) {
        case 0: return .enterPasscode(["1234", "blue"].randomElement(using: &random) ?? "")
        case 1: return .choosePasscode(["1234", "blue"].randomElement(using: &random) ?? "")
        case 2..<4, 32: return .share(app, randomShare())
        case 4..<6: return .handOver(app, name: "letter.txt", text: "Dear Anna")
        case 6, 33:
            return .fill(Int.random(in: 0..<4, using: &random) == 0 ? nil : Int.random(in: 0...9000, using: &random))
        case 7..<9: return .update(app)
        case 9..<12: return .uninstall(randomGuest())
        case 12..<15: return .tamper(randomGuest())
        case 15..<18: return .keychain(runner, randomSecret())
        case 18: return .preference(runner, key: "a", .set("\(Int.random(in: 0..<9, using: &random))"))
        case 19: return .preference(runner, key: "a", .read)
        case 20, 21: return .setSettings(app, ["a": "\(Int.random(in: 0..<9, using: &random))"])
        case 22: return .backUp(password: nil)
        case 23:
            // Another device would have other locks, and in a walk nobody would miss them.
            return .restore("device", password: nil)
        default: return .files(runner, randomFileAction())
        }
    }

    /// An app that is installed by an action, and that no walk needs.
    private func randomGuest() -> String {
        let number = Int.random(in: 0..<3, using: &random)
        return isScripted ? "app\(number + 11)" : "extra\(number)"
    }

    private func randomFileAction() -> FileAction {
        let path = ["Documents/a", "Library/Caches/b", "tmp/c", "Library/d"].randomElement(using: &random) ?? ""
        let protection =
            [nil, ProtectionClass.complete, .completeUnlessOpen, ProtectionClass.none]
            .randomElement(using: &random) ?? nil
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: return .write(path, .size(Int.random(in: 0...4000, using: &random)), protection: protection)
        case 4: return .read(path)
        case 5: return .remove(path)
        case 6: return .list("Documents")
        case 7: return .excludeFromBackup(path)
        case 8: return .open(path, protection: protection)
        default: return .close(path)
        }
    }

    private func randomSecret() -> KeychainAction {
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1:
            let accessibility = KeychainAccessibility.allCases.randomElement(using: &random) ?? .whenUnlocked
            return .add(KeychainItem(service: "s", account: "a", accessibility: accessibility), secret: "secret")
        case 2: return .read(service: "s", account: "a")
        case 3: return .list
        default: return .remove(service: "s", account: "a")
        }
    }

    private func randomShare() -> ShareAction {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .list
        case 1: .put("a", text: "from the desktop")
        case 2: .get("a")
        default: .remove("a")
        }
    }
}
