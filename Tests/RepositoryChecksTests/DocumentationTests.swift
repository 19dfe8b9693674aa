import Testing

@testable import RepositoryChecks

@Suite("Documentation")
struct DocumentationTests {
    private func said(_ text: String, _ path: String = "Sources/M/a.swift") -> [String] {
        RepositoryChecksTests.said(by: DocumentationCheck(), of: [path: text])
    }

    @Test(
        "A public function and initialiser without its complexity is an error that shows it",
        arguments: [
            "public func f()", "open func f<T>(_ a: T) throws", "public init?(a: Int)", "public init!<T>(a: T)",
            "public nonisolated(unsafe) static func f()", "public static func < (a: A, b: A) -> Bool",
            "public static func /= (a: A, b: A)", "public final class func f()", "public func `init`()",
        ]
    )
    func missing(head: String) {
        let fault = "no \"- Complexity:\" in the documentation comment of: \(head)"
        #expect(said("/// Does it.\n\(head) { }") == ["error: Sources/M/a.swift:2: \(fault)"])
        #expect(said("/// It.\n/// - Complexity: O(n).\n\n\(head) { }") == ["error: Sources/M/a.swift:4: \(fault)"])
        #expect(said("/// - Complexity:\r\n\(head) { }\r\n") == ["error: Sources/M/a.swift:2: \(fault)"])
        #expect(
            said("struct A {\n case a, open\n var open = \"\"\"\n /// - Complexity: O(1)\n\"\"\"\n\(head) {}").count
                == 1
        )
        #expect(said("/// - Complexity: O(n).\n\(head) { }").isEmpty)
        #expect(
            said("/// - Complexity: O(n).\r\n@A(b,\r\n  c: \")\"\r\n) @D\r\n// It.\r\n#if E\r\n\(head) { }").isEmpty
        )
    }

    @Test("What overrides, is not public, is required by a protocol or is local is exempt")
    func exempt() {
        #expect(
            said(
                """
                class A: B {
                    override public func f() { let a = "public func x()" }
                    func g() { public func h() {} }
                    private(set) public var a: Int { get { 1 } }
                }
                public protocol P {
                    func f()
                    init?()
                }
                enum E {
                    case a, open
                    func f() {}
                }
                // public func i()
                let a = #\"""
                    public func j()
                \"""#
                """
            ).isEmpty
        )
        #expect(said("public func f() {}", "Tests/M/a.swift").isEmpty)
    }

    @Test("A type that says the complexity of its members says it for extensions in files of its module")
    func general() {
        let type =
            "/// A.\n/// - Complexity: Each member is O(1) and allocates nothing, where it does not say otherwise.\n"
        let member = "{\n/// It.\npublic func f() {} }"
        let files = [
            "Sources/M/a.swift": "\(type)public struct A<T> where T: B {\n/// It.\n public init() {} }",
            "Sources/M/F/b.swift": "extension A \(member)\nextension A.C \(member)\nextension C \(member)",
            "Sources/N/a.swift": "extension A \(member)",
        ]
        let faults = RepositoryChecksTests.said(by: DocumentationCheck(), of: files)
        #expect(
            faults.map { $0.prefix(28) } == [
                "error: Sources/M/F/b.swift:6", "error: Sources/M/F/b.swift:9", "error: Sources/N/a.swift:3: ",
            ]
        )
    }

    @Test("A type that says only its own complexity says nothing of its members")
    func ofType() {
        let type = "/// - Complexity: O(1) for each event; no allocation.\nstruct A {\n"
        #expect(said("\(type)/// It.\npublic func f() {} }").count == 1)
        #expect(said("\(type)/// - Complexity: O(1); no allocation.\npublic func f() {} }").isEmpty)
    }

    @Test(
        "A member that says only what its type says is an error, in whatever words",
        arguments: [
            "O(1); no allocation.\n/// - Returns: It.", "O(1) and allocates nothing", "O(1), without\n/// allocation.",
            "Constant; no allocation",
        ]
    )
    func repeated(complexity: String) {
        let member = "/// It.\n/// - Complexity: \(complexity)\npublic var a: Int { 1 }"
        let faults = said("/// - Complexity: Members are O(1); no allocation.\nenum A {\n\(member) }")
        #expect(faults.count == 1)
        #expect(
            faults.first?.contains("says once more what the type says; delete the line of: public var a: Int") == true
        )
        #expect(said("/// - Complexity: Members are linear; no allocation.\nenum A {\n\(member) }").isEmpty)
        #expect(said("/// A.\nenum A {\n\(member) }").isEmpty)
        #expect(said("/// - Complexity: Members are O(1); no allocation.\nprotocol A {\n\(member) }").isEmpty)
    }

    @Test(
        "A member that says more than its type may say it",
        arguments: [
            "O(1); no allocation, unless it throws.", "O(n); no allocation.", "O(1).",
            "By default O(1); no allocation.",
            "O(1); no allocation.\n/// The first call is linear.",
        ]
    )
    func more(complexity: String) {
        let member = "/// - Complexity: \(complexity)\npublic func f() {}"
        #expect(said("/// - Complexity: Members are O(1); no allocation.\nenum A {\n\(member) }").isEmpty)
    }

    @Test("Lines longer than 120 columns, text that does not end and text that is not UTF-8 are errors")
    func text() {
        let line = String(repeating: "é", count: 118)
        #expect(said("//\(line)\r\n", "Tests/a.swift").isEmpty)
        #expect(
            said("//\(line)e\n", "a.c") == ["error: a.c:1: the line has 121 columns, and 120 is the limit; break it"]
        )
        #expect(said("\n/* a", "a.h") == ["error: a.h:2: the comment that begins here does not end; close it"])
        let file = RepositoryFile("a.swift", [0x2F, 0x2F, 0xFF])
        #expect(
            faults(of: [DocumentationCheck()], in: [file]) == [
                Fault("a.swift", "the file is not UTF-8; save it as UTF-8")
            ]
        )
    }
}
