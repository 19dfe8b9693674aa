import Foundation
import ResponderEnvironment
import ResponderKit
import ResponderSimulator
import TestSupport

// The whole storage against the whole model.
extension StorageWalk {
    func compare() {
        for (name, app) in model.apps {
            if let application = device.application(name), let container = try? application.container {
                compare(container, app.home, of: name)
            }
            comparePaths(app.home, of: name)
        }
        let sizes = files(below: folder.path + "/\(model.name)/Containers").reduce(0) { $0 + size(of: $1) }
        if sizes != device.usedSpace { fail("the files have \(sizes) bytes, and \(device.usedSpace) are counted") }
        if Sealing.encrypts { findSecrets() }
    }

    /// What the app sees.
    private func compare(_ container: AppContainer, _ home: HomeModel, of app: String) {
        do {
            for (path, entry) in home.entries where path != "Library/Preferences" {
                guard let bytes = entry.bytes else {
                    let names = try container.names(in: path)
                    let wanted = home.names(in: path.split(separator: "/").map(String.init))
                    if names != wanted { fail("\(app) has \(names) in \(path), and not \(wanted)") }
                    continue
                }
                if try container.protection(of: path) != entry.protection { fail("\(app) \(path) has another class") }
                if try container.isExcludedFromBackup(at: path) != entry.isExcluded {
                    fail("\(app) \(path) has another attribute")
                }
                do {
                    let read = try container.read(path)
                    if !model.mayOpen(entry.protection) { fail("\(app) \(path) is to be locked") }
                    if read != bytes { fail("\(app) \(path) has \(text(read)), and not \(text(bytes))") }
                } catch FileError.locked where !model.mayOpen(entry.protection) {}
            }
        } catch {
            fail("\(app): \(error)")
        }
    }

    /// What the disk has.
    private func comparePaths(_ home: HomeModel, of app: String) {
        guard let path = try? device.homePath(of: app) else { return fail("\(app) has no home") }
        let found = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        let paths = Set(found).filter { !$0.hasPrefix(home.bundle) && !$0.hasPrefix("Library/Preferences/") }
        let wanted = Set(home.entries.keys)
        guard paths != wanted else { return }
        fail("\(app) has \(paths.subtracting(wanted).sorted()), and lacks \(wanted.subtracting(paths).sorted())")
    }

    private func files(below path: String) -> [String] {
        ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).map { "\(path)/\($0)" }
    }

    private func size(of path: String) -> Int {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
        return Int(status.st_size)
    }

    /// No byte of a protected file is anywhere in the clear.
    private func findSecrets() {
        let secrets = Set(
            model.apps.values.flatMap { $0.home.entries.values.compactMap(\.secret) }.map { word in
                word.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            }
        )
        for path in files(below: folder.path) where !isInClearBackup(path) {
            var word: UInt64 = 0
            for byte in FileManager.default.contents(atPath: path) ?? Data() {
                word = word << 8 | UInt64(byte)
                if secrets.contains(word) { return fail("\(path) has bytes of a protected file in the clear") }
            }
        }
    }

    /// A backup without a password has everything in the clear.
    private func isInClearBackup(_ path: String) -> Bool {
        let names = path.dropFirst(folder.path.count).split(separator: "/")
        return names.count > 1 && names[0] == "Backups" && model.backups[String(names[1])]?.password == nil
    }
}
