import ResponderEnvironment
import ResponderKit
import ResponderSimulator

// What an app asks of its files, its preferences, and actions of a script.
extension StorageWalk {
    func look(_ container: AppContainer, _ app: String) {
        let path = anyPath(app)
        guard let names = HomeModel.names(of: path), !path.hasPrefix("\(app).app") else { return }
        let what = "\(app) \(path.debugDescription)"
        switch Int.random(in: 0..<5, using: &random) {
        case 0:
            let reasons = reasons(app, path, HomeModel.mayRead) { place, _ in
                if case .behindFile = place { [.badPath] } else { [] }
            }
            let found = expect("exists", what, reasons) { try container.exists(path) }
            if let found, found != (entry(app, path) != nil) { fail("exists says \(found)") }
        case 1:
            let folder = chance(1, of: 4) ? "" : names.dropLast().joined(separator: "/")
            let wanted = HomeModel.names(of: folder) ?? []
            let reasons = reasons(app, folder, HomeModel.mayRead) { place, _ in
                if case .entry(let entry) = place { return entry.bytes == nil ? [] : [.badPath] }
                return Self.reasonsWithout(place)
            }
            guard !folder.hasPrefix("Library/Preferences") else { return }
            let list = expect("names", "\(app) \(folder)", reasons) { try container.names(in: folder) }
            if let list, let home = model.apps[app]?.home, list != home.names(in: wanted) {
                fail("the names are \(list), and \(home.names(in: wanted)) were made")
            }
        case 2:
            let size = expect("size", what, reasonsToRead(app, path)) { try container.size(of: path) }
            if let size, size != entry(app, path)?.bytes?.count { fail("the size is \(size)") }
        case 3:
            let protection = expect("protection", what, reasonsToRead(app, path, needsKey: false)) {
                try container.protection(of: path)
            }
            if let protection, protection != entry(app, path)?.protection { fail("the class is \(protection)") }
        default:
            let reasons = reasons(app, path, HomeModel.mayRead) { place, _ in Self.reasonsWithout(place) }
            let isExcluded = expect("isExcluded", what, reasons) { try container.isExcludedFromBackup(at: path) }
            if let isExcluded, !names.isEmpty, isExcluded != entry(app, path)?.isExcluded {
                fail("the attribute is \(isExcluded)")
            }
        }
    }

    func exclude(_ container: AppContainer, _ app: String) {
        let (path, isExcluded) = (anyPath(app), chance(2, of: 3))
        let reasons = reasons(app, path, HomeModel.mayWrite) { place, _ in Self.reasonsWithout(place) }
        let set: Void? = expect("exclude", "\(app) \(path.debugDescription) \(isExcluded)", reasons) {
            try container.setExcludedFromBackup(isExcluded, at: path)
        }
        if set != nil { entry(app, path)?.isExcluded = isExcluded }
    }

    func changeClass(_ container: AppContainer, _ app: String) {
        let (path, protection) = (anyPath(app), any(ProtectionClass.allCases))
        let old = entry(app, path)
        let reasons = reasons(app, path, HomeModel.mayWrite) { place, _ in
            guard case .entry(let entry) = place else { return Self.reasonsWithout(place) }
            if entry.bytes == nil { return [.notPermitted] }
            if entry.protection == protection { return [] }
            return model.mayOpen(entry.protection) && model.mayCreate(protection) ? [] : [.locked]
        }
        let what = "\(app) \(path.debugDescription) \(protection)"
        let full = mayBeFull(old?.bytes?.count ?? 0)
        let set: Void? = expect("setProtection", what, reasons, or: full) {
            try container.setProtection(protection, of: path)
        }
        guard set != nil, let old, old.protection != protection, let names = HomeModel.names(of: path) else { return }
        let new = ModelEntry(old.bytes, protection, isExcluded: old.isExcluded)
        if protection != .none { new.secret = old.secret }
        model.apps[app]?.home.set(names, new)
    }

    // MARK: Open files

    func open(_ container: AppContainer, _ app: String) {
        guard handles.count < 8 else { return useHandle() }
        let (path, protection, mode) = (anyPath(app), anyClass(), any(OpenMode.allCases))
        guard !path.hasPrefix("\(app).app") else { return }
        let old = entry(app, path)
        var reasons: Set<Refusal>
        switch mode {
        case .reading: reasons = reasonsToRead(app, path)
        case .writing where old?.bytes != nil:
            reasons = self.reasons(app, path, HomeModel.mayWrite) { _, _ in
                model.mayOpen(old?.protection ?? .none) ? [] : [.locked]
            }
        case .writing: reasons = reasonsToWrite(app, path, protection)
        case .creating:
            reasons = self.reasons(app, path, HomeModel.mayWrite) { place, _ in
                let locked: Set<Refusal> =
                    model.mayCreate(protection ?? .completeUntilFirstUserAuthentication) ? [] : [.locked]
                switch place {
                case .entry: return locked.union([.exists])
                case .nothing: return locked
                case .noFolder: return locked.union([.notFound])
                case .behindFile: return locked.union([.badPath])
                }
            }
        }
        // Who gives a class relies on it.
        if mode != .creating, let old, old.bytes != nil, let protection, protection != old.protection {
            reasons.insert(.notPermitted)
        }
        let what = "\(app) \(path.debugDescription) \(protection.map { "\($0)" } ?? "-") \(mode)"
        let full = old == nil || mode == .creating ? mayBeFull(0) : []
        guard
            let file = expect(
                "open",
                what,
                reasons,
                or: full,
                { try container.open(path, protection: protection, mode) }
            )
        else { return }
        if old == nil { didWrite([], app, path, protection) }
        guard let entry = entry(app, path) else { return }
        if file.protection != entry.protection { fail("the open file's class is \(file.protection)") }
        handles.append(Handle(app: app, file: file, entry: entry, isWritable: mode != .reading))
    }

    func useHandle() {
        guard !handles.isEmpty else { return }
        let index = Int.random(in: 0..<handles.count, using: &random)
        let handle = handles[index]
        guard awake.contains(handle.app), let content = handle.entry.bytes else { return }
        let what = "\(handle.app) \(index) \(handle.entry.protection)"
        var reasons: Set<Refusal> = handle.isOpen ? [] : [.notPermitted]
        if !model.mayUse(handle.entry.protection) { reasons.insert(.locked) }
        let writing = handle.isWritable ? reasons : reasons.union([.notPermitted])
        let offset = chance(1, of: 3) ? content.count : Int.random(in: 0...content.count + 300, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<4:
            let bytes = anyBytes()
            let full = mayBeFull(offset + bytes.count)
            let written: Void? = expect("handle.write", "\(what) \(bytes.count) at \(offset)", writing, or: full) {
                try handle.file.write(bytes, at: offset)
            }
            guard written != nil, !bytes.isEmpty else { return }
            var new = content
            if new.count < offset { new += repeatElement(0, count: offset - new.count) }
            new.replaceSubrange(offset..<min(new.count, offset + bytes.count), with: bytes)
            handle.entry.bytes = new
            if handle.entry.protection != .none, bytes.count >= 8 { handle.entry.secret = Array(bytes.prefix(8)) }
        case 4..<6:
            let full = mayBeFull(offset)
            let cut: Void? = expect("handle.truncate", "\(what) to \(offset)", writing, or: full) {
                try handle.file.truncate(to: offset)
            }
            guard cut != nil else { return }
            handle.entry.bytes =
                Array(content.prefix(offset)) + [UInt8](repeating: 0, count: max(0, offset - content.count))
        case 6..<10:
            let count = chance(1, of: 2) ? .max : Int.random(in: 0...400, using: &random)
            let read = expect("handle.read", "\(what) \(count) at \(offset)", reasons) {
                try handle.file.read(count, at: offset)
            }
            let wanted = Array(content.dropFirst(offset).prefix(count))
            if let read, read != wanted { fail("it reads \(text(read)), and \(text(wanted)) was written") }
        case 10:
            let size = expect("handle.size", what, reasons) { try handle.file.size }
            if let size, size != content.count { fail("the size is \(size), and \(content.count) was written") }
        default:
            note("close \(what)")
            handle.file.close()
            if handle.isOpen { handles[index].isOpen = false } else { handles.remove(at: index) }
        }
    }

    // MARK: Preferences, and actions of a script

    func prefer(_ application: Application, _ app: String) {
        let key = any(["volume", "name"])
        guard let preferences = expect("preferences", app, [], { try application.preferences }) else { return }
        let value = preferences[PreferenceKey(key, default: "")]
        if value != model.apps[app]?.preferences[key] ?? "" { fail("the preference \(key) is \(value)") }
        guard chance(1, of: 2) else { return }
        let text = "\(Int.random(in: 0..<1000, using: &random))"
        preferences[PreferenceKey(key, default: "")] = text
        model.apps[app]?.preferences[key] = text
        if expect("save", "\(app) \(key) \(text)", [], or: mayBeFull(4000), { try preferences.save() }) == nil {
            // What was set is kept, and written when there is space.
            removeFiller()
            _ = expect("save", "\(app) \(key) \(text)", []) { try preferences.save() }
        }
    }

    func act(_ app: String) {
        let (path, protection) = (anyPath(app), anyClass())
        let what = "\(app) \(path.debugDescription)"
        if chance(1, of: 2) {
            guard !path.hasPrefix("\(app).app") else { return }
            let read = expect("files.read", what, reasonsToRead(app, path)) {
                try device.perform(.files(app, .read(path)))
            }
            if read != nil, let bytes = entry(app, path)?.bytes, bytes.count < 80,
                let text = String(validating: bytes, as: UTF8.self), lastResult != "\"\(text)\""
            {
                fail("the history has \(lastResult)")
            }
        } else {
            let text = String(decoding: anyBytes().prefix(200), as: UTF8.self)
            let reasons = reasonsToWrite(app, path, protection)
            let written = expect("files.write", what, reasons, or: mayBeFull(text.utf8.count)) {
                try device.perform(.files(app, .write(path, .text(text), protection: protection)))
            }
            if written != nil { didWrite(Array(text.utf8), app, path, protection) }
        }
    }
}
