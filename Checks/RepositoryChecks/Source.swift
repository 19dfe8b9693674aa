/// A tracked file, by its path from the top of the repository.
package struct RepositoryFile: Sendable {
    package let path: String
    package let bytes: [UInt8]

    package init(_ path: String, _ bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }

    package init(_ path: String, _ text: String) { self.init(path, Array(text.utf8)) }
}

/// A file and the tokens in it.
package struct Source {
    package enum Language { case swift, c, markdown, yaml, json, other }

    package let file: RepositoryFile
    package let language: Language
    /// Those of Swift and C; a file in another language has none.
    package let tokens: [Token]
    package let unterminated: [Lexer.Unterminated]

    package var path: String { file.path }
    var isCode: Bool { language == .swift || language == .c }
    var isUTF8: Bool { String(validating: file.bytes, as: UTF8.self) != nil }

    package init(_ file: RepositoryFile) {
        self.file = file
        // Inputs of fuzzers may have any name, and are text of no language.
        if file.path.hasPrefix("Fuzzing/Corpus/") {
            language = .other
        } else if file.path.hasSuffix(".swift") {
            language = .swift
        } else if file.path.hasSuffix(".c") || file.path.hasSuffix(".h") {
            language = .c
        } else {
            let languages: [String: Language] = ["md": .markdown, "yaml": .yaml, "json": .json]
            language = file.path.split(separator: ".").last.flatMap { languages[String($0)] } ?? .other
        }
        guard language == .swift || language == .c else {
            (tokens, unterminated) = ([], [])
            return
        }
        (tokens, unterminated) = Lexer.read(file.bytes, isSwift: language == .swift)
    }

    func text(_ token: Token) -> String { text(token.start..<token.end) }
    func text(_ range: Range<Int>) -> String { String(decoding: file.bytes[range], as: UTF8.self) }

    /// Calls the closure with the number and the place of each line, without the bytes that end the line.
    func forEachLine(_ body: (_ number: Int, _ range: Range<Int>) -> Void) {
        file.bytes.withUnsafeBufferPointer { buffer in
            guard let bytes = buffer.baseAddress else { return }
            var start = 0
            var number = 1
            var place = 0
            while place <= buffer.count {
                if place == buffer.count || bytes[place] == 0x0A {
                    if place == buffer.count, start == place { return }
                    let end = place > start && bytes[place - 1] == 0x0D ? place - 1 : place
                    body(number, start..<end)
                    start = place + 1
                    number += 1
                }
                place += 1
            }
        }
    }

    /// The content of a string token: without its quotes, with the escaped quotes and backslashes as they are meant.
    func content(_ token: Token) -> String {
        var text = Substring(text(token))
        while text.first == "#" { text = text.dropFirst() }
        while text.last == "#" { text = text.dropLast() }
        let quotes = text.hasPrefix("\"\"\"") && text.count >= 6 ? 3 : 1
        text = text.dropFirst(quotes).dropLast(quotes)
        guard text.contains("\\") else { return String(text) }
        var content = ""
        var isEscaped = false
        for character in text {
            isEscaped = !isEscaped && character == "\\"
            if !isEscaped { content.append(character) }
        }
        return content
    }
}
