import ResponderEnvironment
import TestSupport
import Testing

@Suite struct KeychainThreadTests {
    @Test(
        "Threads that use one keychain while the device is locked and unlocked get whole secrets, or the lock's error"
    )
    func threads() throws {
        let folder = TemporaryFolder()
        let keys = try DataProtection(keys: Folder(path: folder.path + "/keys", creating: true), cost: .quick)
        try keys.setPasscode("1")
        let items = try Folder(path: folder.path + "/items", creating: true, isDurable: false)
        let device = try DeviceKeychain(folder: items, keys: keys)
        let keychain = device.view(groups: ["app"])
        try keychain.add(
            KeychainItem(service: "s", account: "shared", accessibility: .afterFirstUnlock),
            secret: [0, 0]
        )
        let threads = Threads()
        for thread in UInt8(0)..<4 {
            threads.start {
                for round in UInt8(0)..<40 {
                    let item = KeychainItem(service: "s", account: "\(thread) \(round)")
                    do throws(KeychainError) {
                        try keychain.add(item, secret: [thread, round])
                        let secret = try keychain.read(service: "s", account: item.account)
                        #expect(secret == [thread, round])
                        if round % 2 == 1 { try keychain.remove(service: "s", account: item.account) }
                    } catch {
                        #expect(error == .locked(service: "s", account: item.account))
                        // An item whose reading was locked stays, and is removed as it would have been.
                        if round % 2 == 1 { try? keychain.remove(service: "s", account: item.account) }
                    }
                    let shared = KeychainItem(service: "s", account: "shared", accessibility: .afterFirstUnlock)
                    do throws(KeychainError) {
                        try keychain.update(shared, secret: [round, round])
                        let secret = try keychain.read(service: "s", account: "shared")
                        #expect(secret.count == 2 && secret.first == secret.last)
                    } catch {
                        Issue.record(error)
                    }
                }
            }
        }
        threads.start {
            for _ in 0..<50 {
                keys.lock()
                try? keys.unlock(passcode: "1")
            }
        }
        threads.join()
        try keys.unlock(passcode: "1")
        let left = device.items()
        #expect(left.allSatisfy { $0.account == "shared" || $0.account.utf8.last.map { $0 % 2 == 0 } == true })
        #expect(try DeviceKeychain(folder: items, keys: keys).items() == left)
    }
}
