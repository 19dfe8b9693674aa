import Glibc

/// Checks that what is in code voice in a page and looks like a name of ours occurs in the repository: each identifier
/// of a name as a whole word, a path as that of a file or as a text.
enum NamesInPages {
    enum Name: Equatable {
        case path(String)
        case identifiers([String])
    }

    /// What the names of UIKit, Core Foundation, Foundation and Core Animation begin with, before a capital letter.
    private static let prefixes = ["UI", "CF", "NS", "CA"]
    private static let extensions: Set<Substring> = [
        "swift", "c", "h", "md", "json", "txt", "evemu", "docc", "dict", "yml", "yaml", "modulemap", "svg",
    ]

    static func faults(in pages: [MarkdownPage], _ tree: FileTree, _ texts: [RepositoryFile]) -> [Fault] {
        var words: Set<UInt64> = []
        var names: [(page: MarkdownPage, span: MarkdownPage.CodeSpan, name: Name)] = []
        for page in pages {
            for span in page.spans {
                guard let name = self.name(in: span.text) else { continue }
                names.append((page, span, name))
                if case .identifiers(let identifiers) = name { words.formUnion(identifiers.map(hash)) }
            }
        }
        let known = occurring(words, in: texts)
        var paths: [String: Bool] = [:]
        return names.compactMap { page, span, name in
            switch name {
            case .path(let path):
                let isKnown = paths[path] ?? (tree.hasEnd(path) || occurs(path, in: texts))
                paths[path] = isKnown
                if isKnown { return nil }
                return Fault(page.path, span.line, "names `\(span.text)`, which is no file or folder; mend the name")
            case .identifiers(let identifiers):
                // A folder may be named without its slash.
                guard let missing = identifiers.first(where: { !known.contains(hash($0)) }), !tree.hasEnd(span.text)
                else { return nil }
                let place = identifiers == [span.text] ? "" : "\"\(missing)\" in "
                return Fault(page.path, span.line, "names \(place)`\(span.text)`, which no source has; mend the name")
            }
        }
    }

    /// What is named, where the code is a name and nothing else: an identifier with a capital letter, a call with its
    /// labels, `Type.member`, a path with a slash or a known extension.
    static func name(in code: String) -> Name? {
        let isPath = code.utf8.allSatisfy { $0 < 0x80 && (Lexer.isPartOfWord($0) || "./-+*".utf8.contains($0)) }
        if isPath, code.contains("/") || code.split(separator: ".").dropFirst().last.map(extensions.contains) == true {
            // Others' files have paths from the root, builds write what is below .build, and 1/2 is no path.
            let path = code.hasSuffix("/") ? String(code.dropLast()) : code
            let isOthers = path.hasPrefix("/") || path.hasPrefix(".build") || !path.contains(where: \.isLetter)
            return isOthers ? nil : .path(path)
        }
        guard code.wholeMatch(of: /[A-Za-z_]\w*(\((\w+:)*\))?(\.[A-Za-z_]\w*(\((\w+:)*\))?)*/) != nil else {
            return nil
        }
        let identifiers = code.split { ".():".contains($0) }.filter { $0 != "_" }.map(String.init)
        let isCall = code.contains("(")
        let isMember = identifiers.count > 1
        let hasCapital = identifiers.contains { $0.contains(where: \.isUppercase) }
        let isOthers = prefixes.contains { prefix in
            code.hasPrefix(prefix) && code.dropFirst(prefix.count).first?.isUppercase == true
        }
        return (isCall || isMember || hasCapital) && !isOthers ? .identifiers(identifiers) : nil
    }

    /// Which of the words, by their hashes, are in the texts.
    private static func occurring(_ words: Set<UInt64>, in texts: [RepositoryFile]) -> Set<UInt64> {
        // Most words of the texts are not looked for, which the lowest bits of the hash mostly tell.
        var mayBe = [Bool](repeating: false, count: 1 << 16)
        for word in words { mayBe[Int(word & 0xFFFF)] = true }
        var found: Set<UInt64> = []
        mayBe.withUnsafeBufferPointer { mayBe in
            guard let mayBe = mayBe.baseAddress else { return }
            for file in texts {
                file.bytes.withUnsafeBufferPointer { buffer in
                    guard let bytes = buffer.baseAddress else { return }
                    var place = 0
                    while place < buffer.count {
                        var hash = basis
                        let start = place
                        while place < buffer.count, Lexer.isPartOfWord(bytes[place]) {
                            hash = (hash ^ UInt64(bytes[place])) &* prime
                            place += 1
                        }
                        if place == start {
                            place += 1
                        } else if mayBe[Int(hash & 0xFFFF)], words.contains(hash) {
                            found.insert(hash)
                        }
                    }
                }
            }
        }
        return found
    }

    // The constants of FNV-1a.
    private static let basis: UInt64 = 0xcbf2_9ce4_8422_2325
    private static let prime: UInt64 = 0x0000_0100_0000_01b3

    private static func hash(_ word: String) -> UInt64 {
        word.utf8.reduce(basis) { ($0 ^ UInt64($1)) &* prime }
    }

    /// Whether some text has the path as it is written, as a script has that of a folder which it makes.
    private static func occurs(_ path: String, in texts: [RepositoryFile]) -> Bool {
        texts.contains { file in
            guard file.path != RulesCheck.page else { return false }
            return file.bytes.withUnsafeBytes { bytes in
                guard var place = bytes.baseAddress else { return false }
                let end = place + bytes.count
                let length = path.utf8.count
                while place + length <= end,
                    let found = memchr(place, Int32(path.utf8.first ?? 0), end - place - length + 1)
                {
                    if memcmp(found, path, length) == 0 { return true }
                    place = UnsafeRawPointer(found) + 1
                }
                return false
            }
        }
    }
}
