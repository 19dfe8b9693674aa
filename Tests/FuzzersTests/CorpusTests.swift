import Glibc
import TestSupport
import Testing

@testable import Fuzzers

@MainActor
@Suite("The inputs in Fuzzing/Corpus")
struct CorpusTests {
    /// Among them are those that once broke a promise.
    @Test("Each fuzzer keeps all promises on its inputs in Fuzzing/Corpus", arguments: Fuzzer.allCases)
    func corpus(fuzzer: Fuzzer) throws {
        let folder = "\(TouchData.package)/Fuzzing/Corpus/\(fuzzer.rawValue)"
        let directory = try #require(opendir(folder), "\(folder)")
        defer { closedir(directory) }
        var count = 0
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix(".") { continue }
            let bytes = try TouchData.contents(of: "\(folder)/\(name)")
            count += 1
            #expect(throws: Never.self, "\(name)") { try fuzzer.run(bytes) }
        }
        #expect(count >= 3)
    }
}
