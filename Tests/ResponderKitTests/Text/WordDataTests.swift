import Foundation
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

/// The files of Debian's package unicode-data.
private enum UnicodeFiles {
    static let folder = "/usr/share/unicode"

    /// Whether the tests that read them run: where they are missing the tests are skipped, under CI=true they fail.
    static var areExpected: Bool {
        ProcessInfo.processInfo.environment["CI"] == "true"
            || access("\(folder)/auxiliary/WordBreakTest.txt", R_OK) == 0
    }
}

/// Words by the files that Unicode publishes, of Debian's package unicode-data: the table of the property Word_Break,
/// and the tests of the rules.
///
/// Debian's may be of an older version of Unicode than the library's.
@MainActor
@Suite(.enabled(if: UnicodeFiles.areExpected, "no WordBreakTest.txt: install unicode-data"))
struct WordDataTests {
    /// The scalars whose class has changed since Unicode 15, with that of Unicode 17.
    private static let changed: [UInt32: WordClass] = [
        0xB8: .letter, 0x70F: .letter, 0x19DA: .numeric, 0xFE10: .other, 0xFE14: .other, 0x600: .numeric,
        0x601: .numeric, 0x602: .numeric, 0x603: .numeric, 0x604: .numeric, 0x605: .numeric, 0x6DD: .numeric,
        0x890: .numeric, 0x891: .numeric, 0x8E2: .numeric, 0x110BD: .numeric, 0x110CD: .numeric,
    ]

    private static let classes: [String: WordClass] = [
        "ALetter": .letter, "Hebrew_Letter": .hebrewLetter, "Katakana": .katakana, "Numeric": .numeric,
        "ExtendNumLet": .extendNumLet, "MidLetter": .midLetter, "MidNum": .midNum, "MidNumLet": .midNumLet,
        "Single_Quote": .singleQuote, "Double_Quote": .doubleQuote, "WSegSpace": .space, "Extend": .ignored,
        "Format": .ignored, "ZWJ": .ignored, "Regional_Indicator": .regionalIndicator, "CR": .newline, "LF": .newline,
        "Newline": .newline, "Extended_Pictographic": .pictograph,
    ]

    private func lines(_ file: String) throws -> [Substring] {
        try String(contentsOfFile: "\(UnicodeFiles.folder)/\(file)", encoding: .utf8).split(separator: "\n")
    }

    /// The classes in a file of properties, by scalar.
    private func table(_ file: String) throws -> [UInt32: WordClass] {
        var table: [UInt32: WordClass] = [:]
        for line in try lines(file) {
            let fields = line.prefix { $0 != "#" }.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard fields.count == 2, let kind = Self.classes[fields[1]] else { continue }
            let ends = fields[0].split(separator: ".").compactMap { UInt32($0, radix: 16) }
            for value in try #require(ends.first)...(try #require(ends.last)) { table[value] = kind }
        }
        return table
    }

    @Test("The class of each scalar in word data is that of the table")
    func classesOfScalars() throws {
        let file = "auxiliary/WordBreakProperty.txt"
        let version = try #require(lines(file).first?.split(separator: "-").last?.split(separator: ".").first)
        let number = try #require(Int(version), "\(version)")
        let table = try table("emoji/emoji-data.txt").merging(table(file)) { $1 }
        #expect(table.count > 30_000)
        var others: [String] = []
        // Beyond these are ideographs, and places for more.
        for value in [UInt32(0)..<0x20000, 0xE0000..<0xE0200].joined() {
            guard let scalar = Unicode.Scalar(value), let age = scalar.properties.age, age.major <= number else {
                continue
            }
            let kind = WordClass(scalar)
            let expected = Self.changed[value] ?? table[value] ?? .other
            // A pictograph is an emoji here; Unicode 15 has others, too.
            let isAsExpected =
                switch kind {
                case .unspaced: expected == .other
                case .other where expected == .pictograph: !scalar.properties.isEmoji || value < 0x100
                default: kind == expected
                }
            if !isAsExpected { others.append("\(String(value, radix: 16)) \(kind), not \(expected)") }
        }
        #expect(others == [])
    }

    @Test("The word boundaries are those of the tests, except that none cuts a cluster")
    func boundaries() throws {
        let pictographs = try table("emoji/emoji-data.txt").filter { $0.value == .pictograph }
        var (count, others) = (0, [String]())
        for line in try lines("auxiliary/WordBreakTest.txt") {
            var (scalars, expected, offset) = (String.UnicodeScalarView(), [Int](), 0)
            for word in line.prefix(while: { $0 != "#" }).split(whereSeparator: \.isWhitespace) {
                if word == "\u{F7}" { if offset > 0 { expected.append(offset) } }
                guard let scalar = UInt32(word, radix: 16).flatMap(Unicode.Scalar.init) else { continue }
                scalars.append(scalar)
                offset += UTF8.width(scalar)
            }
            // The rules for scalars of another class than today's say nothing about the rules of today.
            let isOfToday = scalars.allSatisfy {
                Self.changed[$0.value] == nil && (pictographs[$0.value] == nil || $0.properties.isEmoji)
            }
            let text = String(scalars)
            let clusters = Set(text.indices.map { text.utf8.distance(from: text.startIndex, to: $0) } + [offset])
            guard offset > 0, isOfToday, clusters.isSuperset(of: expected) else { continue }
            count += 1
            var found: [Int] = []
            text.forEachWordSegment {
                found.append($0.end)
                return true
            }
            if found != expected { others.append("\(found): \(line)") }
        }
        #expect(others == [] && count > 1800)
    }
}
