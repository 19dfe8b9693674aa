import Glibc
import ResponderKit

/// A pan: the mean of any number of fingers goes 8 points, without the jumps when one comes or goes; what is beyond the
/// 8 points counts.
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
        origin = way * (8 / span(.zero, way))
        return .begins
    }
}

/// Two fingers, of which a third has no part: before the gesture begins it makes the attempt fail.
///
/// A finger may take the place of one that is lifted.
private struct PlainPair {
    /// With those that ended in the last frame.
    private(set) var contacts: Set<Int> = []
    private var fingers: Set<Int> = []
    private var isCrowded = false

    /// Returns the line between the fingers, and that between two of which one has just come; nil where there are not
    /// two.
    mutating func enter(_ frame: PlainFrame, isUnderWay: Bool) -> (line: Point?, newLine: Point?) {
        let former = fingers
        let left = former.subtracting(frame.ended)
        var pair = frame.began.isEmpty || left.isEmpty ? former : left
        if !isUnderWay {
            pair.formUnion(frame.began)
        } else if !left.isEmpty {
            for contact in frame.began.sorted() where pair.count < 2 { pair.insert(contact) }
        }
        isCrowded = pair.count > 2
        contacts = former.union(pair)
        fingers = pair.subtracting(frame.ended)
        return (line(former, frame), pair == former ? nil : line(pair, frame))
    }

    private func line(_ pair: Set<Int>, _ frame: PlainFrame) -> Point? {
        let pair = pair.sorted()
        return pair.count == 2 ? frame.place(pair[1]) - frame.place(pair[0]) : nil
    }

    /// What the frame makes of the attempt, when the gesture's number has `passed` its threshold.
    func outcome(of frame: PlainFrame, isUnderWay: Bool, passed: Bool) -> PlainOutcome {
        if isCrowded || !frame.cancelled.isDisjoint(with: contacts) { return .givesUp }
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
        let (line, newLine) = pair.enter(frame, isUnderWay: isUnderWay)
        if let line { distance = max(1, span(.zero, line)) }
        if let newLine {
            let new = max(1, span(.zero, newLine))
            if isUnderWay { base *= new / distance } else { start = new }
            distance = new
        }
        let outcome = pair.outcome(of: frame, isUnderWay: isUnderWay, passed: abs(distance - start) >= 16)
        if outcome.begins { base = start + (distance < start ? -16 : 16) }
        return outcome
    }
}

/// A rotation: the line between two fingers turns by 0.2 radians; it has no direction while it is shorter than a point.
struct PlainRotation: PlainAttempt {
    private var pair = PlainPair()
    /// How far the line has turned, and its direction when it had not.
    private var (angle, start, base) = (0.0, 0.0, 0.0)

    init(at time: MainRunLoop.Instant) {}

    var contacts: Set<Int> { pair.contacts }
    var values: [Double] { [angle - base] }

    mutating func enter(_ frame: PlainFrame, isUnderWay: Bool) -> PlainOutcome {
        let (line, newLine) = pair.enter(frame, isUnderWay: isUnderWay)
        if let line, span(.zero, line) >= 1 {
            // Of the angles that are a whole turn apart, the one closest to that of the previous frame.
            let turn = atan2(line.y, line.x) - start
            angle = turn + 2 * .pi * ((angle - turn) / (2 * .pi)).rounded()
        }
        if let newLine {
            if !isUnderWay { angle = 0 }
            start = atan2(newLine.y, newLine.x) - angle
        }
        let outcome = pair.outcome(of: frame, isUnderWay: isUnderWay, passed: abs(angle) >= 0.2)
        if outcome.begins { base = angle < 0 ? -0.2 : 0.2 }
        return outcome
    }
}
