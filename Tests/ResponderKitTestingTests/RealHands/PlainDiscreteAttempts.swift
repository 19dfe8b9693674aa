import Glibc
import ResponderKit

/// A tap: one finger comes down alone, stays within 18 points, and is lifted.
struct PlainTap: PlainAttempt {
    private(set) var contacts: Set<Int> = []
    private var start = Point.zero

    init(at time: MainRunLoop.Instant) {}

    mutating func enter(_ frame: PlainFrame, isUnderWay: Bool) -> PlainOutcome {
        contacts.formUnion(frame.began)
        guard contacts.count == 1, frame.cancelled.isDisjoint(with: contacts), let contact = contacts.first else {
            return .givesUp
        }
        if frame.began.contains(contact) { start = frame.place(contact) }
        if span(start, frame.place(contact)) > 18 { return .givesUp }
        return frame.ended.contains(contact) ? .ends : PlainOutcome()
    }
}

/// A long press: one finger comes down alone, stays within 10 points for half a second, and then goes anywhere.
struct PlainPress: PlainAttempt {
    private(set) var contacts: Set<Int> = []
    private var start = Point.zero
    private let deadline: MainRunLoop.Instant

    init(at time: MainRunLoop.Instant) { deadline = time.advanced(by: .milliseconds(500)) }

    mutating func wait(until time: MainRunLoop.Instant) -> PlainOutcome {
        PlainOutcome(begins: time >= deadline)
    }

    mutating func enter(_ frame: PlainFrame, isUnderWay: Bool) -> PlainOutcome {
        if !isUnderWay { contacts.formUnion(frame.began) }
        guard contacts.count == 1, frame.cancelled.isDisjoint(with: contacts), let contact = contacts.first else {
            return .givesUp
        }
        if isUnderWay { return PlainOutcome(ends: frame.ended.contains(contact)) }
        if frame.began.contains(contact) { start = frame.place(contact) }
        return PlainOutcome(givesUp: span(start, frame.place(contact)) > 10 || frame.ended.contains(contact))
    }
}

/// A swipe: one finger comes down alone, and goes 48 points along an axis and at most half as far across it, within
/// half a second.
struct PlainSwipe: PlainAttempt {
    private(set) var contacts: Set<Int> = []
    private var start = Point.zero
    private let deadline: MainRunLoop.Instant

    init(at time: MainRunLoop.Instant) { deadline = time.advanced(by: .milliseconds(500)) }

    mutating func wait(until time: MainRunLoop.Instant) -> PlainOutcome {
        PlainOutcome(givesUp: time > deadline)
    }

    mutating func enter(_ frame: PlainFrame, isUnderWay: Bool) -> PlainOutcome {
        contacts.formUnion(frame.began)
        guard contacts.count == 1, frame.cancelled.isDisjoint(with: contacts), let contact = contacts.first else {
            return .givesUp
        }
        if frame.began.contains(contact) { start = frame.place(contact) }
        let way = frame.place(contact) - start
        let (longer, shorter) = (max(abs(way.x), abs(way.y)), min(abs(way.x), abs(way.y)))
        if longer >= 48, shorter <= longer / 2 { return .ends }
        return PlainOutcome(givesUp: frame.ended.contains(contact))
    }
}

func span(_ one: Point, _ other: Point) -> Double { hypot(other.x - one.x, other.y - one.y) }
