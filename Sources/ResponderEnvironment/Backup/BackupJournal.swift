internal import Glibc

/// What a backup that goes on has copied so far: a file to which batches are appended.
///
/// The file begins with the header of the list that is being made. A batch is a line `batch INDEX BYTES DIGEST`, and
/// lines `app` and `file` as in the list, sealed where the backup is. What a batch names is on the disk before the
/// batch is; so a batch that is whole can be trusted, and the first that is not ends the journal.
struct BackupJournal {
    private let disk: BackupDisk
    private let key: BackupKey?
    private let file: Descriptor
    private var offset: Int
    private var index = 0

    private var waiting: [UInt8] = []
    private var waitingFiles = 0
    private var waitingBytes = 0
    private var waitingApp: String?

    /// The files that earlier runs have copied, by the app's identifier and the path.
    private(set) var files: [String: [HomePath: BackupManifest.File]] = [:]

    /// How much may be copied once more after the system went down.
    private static let batchFiles = 1000
    private static let batchBytes = 64 << 20
    private static let batchText = 512 << 10

    /// Opens the journal of runs with the same header, or begins a new one.
    init(header: BackupHeader, key: BackupKey?, disk: BackupDisk) throws(FileError) {
        self.disk = disk
        self.key = key
        file = try disk.folder.open(BackupDisk.progress, O_RDWR | O_CREAT)
        let name = BackupDisk.progress.description
        let former = try file.status(of: name).size
        if try file.read(header.bytes.count, at: 0, of: name) == header.bytes {
            offset = header.bytes.count
            try takeBatches()
        } else {
            offset = 0
        }
        guard ftruncate(file.number, off_t(offset)) == 0 else { throw .last(at: name, doing: "cut") }
        disk.space?.give(former - offset)
        if offset == 0 {
            try disk.write(header.bytes, to: file, at: 0, of: name)
            offset = header.bytes.count
        }
    }

    /// The header of the journal that an earlier run has left.
    static func header(in disk: BackupDisk) -> BackupHeader? {
        guard let file = try? disk.folder.open(BackupDisk.progress, O_RDONLY | O_NONBLOCK),
            let start = try? file.read(BackupHeader.longest, at: 0, of: "progress")
        else { return nil }
        return try? BackupHeader(parsing: start, at: "")
    }

    private mutating func takeBatches() throws(FileError) {
        let name = BackupDisk.progress.description
        while true {
            let head = try file.read(128, at: offset, of: name)
            guard let end = head.firstIndex(of: UInt8(ascii: "\n")) else { return }
            var words = BackupWords(head[..<end])
            guard words.word() == "batch", words.number(in: 0...Int.max) == index,
                let count: Int = words.number(in: 0...(2 * Self.batchText)),
                let digest = words.raw().flatMap({ BackupDigest(hexadecimal: $0) }), words.isEmpty
            else { return }
            var text = try file.read(count, at: offset + end + 1, of: name)
            guard text.count == count, BackupHasher.digest(text) == digest else { return }
            if let key {
                guard let opened = key.open(text, context: BackupPieces.context("progress", index, isLast: false))
                else {
                    return
                }
                text = opened
            }
            guard take(text) else { return }
            offset += end + 1 + count
            index += 1
        }
    }

    private mutating func take(_ text: [UInt8]) -> Bool {
        var app: String?
        for line in text.split(separator: UInt8(ascii: "\n")) {
            var words = BackupWords(line)
            guard let kind = words.word() else { return false }
            if kind == "app" {
                app = words.text()
                continue
            }
            guard let app, let entry = BackupManifest.Entry(kind: kind, words: &words), let file = entry.file else {
                return false
            }
            files[app, default: [:]][entry.path] = file
        }
        return true
    }

    /// Notes a file whose object is complete; writes the batch from time to time.
    mutating func add(_ entry: BackupManifest.Entry, of app: String) throws(FileError) {
        if waitingApp != app {
            var line = BackupLine("app")
            line.add(text: app)
            waiting += line.bytes + [UInt8(ascii: "\n")]
            waitingApp = app
        }
        waiting += entry.line.bytes + [UInt8(ascii: "\n")]
        waitingFiles += 1
        waitingBytes += entry.file?.content.size ?? 0
        guard
            waitingFiles >= Self.batchFiles || waitingBytes >= Self.batchBytes || waiting.count >= Self.batchText
        else { return }
        try flush()
    }

    /// Writes what waits, after the objects.
    mutating func flush() throws(FileError) {
        guard !waiting.isEmpty else { return }
        try disk.folder.syncAll()
        var text = waiting
        if let key { text = key.seal(text, context: BackupPieces.context("progress", index, isLast: false)) }
        var head = BackupLine("batch")
        head.add(index)
        head.add(text.count)
        head.add(raw: BackupHasher.digest(text).hexadecimal)
        let whole = head.bytes + [UInt8(ascii: "\n")] + text
        try disk.write(whole, to: file, at: offset, of: BackupDisk.progress.description)
        offset += whole.count
        index += 1
        waiting = []
        (waitingFiles, waitingBytes, waitingApp) = (0, 0, nil)
    }
}
