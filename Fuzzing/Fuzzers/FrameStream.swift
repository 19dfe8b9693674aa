/// A second, plain reader of a stream of bytes, written from the table in `NotificationFrame`'s documentation.
struct FrameStream {
    struct Frame: Equatable {
        let name: [UInt8]
        let payload: [UInt8]
    }

    /// A bad frame: its number from 1, and the place where it begins.
    struct Bad: Equatable {
        let number: Int
        let offset: Int
    }

    /// How the stream ends.
    enum End: Equatable {
        case clean
        /// Inside a frame, after this many of its bytes.
        case cutOff(Int)
        /// At an impossible length.
        case broken
    }

    private(set) var frames: [Frame] = []
    private(set) var bad: [Bad] = []
    private(set) var end = End.clean

    init(_ bytes: [UInt8]) {
        var place = 0
        var number = 0
        while place < bytes.count {
            number += 1
            guard bytes.count - place >= 4 else {
                end = .cutOff(bytes.count - place)
                return
            }
            let length = Self.number(bytes, at: place, count: 4)
            guard length >= 10, length <= 65_536 else {
                bad.append(Bad(number: number, offset: place))
                end = .broken
                return
            }
            let next = place + 4 + Int(length)
            guard next <= bytes.count else {
                end = .cutOff(bytes.count - place)
                return
            }
            if let frame = Self.frame(Array(bytes[(place + 4)..<next])) {
                frames.append(frame)
            } else {
                bad.append(Bad(number: number, offset: place))
            }
            place = next
        }
    }

    private static func frame(_ body: [UInt8]) -> Frame? {
        let nameEnd = 10 + Int(body[1])
        guard body[0] == 1, body[1] > 0, nameEnd <= body.count else { return nil }
        let isTimeGood = body[9] < 0x80
        guard isTimeGood, String(validating: body[10..<nameEnd], as: UTF8.self) != nil else { return nil }
        return Frame(name: Array(body[10..<nameEnd]), payload: Array(body[nameEnd...]))
    }

    private static func number(_ bytes: [UInt8], at place: Int, count: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in 0..<count { number += UInt64(bytes[place + index]) << UInt64(8 * index) }
        return number
    }
}
