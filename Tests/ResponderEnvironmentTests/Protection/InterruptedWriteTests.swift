import Foundation
import Testing

@testable import ResponderEnvironment

/// A change of a file, in the file and in a plain model.
struct FileChange: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// How long the file is before.
    let before: Int
    let offset: Int
    /// Nil to cut the file at `offset`, or to have it grow to there.
    let bytes: Int?

    static let small = [
        FileChange("changes bytes", 100, 10, 20), FileChange("goes on behind the end", 100, 100, 30),
        FileChange("leaves a gap", 100, 150, 10), FileChange("begins an empty file", 0, 0, 50),
        FileChange("is shorter", 100, 40, nil), FileChange("is longer", 100, 300, nil),
    ]
    static let large = [
        FileChange("changes two chunks", 50_000, 16_000, 1000),
        FileChange("goes into a new chunk", 16_300, 16_290, 500),
        FileChange("leaves out a chunk", 16_000, 40_000, 10), FileChange("is shorter by chunks", 50_000, 100, nil),
        FileChange("is shorter in the second chunk", 50_000, 20_000, nil),
        FileChange("is longer by chunks", 20_000, 70_000, nil),
    ]

    /// The content before, and after the whole change.
    let former: [UInt8]
    let after: [UInt8]

    init(_ text: String, _ before: Int, _ offset: Int, _ bytes: Int?) {
        testDescription = text
        (self.before, self.offset, self.bytes) = (before, offset, bytes)
        former = (0..<before).map { UInt8($0 % 251) }
        let end = offset + (bytes ?? 0)
        var after = former
        if after.count < end { after += [UInt8](repeating: 0, count: end - after.count) }
        if bytes == nil { after.removeLast(after.count - offset) }
        for index in offset..<end { after[index] = 255 }
        self.after = after
    }

    func make(in file: SealedFile) throws {
        if let bytes {
            try file.write([UInt8](repeating: 255, count: bytes), at: offset)
        } else {
            try file.truncate(to: offset)
        }
    }

    /// What is wrong with the content that is found after the change was interrupted: each chunk is old or new, and a
    /// new length comes with new chunks alone.
    func problem(_ found: [UInt8]) -> String? {
        guard found.count == former.count else { return same(found, after) ? nil : "it is neither old nor new" }
        for start in stride(from: 0, to: found.count, by: SealedFile.chunkSize) {
            let piece = found[start..<min(start + SealedFile.chunkSize, found.count)]
            let isKnown = [former, after].contains { content in
                same(piece, content[min(start, content.count)..<min(piece.endIndex, content.count)])
            }
            if !isKnown { return "the chunk at \(start) is neither old nor new" }
        }
        return nil
    }

    /// Compares at once: a loop takes too long in a build for debugging.
    private func same(_ one: some ContiguousBytes, _ other: some ContiguousBytes) -> Bool {
        one.withUnsafeBytes { one in
            other.withUnsafeBytes { other in
                guard one.count == other.count else { return false }
                guard let first = one.baseAddress, let second = other.baseAddress else { return one.isEmpty }
                return memcmp(first, second, one.count) == 0
            }
        }
    }
}

@Suite struct InterruptedWriteTests {
    private let header = FileHeader(protection: .complete)
    private let key = SecretKey()

    private func sealed(_ file: MemoryFile) -> SealedFile {
        SealedFile(file: file, path: "file", header: header, key: key, space: nil)
    }

    private func image(of change: FileChange) throws -> [UInt8] {
        let file = MemoryFile()
        try sealed(file).make(change.former)
        return file.bytes
    }

    /// Checks what is there after an interruption, and that the file can be changed further.
    private func check(
        _ bytes: [UInt8],
        _ change: FileChange,
        _ failure: MemoryFile.Failure,
        gap: Int
    ) throws {
        let file = MemoryFile(bytes)
        var content = try sealed(file).read(.max, at: 0)
        if let problem = change.problem(content) { Issue.record("\(failure): \(problem)") }
        // Over the whole file, so that something old that was left behind would show.
        try sealed(file).write([1, 2], at: content.count + gap)
        content += [UInt8](repeating: 0, count: gap) + [1, 2]
        content[0] = 9
        try sealed(file).write([9], at: 0)
        let isSame = try sealed(file).read(.max, at: 0) == content
        #expect(isSame, "\(failure)")
        #expect(file.bytes.count == SealedFile.sizeOnDisk(content.count), "\(failure)")
    }

    private func kill(_ change: FileChange, every step: Int, gap: Int) throws {
        let image = try image(of: change)
        let whole = MemoryFile(image)
        try change.make(in: sealed(whole))
        #expect(change.problem(try sealed(whole).read(.max, at: 0)) == nil)
        var after = 0
        while after < whole.written.bytes {
            let failure = MemoryFile.Failure.killed(after: after)
            let file = MemoryFile(image, failing: failure)
            // Cutting a file needs no space, and is done when the new length is there.
            do { try change.make(in: sealed(file)) } catch FileError.full {}
            try check(file.bytes, change, failure, gap: gap)
            after += step
        }
    }

    @Test(
        "A small file keeps its bytes when the process is killed at any byte of a change that",
        arguments: FileChange.small
    )
    func killedSmall(change: FileChange) throws { try kill(change, every: 1, gap: 300) }

    @Test(
        "A file of chunks keeps its bytes when the process is killed within a change that",
        arguments: FileChange.large
    )
    func killedLarge(change: FileChange) throws { try kill(change, every: 2003, gap: 20_000) }

    @Test(
        "A file keeps its bytes when the disk is full for any write of a change that",
        arguments: FileChange.small + FileChange.large
    )
    func full(change: FileChange) throws {
        let image = try image(of: change)
        let whole = MemoryFile(image)
        try change.make(in: sealed(whole))
        for write in 0..<whole.written.calls {
            let failure = MemoryFile.Failure.full(write: write)
            let file = MemoryFile(image, failing: failure)
            do {
                try change.make(in: sealed(file))
                #expect(change.bytes == nil, "no error at write \(write)")
            } catch FileError.full {}
            try check(file.bytes, change, failure, gap: 20_000)
        }
    }

    @Test("A length that readers have seen stays when the process is killed twice, between the records and within one")
    func killedTwice() throws {
        let former = MemoryFile()
        try sealed(former).make([1, 2, 3])
        let whole = MemoryFile(former.bytes)
        try sealed(whole).write([4], at: 3)
        // One record has the new length.
        let once = MemoryFile(
            former.bytes,
            failing: .killed(after: whole.written.bytes - SealedFile.recordSize)
        )
        #expect(throws: FileError.self) { try sealed(once).write([4], at: 3) }
        #expect(try sealed(MemoryFile(once.bytes)).read(.max, at: 0) == [1, 2, 3, 4])
        let again = MemoryFile(once.bytes)
        try sealed(again).write([5], at: 4)
        for after in 0..<again.written.bytes {
            let twice = MemoryFile(once.bytes, failing: .killed(after: after))
            try? sealed(twice).write([5], at: 4)
            let content = try sealed(MemoryFile(twice.bytes)).read(.max, at: 0)
            #expect(content.starts(with: [1, 2, 3, 4]), "killed after \(after) bytes")
        }
    }
}
