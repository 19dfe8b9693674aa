import ResponderEventLoop
import TestSupport
import Testing

@testable import ResponderNotifications

@MainActor
@Suite("The bytes of a frame")
struct NotificationFrameTests {
    @Test("A frame is the bytes that the documentation says")
    func layout() throws {
        let frame = try NotificationFrame(name: "né", payload: [9, 8], time: MainRunLoop.Instant(nanoseconds: 258))
        let bytes: [UInt8] = [15, 0, 0, 0, 1, 3, 2, 1, 0, 0, 0, 0, 0, 0, 0x6E, 0xC3, 0xA9, 9, 8]
        #expect(frame.bytes == bytes)
        #expect(try NotificationFrame(bytes: bytes) == frame)
        let timeless = try NotificationFrame(name: "a")
        #expect(timeless.bytes == [11, 0, 0, 0, 1, 1] + Array(repeating: 0xFF, count: 7) + [0x7F, 0x61])
        #expect(try NotificationFrame(bytes: timeless.bytes).time == nil)
    }

    @Test("A frame that is written is read again, up to the longest name and the longest payload")
    func roundTrip() throws {
        for (nameLength, payloadLength) in [(1, 0), (255, 0), (1, 65_525), (255, 65_271)] {
            let frame = try NotificationFrame(
                name: String(repeating: "n", count: nameLength),
                payload: (0..<payloadLength).map { UInt8(truncatingIfNeeded: $0) },
                time: .zero
            )
            #expect(try NotificationFrame(bytes: frame.bytes) == frame)
        }
    }

    @Test("Contents that no frame can hold are refused where the frame is made")
    func limits() {
        #expect(throws: NotificationFrame.Error.emptyName) { try NotificationFrame(name: "") }
        #expect(throws: NotificationFrame.Error.nameTooLong(256)) {
            try NotificationFrame(name: String(repeating: "n", count: 256))
        }
        #expect(throws: NotificationFrame.Error.timeBeforeClock(.min)) {
            try NotificationFrame(name: "n", time: NotificationPort.beforeAllInput)
        }
        #expect(throws: NotificationFrame.Error.tooLong(65_537)) {
            try NotificationFrame(name: "n", payload: Array(repeating: 0, count: 65_526))
        }
    }

    @Test(
        "Bytes that are no frame are an error that says what is wrong, and where",
        arguments: [
            ([], "the frame is cut off after 0 bytes; its first four bytes say how many to send"),
            ([1], "the frame is cut off after 1 byte; its first four bytes say how many to send"),
            (
                [11, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0],
                "the frame is cut off after 14 bytes; its first four bytes say how many to send"
            ),
            (
                [11, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0x61, 7, 7],
                "2 bytes too many after the frame; send one frame at a time here"
            ),
            ([9, 0, 0, 0], "byte 0: the length is 9, and no frame is shorter than 10"),
            (
                [1, 0, 1, 0],
                "byte 0: the length is 65537, and no frame is longer than 65536; "
                    + "split the data into several frames, or use another channel"
            ),
            (
                [11, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0x61],
                "byte 4: the version is 2, and only 1 is known here"
            ),
            (
                [11, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x61],
                "byte 5: the name is empty; a message is known by its name"
            ),
            (
                [11, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0x61],
                "byte 5: the name's length is 2 bytes, but the frame has only 1 left for it"
            ),
            ([11, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF], "byte 14: the name is not UTF-8"),
            (
                [11, 0, 0, 0, 1, 1, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x61],
                "byte 6: the time is -2 ns, before the clock's beginning; give the time on CLOCK_MONOTONIC, or "
                    + "9223372036854775807 for when the frame arrives"
            ),
        ] as [([UInt8], String)]
    )
    func malformed(bytes: [UInt8], message: String) {
        let error = #expect(throws: NotificationFrame.Error.self) { try NotificationFrame(bytes: bytes) }
        #expect(error?.description == message)
    }

    /// What the parser makes of a stream, and what a plain reading of the whole stream makes of it.
    private enum Found: Equatable {
        case frame(NotificationFrame)
        case error(NotificationFrame.Error)
    }

    private func parse(_ stream: [UInt8], in portions: [Int]) -> [Found] {
        var parser = FrameParser()
        var found: [Found] = []
        var rest = stream[...]
        for portion in portions + [stream.count] {
            Array(rest.prefix(portion)).withUnsafeBytes { parser.append($0) }
            rest = rest.dropFirst(portion)
            while true {
                do {
                    guard let frame = try parser.next() else { break }
                    found.append(.frame(frame))
                } catch {
                    found.append(.error(error))
                }
            }
        }
        return found
    }

    /// The same by the rule, from the whole stream.
    private func plainly(_ stream: [UInt8]) -> [Found] {
        var found: [Found] = []
        var start = 0
        while start + 4 <= stream.count {
            let length = (0..<4).reduce(0) { $0 | Int(stream[start + $1]) << (8 * $1) }
            if length > 65_536 || length < 10 {
                return found + [.error(length > 65_536 ? .tooLong(length) : .tooShort(length))]
            }
            guard start + 4 + length <= stream.count else { break }
            do {
                found.append(.frame(try NotificationFrame(bytes: Array(stream[start..<(start + 4 + length)]))))
            } catch {
                found.append(.error(error))
            }
            start += 4 + length
        }
        return found
    }

    @Test("Frames, damaged and not, are found in any portions as in the whole stream", arguments: 0..<200)
    func fuzz(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var stream: [UInt8] = []
        for _ in 0..<Int.random(in: 1...20, using: &random) {
            let name = String(repeating: "n", count: Int.random(in: 1...20, using: &random))
            let length = Int.random(in: 0...40, using: &random)
            let payload = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            var bytes = try NotificationFrame(name: name, payload: payload).bytes
            switch Int.random(in: 0..<12, using: &random) {
            case 0: bytes[Int.random(in: 4..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            case 1 where seed % 4 == 0:
                bytes[Int.random(in: 0..<4, using: &random)] = UInt8.random(in: 0...255, using: &random)
            case 2 where seed % 4 == 1: bytes.removeLast()
            case 3 where seed % 4 == 2:
                bytes = (0..<30).map { _ in UInt8.random(in: 0...255, using: &random) }
            default: break
            }
            stream += bytes
        }
        var portions: [Int] = []
        while portions.reduce(0, +) < stream.count {
            portions.append(Bool.random(using: &random) ? 1 : Int.random(in: 1...60, using: &random))
        }
        let expected = plainly(stream)
        #expect(parse(stream, in: portions) == expected, "seed \(seed)")
        #expect(parse(stream, in: []) == expected, "seed \(seed)")
    }
}
