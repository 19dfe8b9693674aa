internal import Glibc

extension PreferenceFile {
    /// Writes changes; nil takes a key away.
    ///
    /// The changes are on the disk when the call returns, in a folder that is durable; where it throws, none is in the
    /// file.
    ///
    /// What others have written meanwhile is read first, and stays, unless it is of the same key.
    package func write(_ changes: [String: StoredPreference?]) throws(FileError) {
        let lock = try lockForWriting()
        defer { withExtendedLifetime(lock) {} }
        try catchUp()
        let news = changes.filter { values[$0.key] != $0.value }.sorted { $0.key < $1.key }
        guard !news.isEmpty else { return }
        let line = Array(StoredPreference.line(news.map { (key: $0.key, value: $0.value) }).utf8)
        if content.end + line.count > 2 * content.compactSize + Self.leastForCompaction {
            var values = values
            for (key, value) in news { values[key] = value }
            try replace(by: values)
        } else {
            try append(line, lock)
            let newKeys = news.count { $0.value != nil && content.values[$0.key] == nil }
            content.compactSize += line.count / news.count * newKeys
            for (key, value) in news { content.values[key] = value }
        }
    }

    /// A file with fewer bytes is never replaced.
    private static let leastForCompaction = 1 << 16

    private func lockForWriting() throws(FileError) -> FolderLock {
        do throws(FileError) { return try FolderLock(path.parent, in: folder, exclusive: true) } catch {
            guard case .notFound = error else { throw error }
            try folder.createFolder(path.parent)
            return try FolderLock(path.parent, in: folder, exclusive: true)
        }
    }

    private func append(_ line: [UInt8], _ lock: FolderLock) throws(FileError) {
        let file = try folder.open(path, O_RDWR | O_CREAT)
        let former = try file.status(of: path.description).size
        try space?.take(line.count, for: path.description)
        do throws(FileError) {
            // What is behind the last line was never reported as written.
            try file.cut(to: content.end, path.description)
            try file.write(line, at: content.end, of: path.description)
            if folder.isDurable {
                try file.sync(path.description)
                if content.file == nil { try lock.sync(path) }
            }
        } catch {
            try? file.cut(to: content.end, path.description)
            space?.give(line.count + former - content.end)
            throw error
        }
        space?.give(former - content.end)
        content.end += line.count
        content.lines += 1
        // Without a status the file is read anew next time.
        (content.file, content.status) = (file, try? file.status(of: path.description))
    }

    private func replace(by values: [String: StoredPreference]) throws(FileError) {
        var bytes: [UInt8] = []
        for line in content.damagedLines { bytes += line + [PreferenceContent.lineFeed] }
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            bytes += StoredPreference.line([(key: key, value: value)]).utf8
        }
        try space?.take(bytes.count, for: path.description)
        do throws(FileError) { try folder.replace(path, with: bytes) } catch {
            space?.give(bytes.count)
            throw error
        }
        space?.give(content.status?.size ?? 0)
        let file = try? folder.open(path, O_RDONLY)
        content.values = values
        (content.file, content.status) = (file, try? file?.status(of: path.description))
        (content.end, content.compactSize) = (bytes.count, bytes.count)
        content.lines = content.damagedLines.count + values.count
    }
}

extension Descriptor {
    /// Drops what the file has beyond `size`.
    fileprivate func cut(to size: Int, _ path: String) throws(FileError) {
        guard ftruncate(number, off_t(size)) == 0 else { throw .last(at: path, doing: "cut") }
    }
}
