import ResponderEnvironment
import ResponderKit
import TestSupport
import Testing

@MainActor
@Suite struct PreferenceFileTests {
    let home = PreferenceHome()

    @Test("A damaged line is told with its number and the reason, has no effect, and stays when the file is made anew")
    func damaged() throws {
        let lines = [
            "\"volume\" = 0.75", "\"count\" = 12x", "", "count = 1", "\"count\" = \"1", "\"count\" = 1 2",
            "\"count\" = [1, 2", "\"count\" = <0>", "\"count\" = \"\\ud800\"", "\"count\" = {1: 2}",
            "\"count\" = 99999999999999999999", "\"count\" = " + String(repeating: "[", count: 10_000),
        ]
        try home.folder.write(lines.joined(separator: "\n") + "\n", to: PreferenceHome.name)
        let problems = Problems()
        let preferences = try home.open(problems: problems)
        #expect(preferences[.volume] == 0.75 && !preferences.isSet(.count))
        let numbers = problems.list.map { if case .damagedLine(_, let line, _) = $0 { line } else { 0 } }
        #expect(numbers == [2] + Array(4...12))
        #expect(
            problems.list.first?.description == "\"\(PreferenceHome.name)\", line 2: a value is neither true, false "
                + "nor a number; correct or remove the line, or set its key anew"
        )
        let file = try home.file()
        for number in 0..<20 {
            try file.write(["text": .text(String(repeating: "\(number)", count: 10_000))])
        }
        #expect(file.size < 120_000 && file.problems.count == 10)
        let text = try home.text()
        for line in lines[1...1] + lines[3...] { #expect(text.contains(line + "\n")) }
        #expect(try home.open()[.volume] == 0.75)
    }

    @Test("A file of random bytes traps nothing, and what is set then is kept")
    func noise() throws {
        var generator = SeededGenerator(seed: 44)
        for round in 0..<60 {
            let noise = (0..<Int.random(in: 1..<200, using: &generator)).map { _ -> Unicode.Scalar in
                Unicode.Scalar(
                    "\" =;<>[]{}:,\\\n0.1eutrnoab\u{e9}\0".unicodeScalars.randomElement(using: &generator) ?? " "
                )
            }
            var text = ""
            text.unicodeScalars.append(contentsOf: noise)
            try home.folder.write(text, to: PreferenceHome.name)
            let file = try home.file()
            try file.write(["count": .int(round)])
            #expect(file.values["count"] == .int(round))
            #expect(try home.open()[.count] == round, "round \(round): \(text.debugDescription)")
        }
    }

    @Test(
        "A last line without its end was never reported as written: it has no effect, and the next change replaces it"
    )
    func torn() throws {
        let preferences = try home.open()
        preferences[.volume] = 0.25
        try preferences.save()
        try home.folder.write(try home.text() + "\"volume\" = 0.7", to: PreferenceHome.name)
        let problems = Problems()
        let next = try home.open(problems: problems)
        #expect(next[.volume] == 0.25)
        #expect(problems.list == [.unfinishedLine(PreferenceHome.name, 2)])
        next[.count] = 4
        try next.save()
        #expect(try home.text() == "\"volume\" = 0.25\n\"count\" = 4\n")
    }

    @Test("Two who write one file lose nothing of each other's, and of one key the value that was written last counts")
    func together() throws {
        let (one, other) = (try home.open(), try home.open())
        for number in 0..<20 {
            one[PreferenceKey("one \(number)", default: 0)] = number
            other[PreferenceKey("other \(number)", default: 0)] = number
            one[.count] = number
            other[.count] = -number
            try one.save()
            try other.save()
        }
        let reader = try home.open()
        for number in 1..<20 {
            #expect(reader[PreferenceKey("one \(number)", default: 0)] == number)
            #expect(reader[PreferenceKey("other \(number)", default: 0)] == number)
        }
        #expect(reader[.count] == -19)
        // One knows its own value till it reads; setting it again is a change then.
        #expect(one[.count] == 19)
        one[.count] = 19
        try one.save()
        try reader.refresh()
        #expect(reader[.count] == 19)
    }

    @Test("A file that is made anew, removed or written by hand is read as it is then")
    func replaced() throws {
        let preferences = try home.open()
        preferences[.count] = 1
        try preferences.save()
        try home.folder.write("\"count\" = 25\n\"x\" = true\n", to: PreferenceHome.name)
        try preferences.refresh()
        #expect(preferences[.count] == 25)
        try Folder(path: home.folder.path).remove(try HomePath(PreferenceHome.name))
        try preferences.refresh()
        #expect(!preferences.isSet(.count))
        preferences[.count] = 2
        try preferences.save()
        #expect(try home.text() == "\"count\" = 2\n")
    }

    @Test(
        "What is written is linear in the changes of ten thousand keys; a file whose keys are set often stays short"
    )
    func many() throws {
        let file = try home.file()
        let (text, line) = (String(repeating: "t", count: 100), 130)
        var written = 0
        func set(_ key: Int, _ value: Int) throws {
            let size = file.size
            try file.write(["key \(key)": .text(text + "\(value)")])
            // A file that has shrunk was made anew.
            written += file.size > size ? file.size - size : file.size
        }
        for round in 0..<1500 { try set(round % 100, round) }
        #expect(file.size < 2 * 100 * line + 70_000)
        for key in 0..<10_000 { try set(key, key) }
        #expect(file.values.count == 10_000 && file.values["key 99"] == .text(text + "99"))
        #expect(written < 2 * 11_500 * line)
        let reader = try home.file()
        try reader.refresh()
        #expect(reader.values == file.values)
    }

    @Test("A full disk leaves what was written, and what was set is kept until there is space")
    func full() throws {
        let disk = SmallDisk(space: 40)
        let problems = Problems()
        let preferences = try home.open(problems: problems, space: disk)
        preferences[.count] = 1
        try preferences.save()
        let name = PreferenceKey("name", default: "")
        preferences[name] = String(repeating: "n", count: 40)
        #expect(throws: FileError.full(PreferenceHome.name)) { try preferences.save() }
        #expect(preferences[name].count == 40)
        #expect(try home.open()[.count] == 1 && home.open().isSet(name) == false)
        disk.space += 100
        try preferences.save()
        #expect(try home.open()[name].count == 40)
        #expect(disk.space == 140 - (try home.text().utf8.count))
    }
}

/// A disk with so many bytes left.
final class SmallDisk: StorageSpace {
    nonisolated(unsafe) var space: Int

    init(space: Int) { self.space = space }

    func take(_ bytes: Int, for path: String) throws(FileError) {
        guard bytes <= space else { throw .full(path) }
        space -= bytes
    }

    func give(_ bytes: Int) { space += bytes }
}
