internal import ResponderEnvironment
internal import ResponderKit

/// The files of a device: a folder of its own below a root, with the homes of its apps, its keys and its keychain.
///
///     root/device/Containers/7     the home of an app
///     root/device/Installed/3      what the device keeps of the app: its identifier, its home, its bundle's digest
///     root/device/Keys             the keys of protected files
///     root/device/counter          the number of the last home
///
/// A process that ends at any moment leaves a folder that the next one goes on with.
@MainActor
final class DeviceStorage {
    let root: String
    let name: String
    let folder: Folder
    private let lock: HomeLock
    let protection: DataProtection
    let space: DeviceSpace
    let keychain: DeviceKeychain
    /// Which device it is, for backups: a random number that another device does not have.
    let identifier: String
    /// What is known of the apps, by their identifiers.
    private(set) var records: [String: AppRecord]
    /// The number of the last home: no number is given twice.
    private var counter: Int

    static let containers = HomePath(names: ["Containers"])
    static let installed = HomePath(names: ["Installed"])
    /// The records of apps that are being restored; after that, the former ones.
    static let newlyInstalled = HomePath(names: ["Installed.new"])
    static let keys = HomePath(names: ["Keys"])
    static let identifierFile = HomePath(names: ["identifier"])
    static let counterFile = HomePath(names: ["counter"])

    init(root: String, name: String, capacity: Int?) throws(FileError) {
        self.root = root
        self.name = name
        folder = try Folder(path: "\(root)/\(name)", creating: true, isDurable: false)
        lock = try HomeLock(folder)
        try folder.removeDrafts()
        // What a restoration that was interrupted has left.
        try Folder(path: root).removeTree(Self.draft(of: name))
        for path in [Self.containers, Self.installed, Self.keys] { try folder.createFolder(path) }
        protection = try DataProtection(keys: try folder.folder(Self.keys), cost: .quick)
        counter = try Self.readCounter(in: folder)
        records = try Self.readRecords(in: folder)
        for record in records.values { counter = max(counter, record.home) }
        try folder.removeTree(Self.newlyInstalled)
        try Self.removeOrphans(in: folder, keeping: records)
        space = DeviceSpace(capacity: capacity, used: try folder.usedSpace(Self.containers))
        identifier = try Self.readIdentifier(in: folder)
        let items = HomePath(names: ["Keychain"])
        try folder.createFolder(items)
        let itemFolder = try folder.folder(items)
        do throws(KeychainError) {
            keychain = try DeviceKeychain(folder: itemFolder, keys: protection)
        } catch .file(let error) {
            throw error
        } catch {
            throw .damaged("\(folder.path)/\(items)", "\(error)")
        }
    }

    /// Has the storage go on with the apps of a restoration, and removes the homes of the former ones.
    ///
    /// What cannot be removed now is found when the storage is attached again.
    func adopt(_ restored: Restored) {
        for record in records.values { space.remove(record.home) }
        records = [:]
        for record in restored.records { records[record.identifier] = record }
        try? folder.removeTree(Self.newlyInstalled)
        try? Self.removeOrphans(in: folder, keeping: records)
        if let used = try? folder.usedSpace(Self.containers) { space.set(used: used) }
    }

    private static func readIdentifier(in folder: Folder) throws(FileError) -> String {
        do throws(FileError) {
            return String(decoding: try folder.read(identifierFile), as: UTF8.self)
        } catch .notFound {
            let text = Sealing.random(16).hexadecimal
            try folder.replace(identifierFile, with: text)
            return String(decoding: text, as: UTF8.self)
        }
    }

    // MARK: Found at the beginning

    private static func readCounter(in folder: Folder) throws(FileError) -> Int {
        do throws(FileError) {
            return Int(String(decoding: try folder.read(counterFile), as: UTF8.self)) ?? 0
        } catch .notFound {
            return 0
        }
    }

    private static func readRecords(in folder: Folder) throws(FileError) -> [String: AppRecord] {
        var records: [String: AppRecord] = [:]
        for name in try folder.names(in: installed) where !name.hasPrefix(Folder.draftPrefix) {
            let path = HomePath(names: installed.names + [name])
            guard let record = AppRecord(try folder.read(path)) else {
                throw .damaged("\(folder.path)/\(path)", "it is no record of an app")
            }
            // An update that did not come to its end is finished.
            if let former = record.formerHome, try folder.status(home(former)) != nil {
                try folder.move(home(former), to: home(record.home))
            }
            if try folder.status(home(record.home)) != nil { records[record.identifier] = record }
        }
        return records
    }

    /// Removes homes that no app has: of apps that were on the device for one launch, and of installations that did
    /// not come to their end.
    private static func removeOrphans(in folder: Folder, keeping records: [String: AppRecord]) throws(FileError) {
        let homes = Set(records.values.map(\.home))
        for name in try folder.names(in: containers) {
            if let number = Int(name), !homes.contains(number) { try folder.removeTree(home(number)) }
        }
    }

    // MARK: Homes

    static func home(_ number: Int) -> HomePath { HomePath(names: containers.names + ["\(number)"]) }

    private static func file(of record: AppRecord) -> HomePath {
        HomePath(names: installed.names + ["\(record.installation)"])
    }

    func nextNumber() throws(FileError) -> Int {
        counter += 1
        try folder.replace(Self.counterFile, with: Array("\(counter)".utf8))
        return counter
    }

    private func keep(_ record: AppRecord) throws(FileError) {
        try folder.replace(Self.file(of: record), with: Array(record.text.utf8))
        records[record.identifier] = record
    }

    /// The home of an app that is installed: a new one (rule S1), or the one that a former run of the device has left.
    ///
    /// Where that run has installed another bundle, the app is updated.
    func install(_ manifest: Manifest, as identifier: String) throws(FileError) -> AppHome {
        guard let record = records[identifier] else { return try makeHome(manifest, as: identifier) }
        let bundle = AppBundle(manifest, version: record.version)
        guard bundle.digest == record.digest, record.formerHome == nil else { return try move(record, to: manifest) }
        return try open(record)
    }

    private func makeHome(_ manifest: Manifest, as identifier: String) throws(FileError) -> AppHome {
        let number = try nextNumber()
        let bundle = AppBundle(manifest, version: 1)
        try space.take(bundle.size, for: bundle.name)
        let record = AppRecord(identifier: identifier, home: number, bundle: bundle.name, digest: bundle.digest)
        do throws(FileError) {
            try folder.createFolder(Self.home(number))
            let home = AppHome(identifier, number, try folder.folder(Self.home(number)), record, in: self)
            try home.container.createStandardDirectories()
            try bundle.write(in: home.folder)
            try keep(record)
            space.add(home)
            return home
        } catch {
            space.give(bundle.size)
            try? folder.removeTree(Self.home(number))
            throw error
        }
    }

    /// The home of an app that is on the device for one launch; it goes with the launch.
    func makeTemporaryHome(_ identifier: String) throws(FileError) -> AppHome {
        let number = try nextNumber()
        try folder.createFolder(Self.home(number))
        let home = AppHome(identifier, number, try folder.folder(Self.home(number)), nil, in: self)
        try home.container.createStandardDirectories()
        space.add(home)
        return home
    }

    func open(_ record: AppRecord, insteadOf former: Int? = nil) throws(FileError) -> AppHome {
        let folder = try folder.folder(Self.home(record.home))
        let home = AppHome(record.identifier, record.home, folder, record, in: self)
        space.add(home, insteadOf: former)
        return home
    }

    /// Replaces the bundle of an app that does not run, and moves its home (rule S7).
    func update(_ home: AppHome, to manifest: Manifest) throws(FileError) -> AppHome {
        guard let record = records[home.identifier] else { throw .notFound(home.identifier) }
        return try move(record, to: manifest)
    }

    private func move(_ old: AppRecord, to manifest: Manifest) throws(FileError) -> AppHome {
        var record = old
        record.version += 1
        let bundle = AppBundle(manifest, version: record.version)
        let former = try folder.usedSpace(HomePath(names: Self.home(old.home).names + [old.bundle]))
        try space.take(bundle.size, for: bundle.name)
        do throws(FileError) {
            record.home = try nextNumber()
            record.formerHome = old.home
            record.bundle = bundle.name
            record.digest = bundle.digest
            // While the record has both numbers, the next run finishes what this one has begun.
            try keep(record)
            try folder.move(Self.home(old.home), to: Self.home(record.home))
            let home = try folder.folder(Self.home(record.home))
            try home.removeTree(HomePath(names: [old.bundle]))
            try bundle.write(in: home)
            record.formerHome = nil
            try keep(record)
        } catch {
            space.give(bundle.size)
            // The app goes on in its home; what is left to be moved back is found when the storage is attached again.
            try? folder.move(Self.home(record.home), to: Self.home(old.home))
            if records[old.identifier] != old, (try? keep(old)) == nil { records[old.identifier] = old }
            throw error
        }
        space.give(former)
        return try open(record, insteadOf: old.home)
    }

    /// Removes a home with all that it has; files that cannot be removed stay, and count, until the storage is attached
    /// again.
    func remove(_ home: AppHome) throws(FileError) {
        if let record = records[home.identifier], record.home == home.number {
            try folder.remove(Self.file(of: record))
            records[home.identifier] = nil
        }
        space.remove(home.number)
        let path = Self.home(home.number)
        let bytes = (try? folder.usedSpace(path)) ?? 0
        try? folder.removeTree(path)
        space.give(bytes - ((try? folder.usedSpace(path)) ?? bytes))
    }

    /// Whether the bundle of an app is as the device has written it (rule S1).
    func hasWholeBundle(_ home: AppHome) throws(FileError) -> Bool {
        guard let record = home.record else { return true }
        return try AppBundle.digest(of: HomePath(names: [record.bundle]), in: home.folder) == record.digest
    }
}
