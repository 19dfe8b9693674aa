internal import ResponderSupport

extension BackupManifest {
    /// Reads a list line by line, and refuses what a backup never writes: so a restoration can trust each path.
    struct Parser {
        private let place: String
        private var manifest = BackupManifest(device: "", date: "")
        private var hasher = BackupHasher()
        private var lines = 0
        private var rest: [UInt8] = []
        private var isDone = false
        private var identifiers: Set<String> = []
        /// The paths of the app that is being read; true for folders.
        private var paths: [HomePath: Bool] = [:]
        private var objects: Set<UInt64> = []
        private var size = 0

        /// `place` is the backup's folder, for errors.
        init(after header: BackupHeader, at place: String) {
            self.place = place
            hasher.update(header.bytes)
        }

        mutating func take(_ piece: [UInt8]) throws(BackupError) {
            var start = piece.startIndex
            while let end = piece[start...].firstIndex(of: UInt8(ascii: "\n")) {
                if rest.isEmpty {
                    try take(line: piece[start..<end])
                } else {
                    rest += piece[start..<end]
                    let line = rest
                    rest = []
                    try take(line: line[...])
                }
                start = end + 1
            }
            rest += piece[start...]
            guard rest.count <= BackupManifest.longestLine else { throw wrong("is too long") }
        }

        /// The list, after its last piece.
        func finish() throws(BackupError) -> BackupManifest {
            guard isDone, rest.isEmpty else { throw .damaged(place, "its list is cut off after \(lines) lines") }
            return manifest
        }

        private func wrong(_ how: String) -> BackupError { .damaged(place, "line \(lines + 2) of its list \(how)") }

        private mutating func take(line: ArraySlice<UInt8>) throws(BackupError) {
            guard !isDone else { throw wrong("stands behind the end") }
            guard line.count <= BackupManifest.longestLine else { throw wrong("is too long") }
            var words = BackupWords(line)
            guard let kind = words.word() else { throw wrong("is empty") }
            if kind == "end" {
                guard words.number(in: 0...Int.max) == lines, let digest = words.raw(), words.isEmpty,
                    BackupDigest(hexadecimal: digest) == hasher.finish(), lines >= 2
                else { throw .damaged(place, "its list does not match the digest at the end") }
                isDone = true
                return
            }
            hasher.update(line)
            hasher.update([UInt8(ascii: "\n")])
            try take(kind: kind, &words)
            lines += 1
        }

        private mutating func take(kind: String, _ words: inout BackupWords) throws(BackupError) {
            switch (kind, lines) {
            case ("device", 0):
                guard let device = words.text(), words.isEmpty else { throw wrong("names no device") }
                manifest.device = device
            case ("date", 1):
                guard let date = words.text(), words.isEmpty else { throw wrong("has no date") }
                manifest.date = date
            case ("keychain", 2):
                guard let content = Content(words: &words) else { throw wrong("describes no keychain") }
                manifest.keychain = content
                objects.insert(content.object)
            case ("app", 2...): try takeApp(&words)
            case ("folder", 2...), ("file", 2...):
                guard let entry = Entry(kind: kind, words: &words) else {
                    throw wrong("describes no \(kind), or has a path that could leave the home")
                }
                try take(entry)
            default: throw wrong("is of no known kind")
            }
        }

        private mutating func takeApp(_ words: inout BackupWords) throws(BackupError) {
            guard let identifier = words.text(), let name = words.optionalText(), let version = words.optionalText(),
                words.isEmpty, (name == nil) == (version == nil)
            else { throw wrong("describes no app") }
            guard BackupManifest.isIdentifier(identifier) else {
                throw wrong("has no app's identifier: \(identifier.quotedInOneLine())")
            }
            guard identifiers.insert(identifier).inserted else {
                throw wrong("names the app \(identifier.quotedInOneLine()) again")
            }
            var bundle: BackedUpBundle?
            if let name, let version {
                guard BackupManifest.isBundleName(name) else {
                    throw wrong("has no bundle's name: \(name.quotedInOneLine())")
                }
                bundle = BackedUpBundle(name: name, version: version)
            }
            manifest.apps.append(App(identifier: identifier, bundle: bundle))
            paths = [:]
        }

        private mutating func take(_ entry: Entry) throws(BackupError) {
            guard let last = manifest.apps.indices.last else { throw wrong("belongs to no app") }
            let path = entry.path
            let isOfBundle = manifest.apps[last].bundle.map { path.isBelow(HomePath(names: [$0.name])) } ?? false
            guard isOfBundle || DirectoryRules.isBackedUp(path) else {
                throw wrong("has a path that no backup has: \(path.description.quotedInOneLine())")
            }
            guard path.names.count == 1 || paths[path.parent] == true else {
                throw wrong("has a path in no folder of the backup: \(path.description.quotedInOneLine())")
            }
            guard paths.updateValue(entry.file == nil, forKey: path) == nil else {
                throw wrong("names \(path.description.quotedInOneLine()) again")
            }
            if let content = entry.file?.content {
                guard objects.insert(content.object).inserted else { throw wrong("names an object again") }
                let (sum, overflow) = size.addingReportingOverflow(content.size)
                guard !overflow, sum <= BackupManifest.largest else { throw wrong("makes the sizes too large") }
                size = sum
            }
            manifest.apps[last].entries.append(entry)
        }
    }
}

extension BackupManifest {
    /// Whether a backup may have an app of that identifier, which callers may make a name of a file of.
    static func isIdentifier(_ text: String) -> Bool {
        guard let path = try? HomePath(text), path.names == [text] else { return false }
        return !text.utf8.contains { $0 < 0x20 || $0 == 0x7f }
    }

    static func isBundleName(_ text: String) -> Bool {
        guard let path = try? HomePath(text), path.names == [text] else { return false }
        return DirectoryRules.directory(of: path) == .bundle
    }
}
