/// A function as a report shows it.
struct FunctionName: Hashable {
    /// The name for people.
    let short: String
    let module: FrameModule

    init(_ frame: StackFrame, demangled: String) {
        module = FrameModule(symbol: frame.symbol, object: frame.object)
        if frame == .otherThread {
            short = "other threads"
        } else if frame.isKnown {
            short = Self.shortened(Self.printable(demangled))
        } else {
            // An unknown function is named by its file.
            let file = frame.object.split(separator: "/").last.map(String.init) ?? ""
            let plain = Self.printable(file).filter { $0 != "[" && $0 != "]" }
            short = plain.isEmpty || plain == "unknown" ? StackFrame.unknownSymbol : "[\(plain)]"
        }
    }

    /// The text with U+FFFD in place of each character that moves a terminal's cursor or that XML cannot have.
    static func printable(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator:
                result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// The name without the compiler's prefixes, long lists of generic arguments, a version and parameters of C++.
    static func shortened(_ name: String) -> String {
        var name = Substring(name)
        let prefixes = [
            "specialized ", "generic specialization ", "merged ", "partial apply for ", "partial apply forwarder for ",
            "reabstraction thunk helper ", "@objc ", "@nonobjc ", "dispatch thunk of ",
        ]
        while let prefix = prefixes.first(where: name.hasPrefix), name.count > prefix.count {
            name = name.dropFirst(prefix.count)
        }
        var text = withoutGenericArguments(ofConformingType(String(name)))
        // A C library's symbol may have a version behind it: `pthread_mutex_lock@@GLIBC_2.2.5`.
        if let version = text.firstRange(of: /@@?GLIBC/) { text = String(text[..<version.lowerBound]) }
        // A C++ function has its parameters behind its name.
        text = text.replacing("(anonymous namespace)", with: "{anonymous}")
        if text.contains("::"), let parameters = text.firstIndex(of: "("), parameters != text.startIndex {
            return String(text[..<parameters])
        }
        return text
    }

    /// The part of the name that fits into `room` characters: without labels, then without the type, then cut off.
    func fitting(_ room: Int) -> String {
        if short.count <= room { return short }
        let unlabelled = short.prefix { $0 != "(" }
        if unlabelled.isEmpty { return short.clipped(to: room) }
        if unlabelled.count <= room || unlabelled.contains(" ") { return String(unlabelled).clipped(to: room) }
        if let method = unlabelled.ranges(of: "::").last {
            return String(unlabelled[method.upperBound...]).clipped(to: room)
        }
        // Only a Swift type begins with a capital: `memcpy.cold` is no method of a type.
        guard unlabelled.first?.isUppercase == true else { return String(unlabelled).clipped(to: room) }
        let accessors: Set<Substring> = ["getter", "setter", "modify", "read"]
        let parts = unlabelled.split(separator: ".")
        let method = parts.last { !accessors.contains($0) } ?? unlabelled
        return String(method).clipped(to: room)
    }

    /// The name of a protocol witness, with the conforming type in place of the protocol.
    ///
    /// `protocol witness for Source.serve(limit:) in conformance Port` is `Port.serve(limit:)`.
    private static func ofConformingType(_ name: String) -> String {
        let (witness, conformance) = ("protocol witness for ", " in conformance ")
        guard name.hasPrefix(witness), let middle = name.ranges(of: conformance).last else { return name }
        let method = name[..<middle.lowerBound].dropFirst(witness.count)
        var type = name[middle.upperBound...]
        // A generic type's parameters stand before the type: `<A> Stack<A>`.
        if type.hasPrefix("<"), let parameters = type.firstRange(of: "> ") { type = type[parameters.upperBound...] }
        // `static Hashable.==` names its protocol behind the first word.
        guard !type.isEmpty, let dot = method.firstIndex(of: "."), !method[..<dot].contains(" ") else {
            return "\(method) (\(type))"
        }
        return String(type + method[dot...])
    }

    /// The text with `<…>` for lists of generic arguments of more than a few characters.
    private static func withoutGenericArguments(_ text: String) -> String {
        let longest = 16
        let characters = Array(text)
        var result: [Character] = []
        var index = 0
        while index < characters.count {
            let isList =
                characters[index] == "<" && index > 0
                && (characters[index - 1].isLetter || characters[index - 1].isNumber)
            if isList, let end = endOfList(characters, from: index) {
                let isLong = end - index > longest
                result += isLong ? ["<", "…", ">"] : characters[index...end]
                index = end + 1
            } else {
                result.append(characters[index])
                index += 1
            }
        }
        return String(result)
    }

    /// The index of the `>` that closes the list; nil where the list is not closed.
    private static func endOfList(_ characters: [Character], from start: Int) -> Int? {
        var depth = 0
        for index in start..<characters.count {
            switch characters[index] {
            case "<": depth += 1
            // An arrow closes nothing.
            case ">" where characters[index - 1] != "-": depth -= 1
            default: continue
            }
            if depth == 0 { return index }
        }
        return nil
    }
}
