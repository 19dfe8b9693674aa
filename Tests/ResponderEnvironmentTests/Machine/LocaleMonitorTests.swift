import ResponderEnvironment
import TestSupport
import Testing

@MainActor
@Suite("The language of the machine")
struct LocaleMonitorTests {
    // Rules: P10.
    @Test(
        "The process's variables come first, the first that is set of LC_ALL, LC_MESSAGES and LANG",
        arguments: [
            (["LANG": "de_DE.UTF-8"], "de_DE"), (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_CA"], "fr_CA"),
            (["LANG": "de_DE", "LC_ALL": "sr_RS@latin", "LC_MESSAGES": "fr_CA"], "sr_RS"),
            (["LANG": "C.UTF-8"], "en_US_POSIX"), (["LANG": "POSIX", "LC_ALL": ""], "en_US_POSIX"),
            ([:], "pt_BR"),
        ] as [([String: String], String)]
    )
    func variables(_ variables: [String: String], locale: String) throws {
        let machine = try FakeMachine(["etc/default/locale": "LANG=\"pt_BR.UTF-8\"\n"])
        machine.variables = variables
        #expect(machine.monitor(.locale) == ["locale \(locale)"])
    }

    // Rules: P10.
    @Test("A change of the system's files is told, once for each new language")
    func change() throws {
        let machine = try FakeMachine(["etc/locale.conf": "LANG=de_DE.UTF-8\n", "etc/default/locale": "LANG=it_IT\n"])
        #expect(machine.monitor(.locale) == ["locale de_DE"])
        try machine.tree.folder.write("LANG=fr_FR.UTF-8\nLC_TIME=C\n", to: "etc/locale.conf")
        #expect(machine.turn() == ["locale fr_FR"])
        try machine.tree.folder.write("# by hand\nLANG=fr_FR.ISO-8859-1\n", to: "etc/locale.conf")
        #expect(machine.turn() == [])
        try machine.tree.folder.write("LANG=es_ES\n", to: "etc/default/locale")
        #expect(machine.turn() == [])
        machine.monitor([])
        try machine.tree.folder.write("LANG=nl_NL\n", to: "etc/locale.conf")
        #expect(machine.turn() == [])
    }

    // Rules: P10, P11.
    @Test(
        "What names no locale is reported with its place, and changes nothing",
        arguments: ["deutsch", "de__DE", "d", "\u{1b}[31m", "de_DE_x_y", "../../etc", "12_DE", "de_\u{e4}\u{e4}"]
    )
    func malformed(_ value: String) throws {
        let machine = try FakeMachine(["etc/locale.conf": "LANG=\(value)\n"])
        machine.variables["LANG"] = "de_DE"
        let said = machine.monitor(.locale)
        #expect(said.count == 2 && said.last == "locale de_DE")
        #expect(said.first?.contains("\"/etc/locale.conf\" names no locale: \"") == true, "\(said)")
        #expect(said.allSatisfy { !$0.unicodeScalars.contains("\u{1b}") })
    }

    // Rules: P11.
    @Test("A system without the folders is reported, and the variables are told all the same")
    func noFolders() throws {
        let machine = try FakeMachine([:])
        machine.variables["LANG"] = "de_DE"
        let said = machine.monitor(.locale)
        #expect(said.count == 2 && said.last == "locale de_DE")
        #expect(said.first?.contains("can be watched; make them readable") == true, "\(said)")
        #expect(machine.turn() == [])
    }
}
