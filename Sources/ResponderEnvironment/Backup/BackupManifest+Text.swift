// The lines of a backup's list:
//
//     device NAME
//     date TEXT
//     keychain OBJECT SIZE DIGEST                              (where the backup has a keychain)
//     app IDENTIFIER BUNDLE VERSION                            (`-` twice for an app without a bundle)
//     folder PATH PERMISSIONS
//     file PATH PERMISSIONS CLASS SIZE DIGEST OBJECT INODE MODIFIED CHANGED
//     end LINES DIGEST                                         (the digest of all bytes before the line)
//
// Folders and files belong to the app above them. Permissions are octal, digests have 64 hexadecimal digits, and times
// are nanoseconds since 1970. BackupLine says how text is written.
extension BackupManifest {
    /// Gives the list in pieces of ``BackupPieces/size`` bytes; the last one may be shorter.
    func write(
        after header: BackupHeader,
        to sink: (_ piece: [UInt8], _ isLast: Bool) throws(FileError) -> Void
    ) throws(FileError) {
        var text = PieceBuffer(header: header)
        func add(_ line: BackupLine) throws(FileError) { try text.add(line, to: sink) }
        var first = BackupLine("device")
        first.add(text: device)
        try add(first)
        var second = BackupLine("date")
        second.add(text: date)
        try add(second)
        if let keychain {
            var line = BackupLine("keychain")
            line.add(keychain.object)
            line.add(keychain.size)
            line.add(raw: keychain.digest.hexadecimal)
            try add(line)
        }
        for app in apps {
            var line = BackupLine("app")
            line.add(text: app.identifier)
            line.add(text: app.bundle?.name)
            line.add(text: app.bundle?.version)
            try add(line)
            for entry in app.entries { try add(entry.line) }
        }
        try text.finish(to: sink)
    }

    private struct PieceBuffer {
        private var bytes: [UInt8] = []
        private var hasher = BackupHasher()
        private var lines = 0

        init(header: BackupHeader) {
            hasher.update(header.bytes)
            bytes.reserveCapacity(BackupPieces.size + BackupManifest.longestLine)
        }

        mutating func add(
            _ line: BackupLine,
            to sink: (_ piece: [UInt8], _ isLast: Bool) throws(FileError) -> Void
        ) throws(FileError) {
            let whole = line.bytes + [UInt8(ascii: "\n")]
            hasher.update(whole)
            bytes += whole
            lines += 1
            while bytes.count > BackupPieces.size {
                try sink(Array(bytes[..<BackupPieces.size]), false)
                bytes.removeSubrange(..<BackupPieces.size)
            }
        }

        mutating func finish(to sink: (_ piece: [UInt8], _ isLast: Bool) throws(FileError) -> Void) throws(FileError) {
            var end = BackupLine("end")
            end.add(lines)
            end.add(raw: hasher.finish().hexadecimal)
            try add(end, to: sink)
            try sink(bytes, true)
        }
    }

    /// A line is shorter: a path's bytes are three times as many at most.
    static let longestLine = 16 << 10
    /// No file is larger, so that sums stay exact.
    static let largest = 1 << 53
}

extension BackupManifest.Entry {
    var line: BackupLine {
        var line = BackupLine(file == nil ? "folder" : "file")
        line.add(text: path.description)
        line.add(permissions, radix: 8)
        guard let file else { return line }
        line.add(text: file.protection.rawValue)
        line.add(file.content.size)
        line.add(raw: file.content.digest.hexadecimal)
        line.add(file.content.object)
        line.add(file.stamp.inode)
        line.add(file.stamp.modified)
        if let changed = file.stamp.changed { line.add(changed) } else { line.add(text: nil) }
        return line
    }

    /// The entry that the words after the line's kind say; nil where they are malformed, or the path is none of an
    /// entry in a home.
    init?(kind: String, words: inout BackupWords) {
        guard let text = words.text(), let path = try? HomePath(text), path != .home,
            // The one text of the path.
            path.description.utf8.elementsEqual(text.utf8),
            let permissions: UInt16 = words.number(radix: 8, in: 0...0o777)
        else { return nil }
        switch kind {
        case "folder": self.init(path: path, permissions: permissions, file: nil)
        case "file":
            guard let file = BackupManifest.File(words: &words) else { return nil }
            self.init(path: path, permissions: permissions, file: file)
        default: return nil
        }
        guard words.isEmpty else { return nil }
    }
}

extension BackupManifest.File {
    fileprivate init?(words: inout BackupWords) {
        guard let protection = words.text().flatMap(ProtectionClass.init(rawValue:)),
            let size: Int = words.number(in: 0...BackupManifest.largest),
            let digest = words.raw().flatMap({ BackupDigest(hexadecimal: $0) }),
            let object: UInt64 = words.number(in: 0...(BackupDisk.objectLimit - 1)),
            let inode: UInt64 = words.number(in: 0...UInt64.max),
            let modified: Int = words.number(in: Int.min...Int.max)
        else { return nil }
        let changed: Int?
        var former = words
        if let number: Int = words.number(in: Int.min...Int.max) {
            changed = number
        } else {
            guard former.optionalText() == .some(nil) else { return nil }
            words = former
            changed = nil
        }
        self.init(
            content: BackupManifest.Content(size: size, digest: digest, object: object),
            protection: protection,
            stamp: FileStamp(inode: inode, modified: modified, changed: changed)
        )
    }
}

extension BackupManifest.Content {
    /// The content of a keychain, from the words after `keychain`.
    init?(words: inout BackupWords) {
        guard let object: UInt64 = words.number(in: 0...(BackupDisk.objectLimit - 1)),
            let size: Int = words.number(in: 0...BackupManifest.largestKeychain),
            let digest = words.raw().flatMap({ BackupDigest(hexadecimal: $0) }), words.isEmpty
        else { return nil }
        self.init(size: size, digest: digest, object: object)
    }
}

extension BackupManifest {
    /// A keychain is held in memory as a whole; 100,000 items of 10 kB fit.
    static let largestKeychain = 1 << 30
}
