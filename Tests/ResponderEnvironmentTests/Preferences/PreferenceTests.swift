import ResponderEnvironment
import ResponderKit
import Testing

@MainActor
@Suite struct PreferenceTests {
    let home = PreferenceHome()

    private func expectKept<Value: PreferenceValue & Equatable>(_ value: Value, instead: Value) throws {
        let key = PreferenceKey("key", default: instead)
        let preferences = try home.open()
        preferences[key] = value
        #expect(preferences[key] == value)
        try preferences.save()
        #expect(try home.open()[key] == value)
    }

    @Test("A value of each type is read from the file as it was set")
    func types() throws {
        try expectKept(true, instead: false)
        try expectKept(Int.min, instead: 0)
        try expectKept(0.1, instead: 0)
        try expectKept(1e300, instead: 0)
        try expectKept(5.0, instead: 0)
        try expectKept(-Double.infinity, instead: 0)
        try expectKept("\"quoted\" \\ \n\t\r\u{0} é \u{1F600} \u{2028}", instead: "")
        try expectKept([0, 10, 255] as [UInt8], instead: [])
        try expectKept([[1, 2], []], instead: [])
        try expectKept([[0xff], []] as [[UInt8]], instead: [])
        try expectKept(["a": ["b": true], "": [:]], instead: [:])
        try expectKept(Theme.dark, instead: .light)
    }

    private enum Theme: String, PreferenceValue { case light, dark }

    @Test(
        "A truth value, an integer and a floating-point number are not read as one another; the problem is told once"
    )
    func confusion() throws {
        let problems = Problems()
        let preferences = try home.open(problems: problems)
        preferences[PreferenceKey("volume", default: 0)] = 1
        preferences[PreferenceKey("count", default: 0.0)] = 1
        preferences[PreferenceKey("flag", default: 0)] = 1
        #expect(preferences[.volume] == 0.5 && preferences[.count] == 3 && preferences[.volume] == 0.5)
        #expect(preferences[PreferenceKey("flag", default: false)] == false)
        #expect(
            problems.list == [
                .wrongType(key: "volume", wanted: "Double", found: "Int"),
                .wrongType(key: "count", wanted: "Int", found: "Double"),
                .wrongType(key: "flag", wanted: "Bool", found: "Int"),
            ]
        )
    }

    // Rules: S25.
    @Test("A registered value lies below what is set, and above the key's default")
    func registered() throws {
        let preferences = try home.open()
        #expect(preferences[.volume] == 0.5 && !preferences.isSet(.volume))
        preferences.register(defaults: ["volume": 0.7])
        #expect(preferences[.volume] == 0.7 && !preferences.isSet(.volume))
        preferences[.volume] = 0.9
        #expect(preferences[.volume] == 0.9 && preferences.isSet(.volume))
        try preferences.save()
        preferences.remove(.volume)
        #expect(preferences[.volume] == 0.7)
        try preferences.save()
        // Registered values are not in the file.
        #expect(try home.open()[.volume] == 0.5)
    }

    @Test("A value with too many levels is refused, and what was set before stays")
    func levels() throws {
        let problems = Problems()
        let preferences = try home.open(problems: problems)
        let key = PreferenceKey("deep", default: Deep(levels: 0))
        preferences[key] = Deep(levels: 64)
        preferences[key] = Deep(levels: 65)
        #expect(problems.list == [.tooDeep(key: "deep")])
        try preferences.save()
        #expect(try home.open()[key].levels == 64)
    }

    private struct Deep: PreferenceValue {
        let levels: Int

        init(levels: Int) { self.levels = levels }

        var stored: StoredPreference { (0..<levels).reduce(.bool(true)) { inner, _ in .array([inner]) } }

        init?(stored: StoredPreference) {
            var (levels, rest) = (0, stored)
            while case .array(let values) = rest, let first = values.first { (levels, rest) = (levels + 1, first) }
            self.levels = levels
        }
    }

    @Test("An identifier that would name a file elsewhere is refused", arguments: ["../x", "a/b", "a\0b", "/x"])
    func identifiers(name: String) {
        #expect(throws: FileError.self) { try PreferenceFile.path(of: name) }
    }
}
