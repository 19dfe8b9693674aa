import Glibc
import ResponderKit

/// A pan: the mean of any number of fingers goes 8 points, without the jumps when one comes or goes.
struct PlainPan: PlainAttempt {
    private(set) var contacts: Set<Int> = []
    /// The fingers whose mean counts.
    private var fingers: Set<Int> = []
    /// The mean when one came or went last, and the way until then.
    private var (anchor, carried) = (Point.zero, Point.zero)
    private(set) var way = Point.zero
    private var origin = Point.zero

    init(at time: MainRunLoop.Instant) {}

    var values: [Double] { [way.x - origin.x, way.y - origin.y] }

    mutating func enter(_ frame: PlainFrame, isUnderWay: Bool) -> PlainOutcome {
        contacts = fingers.union(frame.began)
        if !fingers.isEmpty { way = carried + frame.mean(fingers) - anchor }
        if !frame.cancelled.isDisjoint(with: contacts) { return .givesUp }
        let left = contacts.subtracting(frame.ended)
        if left != fingers { (fingers, carried, anchor) = (left, way, frame.mean(left)) }
        if fingers.isEmpty { return isUnderWay ? .ends : .givesUp }
        if isUnderWay || span(.zero, way) < 8 { return PlainOutcome() }
        origin = way
        return .begins
    }
}

/// Two fingers, of which a third has no part: before the gesture begins it makes the attempt fail.
private struct PlainPair {
    /// With those that ended in the last frame.
    private(set) var contacts: Set<Int> = []
    private var fingers: Set<Int> = []

    /// Returns the line from one finger to the other, and whether it is a new one; nil without two fingers.
    mutating func enter(_ frame: PlainFrame, isUnderWay: Bool) -> (line: Point, isNew: Bool)? {
        contacts = isUnderWay ? fingers : fingers.union(frame.began)
        defer { fingers = contacts.subtracting(frame.ended) }
        let pair = contacts.sorted()
        return pair.count == 2 ? (frame.place(pair[1]) - frame.place(pair[0]), fingers.count < 2) : nil
    }

    /// What the frame makes of the attempt, when the gesture's number has `passed` its threshold.
    func outcome(of frame: PlainFrame, isUnderWay: Bool, passed: Bool) -> PlainOutcome {
        if contacts.count > 2 || !frame.cancelled.isDisjoint(with: contacts) { return .givesUp }
        let begins = !isUnderWay && passed && !frame.moved.isDisjoint(with: contacts)
        guard fingers.isEmpty else { return PlainOutcome(begins: begins) }
        return isUnderWay || begins ? PlainOutcome(begins: begins, ends: true) : .givesUp
    }
}

/// A pinch: the distance of two fingers changes by 16 points; less than a point counts as a point.
struct PlainPinch: PlainAttempt {
    private var pair = PlainPair()
    private var (distance, start, base) = (1.0, 1.0, 1.0)

    init(at time: MainRunLoop.Instant) {}

    var contacts: Set<Int> { pair.contacts }
    var values: [Double] { [distance / base] }

    mutating func enter(_ frame: PlainFrame, isUnderWay: Bool) -> PlainOutcome {
        if let (line, isNew) = pair.enter(frame, isUnderWay: isUnderWay) {
            distance = max(1, span(.zero, line))
            if isNew { start = distance }
        }
        let outcome = pair.outcome(of: frame, isUnderWay: isUnderWay, passed: abs(distance - start) >= 16)
        if outcome.begins { base = distance }
        return outcome
    }
}

/// A rotation: the line between two fingers turns by 0.2 radians; it has no direction while it is shorter than a point.
struct PlainRotation: PlainAttempt {
    private var pair = PlainPair()
    private var (angle, start, base) = (0.0, 0.0, 0.0)

    init(at time: MainRunLoop.Instant) {}

    var contacts: Set<Int> { pair.contacts }
    var values: [Double] { [angle - base] }

    mutating func enter(_ frame: PlainFrame, isUnderWay: Bool) -> PlainOutcome {
        if let (line, isNew) = pair.enter(frame, isUnderWay: isUnderWay) {
            let direction = atan2(line.y, line.x)
            if isNew { (start, angle) = (direction, 0) }
            // Of the angles that are a whole turn apart, the one closest to that of the previous frame.
            let turn = direction - start
            if span(.zero, line) >= 1 { angle = turn + 2 * .pi * ((angle - turn) / (2 * .pi)).rounded() }
        }
        let outcome = pair.outcome(of: frame, isUnderWay: isUnderWay, passed: abs(angle) >= 0.2)
        if outcome.begins { base = angle }
        return outcome
    }
}
