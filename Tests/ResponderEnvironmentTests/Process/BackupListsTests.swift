import Foundation
import ResponderEnvironment
import TestSupport
import Testing

@Suite struct BackupListsTests {
    // Rules: S3, S9.
    @Test("The lists have Documents and Library, without caches, tmp, the bundle and what is excluded")
    func process() throws {
        let home = ProcessHome()
        let container = try home.open()
        try container.createFolder("Library/out/inner")
        for path in ["Documents/a", "Documents/out", "Library/b", "Library/Caches/c", "tmp/d", "Library/out/inner/e"] {
            try container.write([1], to: path)
        }
        for path in ["Documents/out", "Library/out", "Library/out/inner/e"] {
            try container.setExcludedFromBackup(true, at: path)
        }
        let lists = try BackupLists(of: container)
        let state = try container.path(of: .documents).dropLast("/Documents".count)
        #expect(lists.included == ["\(state)/Documents", "\(state)/Library"])
        #expect(lists.excluded == ["\(state)/Documents/out", "\(state)/Library/out"])
    }

    // Rules: S3, S9.
    @Test("Where one folder has the whole home, the caches are excluded, and a standard directory by its attribute")
    func oneFolder() throws {
        let test = try TestHome()
        try test.container.setExcludedFromBackup(true, at: "Documents")
        let lists = try BackupLists(of: test.container)
        #expect(lists.included == ["\(test.home.path)/Documents", "\(test.home.path)/Library"])
        #expect(lists.excluded == ["\(test.home.path)/Documents", "\(test.home.path)/Library/Caches"])
    }

    @Test(
        "Names with special characters stand in the lists so that each program finds that name alone",
        arguments: [
            ("a b", "a b", "! pf:/h/a b"), ("a*?[b]\\c", "a\\*\\?\\[b\\]\\\\c", "! pf:/h/a*?[b]\\c"),
            ("$HOME", "$$HOME", "! pf:/h/$HOME"), ("#a", "#a", "! pf:/h/#a"),
            ("end ", "end[ ]", "! re:^h/end\\x20\\Z"), ("a\rb", "a\rb", "! re:^h/a\\x0db\\Z"),
            ("a\nb", "a[^\u{1}-\u{9}\u{b}-\u{10FFFF}]b", "! re:^h/a\\x0ab\\Z"),
            ("é\u{a0}", "é[\u{a0}]", "! re:^h/é\\u00a0\\Z"),
        ]
    )
    func special(name: String, restic: String, borg: String) throws {
        let lists = BackupLists(included: ["/h"], excluded: ["/h/\(name)"])
        #expect(lists.resticIncludes == "/h\n")
        #expect(lists.resticExcludes == "/h/\(restic)\n.responderkit-new-*\n")
        #expect(try lists.borgPatterns() == "R /h\n\(borg)\n! re:(^|/)\\x2eresponderkit\\x2dnew\\x2d[^/]*\\Z\n")
    }

    @Test("A home that borg's list cannot name is an error", arguments: ["/home\n", "/home ", "/a\rb"])
    func unnameable(path: String) {
        #expect(throws: FileError.self) { try BackupLists(included: [path], excluded: []).borgPatterns() }
    }
}
