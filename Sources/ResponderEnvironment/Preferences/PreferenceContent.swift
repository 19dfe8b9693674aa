/// What was in a file of preferences.
struct PreferenceContent {
    var values: [String: StoredPreference] = [:]
    /// What is wrong in the file, at most the first 100 problems.
    var problems: [PreferenceProblem] = []
    /// Lines that are damaged; they stay in the file, for people who can mend them.
    var damagedLines: [ArraySlice<UInt8>] = []
    /// The file; open, so that no other file gets its number.
    var file: Descriptor?
    /// The status when the file was read or written last.
    var status: FileStatus?
    /// Where the last line ends.
    var end = 0
    var lines = 0
    /// How many changes the lines have.
    var changes = 0
    /// How many bytes the file would have with each key once, about.
    var compactSize = 0

    static let lineFeed = UInt8(ascii: "\n")
    /// A file that is longer was not written here.
    private static let longest = 1 << 28

    /// Whether a line still ends where the last one did.
    func endsLine(_ file: Descriptor, _ path: HomePath) throws(FileError) -> Bool {
        if end == 0 { return true }
        return try file.read(1, at: end - 1, of: path.description) == [Self.lineFeed]
    }

    /// Reads the lines after the last one that was read.
    mutating func read(_ file: Descriptor, _ status: FileStatus, _ path: HomePath) throws(FileError) {
        guard status.size <= Self.longest else {
            throw .damaged(path.description, "it has \(status.size) bytes, and may have \(Self.longest)")
        }
        let bytes = try file.read(status.size - end, at: end, of: path.description)
        var start = 0
        while let stop = bytes[start...].firstIndex(of: Self.lineFeed) {
            lines += 1
            read(bytes[start..<stop], path)
            start = stop + 1
        }
        end += start
        if start < bytes.count { note(.unfinishedLine(path.description, lines + 1)) }
        (self.file, self.status) = (file, status)
    }

    private mutating func read(_ line: ArraySlice<UInt8>, _ path: HomePath) {
        guard line.contains(where: { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\r") }) else { return }
        do throws(PreferenceText.Invalid) {
            let found = try StoredPreference.changes(in: line)
            for (key, value) in found { values[key] = value }
            changes += found.count
        } catch {
            note(.damagedLine(path.description, lines, error.reason))
            damagedLines.append(line)
        }
    }

    private mutating func note(_ problem: PreferenceProblem) {
        if problems.count < 100 { problems.append(problem) }
    }
}
