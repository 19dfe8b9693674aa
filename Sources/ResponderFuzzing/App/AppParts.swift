/// What a random app is made of; a part can be left out, to find the smallest app that fails.
struct AppParts: OptionSet, Hashable {
    let rawValue: Int

    static let lists = AppParts(rawValue: 1 << 0)
    static let navigation = AppParts(rawValue: 1 << 1)
    static let tabs = AppParts(rawValue: 1 << 2)
    static let fields = AppParts(rawValue: 1 << 3)
    static let recognizers = AppParts(rawValue: 1 << 4)
    static let presentations = AppParts(rawValue: 1 << 5)
    /// Changes of trees inside the app's callbacks.
    static let mutations = AppParts(rawValue: 1 << 6)
    static let windows = AppParts(rawValue: 1 << 7)
    static let timers = AppParts(rawValue: 1 << 8)
    static let nestedRuns = AppParts(rawValue: 1 << 9)
    static let restoration = AppParts(rawValue: 1 << 10)
    static let controls = AppParts(rawValue: 1 << 11)
    static let scrolling = AppParts(rawValue: 1 << 12)

    /// The letter of each part in the name of an app, in the order of the letters.
    static let letters: [(letter: Character, part: AppParts)] = [
        ("b", .controls), ("f", .fields), ("i", .timers), ("l", .lists), ("m", .mutations), ("n", .navigation),
        ("p", .presentations), ("r", .recognizers), ("s", .restoration), ("t", .tabs), ("u", .nestedRuns),
        ("w", .windows), ("z", .scrolling),
    ]

    /// The parts that a seed chooses: each one three times in four.
    init(seed: UInt64) {
        var random = SplitMix(seed: seed, of: "parts")
        self = []
        for (_, part) in Self.letters where !random.one(in: 4) { insert(part) }
    }

    init(rawValue: Int) { self.rawValue = rawValue }
}

/// The name of a random app, which says all about it: `fuzz-SEED`, or `fuzz-SEED-PARTS` where the parts are given by
/// their letters instead of by the seed.
struct AppName: Hashable {
    let seed: UInt64
    var parts: AppParts

    static let prefix = "fuzz-"

    init(seed: UInt64, parts: AppParts? = nil) {
        self.seed = seed
        self.parts = parts ?? AppParts(seed: seed)
    }

    /// The name in a text; nil if it is none.
    init?(_ text: String) {
        guard text.hasPrefix(Self.prefix) else { return nil }
        let words = text.dropFirst(Self.prefix.count).split(separator: "-", omittingEmptySubsequences: false)
        guard 1...2 ~= words.count, let seed = UInt64(words[0]) else { return nil }
        self.init(seed: seed)
        guard words.count == 2 else { return }
        parts = []
        // A name cannot end with nothing, so 0 stands for no part.
        for letter in words[1] where letter != "0" {
            guard let entry = AppParts.letters.first(where: { $0.letter == letter }) else { return nil }
            parts.insert(entry.part)
        }
    }

    var text: String {
        guard parts != AppParts(seed: seed) else { return "\(Self.prefix)\(seed)" }
        let letters = AppParts.letters.filter { parts.contains($0.part) }.map { String($0.letter) }.joined()
        return "\(Self.prefix)\(seed)-\(letters.isEmpty ? "0" : letters)"
    }
}
