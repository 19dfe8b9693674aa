internal import ResponderSupport

// Required capabilities as text, in a manifest and in a script: `gps, !telephony`.
extension RequiredCapabilities {
    /// Why a list names no capabilities.
    package struct Wrong: Error {
        /// The word that is wrong.
        package let word: String
        /// The problem and its correction, in one line.
        package let problem: String
    }

    /// Reads names, of which each may have a `!` before it for a capability that a device must not have.
    package init(parsing names: [String]) throws(Wrong) {
        table = [:]
        for word in names {
            let name = word.hasPrefix("!") ? String(word.dropFirst()) : word
            let capability = DeviceCapability(name)
            guard !name.isEmpty else {
                throw Wrong(word: word, problem: "\(word.quotedInOneLine()) names no capability")
            }
            guard capability.isKnown else {
                throw Wrong(word: word, problem: capability.problem)
            }
            guard table.updateValue(name == word, forKey: capability) == nil else {
                throw Wrong(
                    word: word,
                    problem: "the capability \(name.quotedInOneLine()) is named twice; name it once"
                )
            }
        }
    }

    /// The names that ``init(parsing:)`` reads, sorted.
    package var names: [String] {
        table.sorted { $0.key.name < $1.key.name }.map { $0.value ? $0.key.name : "!" + $0.key.name }
    }
}

extension DeviceCapability {
    /// The message for an unknown capability.
    package var problem: String {
        let names = Self.known.map(\.name)
        return "\(name.quotedInOneLine()) is no capability; \(name.question(of: names))there are "
            + names.joined(separator: ", ")
    }
}
