internal import Glibc
internal import ResponderInterface
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
                new += LineList.text(of: found.written, replacing: range, in: text.bytes).utf8
                end = range.upperBound
            }
            return new + text.bytes[end...]
        }

        /// Whether a reader finds the new lines in the new bytes, and all other lines as they were.
        func isRight(_ new: JSONValue, former: JSONValue) -> Bool {
            let (lists, formerLists) = (new.traces, former.traces)
            return lists.count == formerLists.count
                && zip(lists, formerLists).allSatisfy { list, former in
                    guard let found = former.bytes.flatMap({ found[$0] }), !found.isExpected else {
                        return list.lines == former.lines
                    }
                    return list.lines == found.written
                }
        }
    }

    private struct Found {
        let lines: [String]
        let isExpected: Bool

        /// The lines as a scenario has them: what an app has shown is no variable.
        var written: [String] { lines.map { $0.replacing("${", with: "$${") } }
    }

    private var edited: [String: Edited] = [:]
    /// New files, and former ones that are written as a whole, by their paths.
    private var whole: [String: (file: ScenarioFolder.File, former: [UInt8]?, text: String)] = [:]

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
    mutating func note(_ text: String, in file: ScenarioFolder.File, former: [UInt8]?) throws(Refusal) {
        guard whole[file.path].map({ $0.text == text }) ?? true else { throw Self.disagreement }
        whole[file.path] = (file, former, text)
    }

    private static var disagreement: Refusal {
        Refusal(text: "two steps expect different things of this place; have each compare with a place of its own")
    }

    /// A file, what it was, and what it becomes.
    private struct Change {
        let file: ScenarioFolder.File
        let former: [UInt8]?
        let new: [UInt8]
    }

    /// Writes everything.
    ///
    /// - Parameters:
    ///   - changed: Gets what messages call the files that have changed, also where an error is thrown.
    ///   - read: The value of a scenario's bytes, by the name of its file; nil for what cannot be read.
    func write(_ changed: inout Set<String>, read: ([UInt8], String) -> JSONValue?) throws(Refusal) {
        var changes: [Change] = []
        for (_, edited) in edited.sorted(by: { $0.key < $1.key }) {
            let (file, former, new) = (edited.text.file, edited.text.bytes, edited.newBytes)
            guard new != former else { continue }
            guard let value = read(new, file.name), let formerValue = read(former, file.name),
                edited.isRight(value, former: formerValue)
            else {
                throw Refusal(
                    text: "--update cannot write lines in the form that they have in \(file.name.inOneLine()); write "
                        + "them as a list, as \"trace\": [LINE, …], or in YAML behind |"
                )
            }
            changes.append(Change(file: file, former: former, new: new))
        }
        for (_, change) in whole.sorted(by: { $0.key < $1.key }) {
            let new = Array(change.text.utf8)
            if new != change.former { changes.append(Change(file: change.file, former: change.former, new: new)) }
        }
        for change in changes {
            try write(change.new, to: change.file, instead: change.former)
            changed.insert(change.file.name)
        }
    }

    /// Writes a file while no other process does.
    private func write(
        _ bytes: [UInt8],
        to file: ScenarioFolder.File,
        instead former: [UInt8]?
    ) throws(Refusal) {
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
        if present == bytes { return }
        guard present == former else {
            throw Refusal(text: "\(name) has changed since it was read; run with --update once more")
        }
        do throws(RecordingError) {
            try RecordingFile.write(String(decoding: bytes, as: UTF8.self), to: file.path)
        } catch {
            throw Refusal(text: "\(error)")
        }
    }
}

extension JSONValue {
    /// The lists of lines that are expected of traces, in the order of the file.
    fileprivate var traces: [(bytes: Range<Int>?, lines: [String])] {
        switch content {
        case .array(let values): values.flatMap(\.traces)
        case .object(let members):
            members.flatMap { $0.key == "trace" ? [($0.value.bytes, $0.value.lines)] : $0.value.traces }
        default: []
        }
    }

    /// The lines of a list, or of a text.
    private var lines: [String] {
        switch content {
        case .array(let values): values.flatMap(\.lines)
        case .text(let text): text.split(separator: "\n").map(String.init)
        case .number(let number): ["\(number)"]
        default: []
        }
    }
}
