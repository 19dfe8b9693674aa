/// A declaration in a file or in a type's body, with what its documentation says of its complexity.
struct Declaration {
    let keyword: String
    /// The name; for an extension, that of the type.
    let name: String
    /// The path of the type around it, such as `Touch.Phase`; empty at the top of a file.
    let owner: String
    let isInProtocol: Bool
    let modifiers: [String]
    /// The text behind "- Complexity:".
    let complexity: String?
    /// Where the declaration begins, behind its attributes.
    let start: Int
    let line: Int

    var path: String { owner.isEmpty ? name : "\(owner).\(name)" }
    var isType: Bool { Declaration.types.contains(keyword) && keyword != "extension" }

    static let types: Set = ["struct", "class", "enum", "actor", "protocol", "extension"]
    static let members: Set = [
        "func", "init", "subscript", "var", "let", "case", "typealias", "associatedtype", "macro", "import",
    ]
    static let modifiers: Set = [
        "open", "public", "package", "internal", "fileprivate", "private", "static", "class", "final", "convenience",
        "required", "override", "mutating", "nonmutating", "consuming", "borrowing", "distributed", "isolated",
        "nonisolated", "prefix", "postfix", "infix", "dynamic", "lazy", "weak", "unowned", "indirect", "optional",
    ]
}

/// Finds the declarations of a file; looks into the bodies of types, and not into those of functions.
struct DeclarationReader {
    private struct Scope {
        var path = ""
        var isProtocol = false
    }

    private let source: Source
    private var index = 0
    private var scopes = [Scope()]
    private var found: [Declaration] = []
    // What has been read of the declaration that comes.
    private var documentation: [Token] = []
    private var modifiers: [String] = []
    private var first: Token?
    private var hasAttribute = false

    static func read(_ source: Source) -> [Declaration] {
        var reader = DeclarationReader(source: source)
        while reader.index < source.tokens.count { reader.readToken() }
        return reader.found
    }

    private init(source: Source) { self.source = source }

    private var tokens: [Token] { source.tokens }

    private mutating func readToken() {
        let token = tokens[index]
        // A blank line parts documentation from what follows.
        if index > 0, token.line > tokens[index - 1].lastLine + 1 { documentation = [] }
        switch token.kind {
        case .documentation:
            if first != nil || hasAttribute { forget() }
            documentation.append(token)
            index += 1
        case .comment, .directive:
            index += 1
        case .sign where token.isSign("@"):
            hasAttribute = true
            index += 2
            while index + 1 < tokens.count, tokens[index].isSign("."), tokens[index + 1].kind == .word { index += 2 }
            skipArguments()
        case .sign where token.isSign("{") || token.isSign("(") || token.isSign("["):
            forget()
            skipBrackets()
        case .sign where token.isSign("}"):
            forget()
            index += 1
            if scopes.count > 1 { scopes.removeLast() }
        case .word where canBeginDeclaration:
            readWord(token)
        default:
            forget()
            index += 1
        }
    }

    /// Whether a word begins a declaration: at the beginning of a line or a body, or behind attributes and modifiers.
    ///
    /// Elsewhere, and in a line that goes on from the line before, it is a name.
    private var canBeginDeclaration: Bool {
        guard index > 0, first == nil, !hasAttribute else { return true }
        let former = tokens[index - 1]
        if former.isSign("{") || former.isSign("}") || former.isSign(";") { return true }
        let goesOn = former.kind == .sign && ",=:&|+-/.~^%".utf8.contains(former.sign)
        return tokens[index].line > former.lastLine && !goesOn
    }

    private mutating func readWord(_ token: Token) {
        let word = source.text(token)
        let next = index + 1 < tokens.count && tokens[index + 1].kind == .word ? source.text(tokens[index + 1]) : ""
        let isModifier =
            Declaration.modifiers.contains(word)
            && (word != "class" || Declaration.modifiers.contains(next) || Declaration.members.contains(next))
        if isModifier {
            first = first ?? token
            modifiers.append(word)
            index += 1
            skipArguments()
        } else if Declaration.types.contains(word) {
            readType(word, token)
        } else if Declaration.members.contains(word) {
            let name = word == "init" || word == "subscript" ? word : next
            add(word, name, token)
            index += next.isEmpty || name == word ? 1 : 2
        } else {
            forget()
            index += 1
        }
    }

    /// Reads a type's head, up to its body.
    private mutating func readType(_ keyword: String, _ token: Token) {
        index += 1
        var name = ""
        while index < tokens.count, tokens[index].kind == .word || (!name.isEmpty && tokens[index].isSign(".")) {
            if tokens[index].kind == .word, !name.isEmpty, !tokens[index - 1].isSign(".") { break }
            name += source.text(tokens[index])
            index += 1
        }
        add(keyword, name, token)
        let path = found[found.count - 1].path
        while index < tokens.count, !tokens[index].isSign("{"), !tokens[index].isSign("}") {
            if tokens[index].isSign("(") || tokens[index].isSign("[") { skipBrackets() } else { index += 1 }
        }
        guard index < tokens.count, tokens[index].isSign("{") else { return }
        index += 1
        scopes.append(Scope(path: path, isProtocol: keyword == "protocol"))
    }

    private mutating func add(_ keyword: String, _ name: String, _ token: Token) {
        let scope = scopes[scopes.count - 1]
        let begin = first ?? token
        found.append(
            Declaration(
                keyword: keyword,
                name: name,
                owner: scope.path,
                isInProtocol: scope.isProtocol,
                modifiers: modifiers,
                complexity: complexity,
                start: begin.start,
                line: begin.line
            )
        )
        forget()
    }

    private mutating func forget() {
        if !documentation.isEmpty { documentation = [] }
        if !modifiers.isEmpty { modifiers = [] }
        first = nil
        hasAttribute = false
    }

    /// Skips the parentheses directly behind an attribute or a modifier.
    private mutating func skipArguments() {
        if index < tokens.count, tokens[index].isSign("("), tokens[index].start == tokens[index - 1].end {
            skipBrackets()
        }
    }

    /// Skips brackets and all that is between them.
    private mutating func skipBrackets() {
        var depth = 0
        while index < tokens.count {
            switch tokens[index].sign {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
            index += 1
            if depth == 0 { return }
        }
    }

    /// What the documentation says behind "- Complexity:", in this line and in those that go on from it.
    private var complexity: String? {
        var text: String?
        for token in documentation {
            for line in source.text(token).split(whereSeparator: \.isNewline) {
                let words = line.drop { $0 == "/" || $0 == "*" || $0 == " " || $0 == "\t" }
                if words.hasPrefix("- Complexity:") {
                    text = words.dropFirst("- Complexity:".count).trimmed
                } else if let begun = text {
                    if words.isEmpty || words.hasPrefix("- ") { return begun.isEmpty ? nil : begun }
                    text = begun + " " + words.trimmed
                }
            }
        }
        return text == "" ? nil : text
    }
}

extension Substring {
    /// The text without the blanks around it.
    var trimmed: String {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
