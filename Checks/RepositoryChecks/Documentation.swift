/// Checks that no line of code is too long, that all strings and comments end, and that each public function and
/// initialiser under Sources documents its complexity, itself or by its type.
///
/// A type does so for its members by a line such as "- Complexity: Each member is O(1) and allocates nothing, where it
/// does not say otherwise." in its documentation.
/// Members that override another are exempt, and so are the requirements of protocols.
package struct DocumentationCheck: Check {
    static let columns = 120

    private struct Member {
        let path: String
        let module: String
        let declaration: Declaration
        let head: String
    }

    private var faults: [Fault] = []
    private var members: [Member] = []
    /// What a type says for its members, by the type's module and path.
    private var generals: [String: String] = [:]

    package init() {}

    package mutating func read(_ source: Source) {
        guard source.isCode else { return }
        var found: [Fault] = []
        if !source.isUTF8 { found.append(Fault(source.path, "the file is not UTF-8; save it as UTF-8")) }
        for place in source.unterminated {
            found.append(Fault(source.path, place.line, "the \(place.what) that begins here does not end; close it"))
        }
        source.forEachLine { number, range in
            guard range.count > Self.columns else { return }
            // The bytes that continue a character are no columns.
            let columns = source.file.bytes[range].lazy.filter { $0 & 0xC0 != 0x80 }.count
            guard columns > Self.columns else { return }
            found.append(
                Fault(
                    source.path,
                    number,
                    "the line has \(columns) columns, and \(Self.columns) is the limit; break it"
                )
            )
        }
        faults += found

        let folders = source.path.split(separator: "/")
        guard source.language == .swift, folders.count > 2, folders[0] == "Sources" else { return }
        let module = String(folders[1])
        for declaration in DeclarationReader.read(source) {
            if declaration.isType {
                // A line that does not speak of members is one of the type itself, as a decoder has for an event.
                guard let general = declaration.complexity, general.lowercased().contains("member") else { continue }
                generals["\(module).\(declaration.path)"] = general
            } else if !declaration.isInProtocol, declaration.complexity != nil || Self.needsComplexity(declaration) {
                let head = Self.head(declaration, source)
                members.append(Member(path: source.path, module: module, declaration: declaration, head: head))
            }
        }
    }

    package func finish() -> [Fault] {
        faults
            + members.compactMap { member in
                let declaration = member.declaration
                let general = generals["\(member.module).\(declaration.owner)"]
                if let complexity = declaration.complexity {
                    guard let general, Self.repeats(complexity, general) else { return nil }
                    return Fault(
                        member.path,
                        declaration.line,
                        "\"- Complexity: \(complexity)\" says once more what the type says; delete the line of: "
                            + member.head
                    )
                }
                guard general == nil else { return nil }
                return Fault(
                    member.path,
                    declaration.line,
                    "no \"- Complexity:\" in the documentation comment of: \(member.head)"
                )
            }
    }

    private static func needsComplexity(_ declaration: Declaration) -> Bool {
        let modifiers = declaration.modifiers
        return (declaration.keyword == "func" || declaration.keyword == "init")
            && (modifiers.contains("public") || modifiers.contains("open")) && !modifiers.contains("override")
    }

    /// The first line of the declaration, without its body.
    private static func head(_ declaration: Declaration, _ source: Source) -> String {
        let rest = source.file.bytes[declaration.start...]
        let end = rest.firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "{") } ?? rest.endIndex
        return Substring(source.text(declaration.start..<end)).trimmed
    }

    /// Whether a member says only "O(1); no allocation", in whatever words, and its type has said so for all members.
    static func repeats(_ complexity: String, _ general: String) -> Bool {
        var words = Self.words(complexity)
        let said = Self.words(general)
        // Overrides may do otherwise: that is more than the type says, unless the type says it too.
        if words.starts(with: ["by", "default"]) {
            guard said.contains("default") else { return false }
            words.removeFirst(2)
        }
        let text = words.joined(separator: " ")
        let time = ["o(1)", "constant time", "constant"].first { text.hasPrefix("\($0) ") }
        guard let time, nothing.contains(String(text.dropFirst(time.utf8.count + 1))) else { return false }
        let saidText = " \(said.joined(separator: " ")) "
        return (said.contains("o(1)") || said.contains("constant")) && nothing.contains { saidText.contains(" \($0) ") }
    }

    private static let nothing: Set = [
        "no allocation", "no allocations", "allocates nothing", "allocate nothing", "without allocation",
        "without allocations", "without an allocation", "without allocating", "does not allocate",
        "no memory allocated",
        "allocates no memory", "allocation-free",
    ]

    /// The words in small letters, without signs and without "and".
    private static func words(_ text: String) -> [Substring] {
        text.lowercased().split { " ,;.".contains($0) }.filter { $0 != "and" }
    }
}
