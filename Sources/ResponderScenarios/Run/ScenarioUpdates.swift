internal import Glibc
internal import ResponderRecordings
internal import ResponderSupport

/// What `--update` writes when a scenario has passed.
///
/// Nothing is lost: a file that is not what the scenario was read from, or what it would become, stays as it is.
struct ScenarioUpdates {
    /// Why something is not written.
    struct Refusal: Error {
        let text: String
    }

    /// A file whose lines are replaced.
    private struct Edited {
        let text: Scenario.Text
        /// The lines that were found, by the bytes of the expected ones.
        var found: [Range<Int>: Found] = [:]

        /// The file with its new lines.
        var newBytes: [UInt8] {
            var (new, end): ([UInt8], Int) = ([], 0)
            for (range, found) in found.sorted(by: { $0.key.lowerBound < $1.key.lowerBound }) where !found.isExpected {
                new += text.bytes[end..<range.lowerBound]
                // What an app has shown is no variable.
                let lines = found.lines.map { $0.replacing("${", with: "$${") }
                new += LineList.text(of: lines, replacing: range, in: text.bytes).utf8
                end = range.upperBound
            }
            return new + text.bytes[end...]
        }
    }

    private struct Found {
        let lines: [String]
        let isExpected: Bool
    }

    private var edited: [String: Edited] = [:]
    /// New files, and former ones that are written as a whole, by their paths.
    private var whole: [String: (file: ScenarioFolder.File, former: String?, text: String)] = [:]

    /// Notes the lines that were found where a file of the scenario has other ones, or the same.
    ///
    /// - Parameter bytes: The place of the expected lines in the file.
    mutating func note(
        _ lines: [String],
        at bytes: Range<Int>,
        of text: Scenario.Text,
        isExpected: Bool
    ) throws(Refusal) {
        guard isExpected || !text.bytes[bytes].contains("${".utf8) else {
            throw Refusal(text: "--update would put values in place of variables here; write these lines by hand")
        }
        if let other = edited[text.file.path]?.found[bytes], other.lines != lines {
            // With variables, the same place may expect different lines.
            guard isExpected && other.isExpected else { throw Self.disagreement }
        }
        edited[text.file.path, default: Edited(text: text)].found[bytes] = Found(lines: lines, isExpected: isExpected)
    }

    /// Notes the text that was found where a file has another one or the same, or is not there.
    mutating func note(_ text: String, in file: ScenarioFolder.File, former: String?) throws(Refusal) {
        guard whole[file.path].map({ $0.text == text }) ?? true else { throw Self.disagreement }
        whole[file.path] = (file, former, text)
    }

    private static var disagreement: Refusal {
        Refusal(text: "two steps expect different things of this place; have each compare with a place of its own")
    }

    /// Writes everything, and returns what messages call the files that have changed.
    func write() throws(Refusal) -> Set<String> {
        var changed: Set<String> = []
        for (_, edited) in edited.sorted(by: { $0.key < $1.key }) {
            let former = edited.text.bytes
            let new = edited.newBytes
            if try write(new, to: edited.text.file, instead: former) { changed.insert(edited.text.file.name) }
        }
        for (_, change) in whole.sorted(by: { $0.key < $1.key }) {
            let former = change.former.map { Array($0.utf8) }
            if try write(Array(change.text.utf8), to: change.file, instead: former) { changed.insert(change.file.name) }
        }
        return changed
    }

    /// Writes a file while no other process does; returns whether the file has changed.
    private func write(
        _ bytes: [UInt8],
        to file: ScenarioFolder.File,
        instead former: [UInt8]?
    ) throws(Refusal) -> Bool {
        guard bytes != former else { return false }
        let name = file.name.inOneLine()
        guard bytes.count <= TextFile.limit else {
            throw Refusal(text: "\(name) would have more than \(TextFile.limit) bytes, and could not be read any more")
        }
        let lock = open(file.path.folderOfPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0 else { throw Refusal(text: "\(name) cannot be written: \(String(cString: strerror(errno)))") }
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0, errno == EINTR {}
        var present: [UInt8]?
        if ScenarioFolder.realPath(file.path) != nil {
            do throws(TextFile.Unreadable) { present = try TextFile.read(file.path, as: "an expectation") } catch {
                throw Refusal(text: "\(name): \(error.reason)")
            }
        }
        // Another scenario that includes the file may have written the same.
        if present == bytes { return true }
        guard present == former else {
            throw Refusal(text: "\(name) has changed since it was read; run with --update once more")
        }
        do throws(RecordingError) {
            try RecordingFile.write(String(decoding: bytes, as: UTF8.self), to: file.path)
        } catch {
            throw Refusal(text: "\(error)")
        }
        return true
    }
}
