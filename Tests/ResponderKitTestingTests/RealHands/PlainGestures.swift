import ResponderKit

/// The gestures that are compared, in the order in which their recognisers are added to the view.
enum GestureKind: Int, CaseIterable {
    case tap, press, swipe, pan, pinch, rotation

    /// Presses and swipes go on beside everything; of the others, only a tap excludes any.
    func excludes(_ other: GestureKind) -> Bool {
        let (least, most) = (min(rawValue, other.rawValue), max(rawValue, other.rawValue))
        return least == GestureKind.tap.rawValue && most >= GestureKind.pan.rawValue
    }
}

/// An action of a recogniser: in which frame, with what state and numbers.
struct GestureNote {
    var frame: Int
    var kind: GestureKind
    var state: GestureRecognizer.State
    var values: [Double]
    /// A pan's velocity; nil for others, and where no recogniser was used.
    var velocity: Point?

    /// Where in the recording the action was, as text.
    var place: String { "\(state) in frame \(frame)" }
}

/// The gestures in a recording, found by their documented rules from the contacts alone: no recogniser is used.
///
/// A contact belongs to the attempts that are under way when it comes down. When an attempt is over, its contacts play
/// no part until they are lifted (rule G8).
struct PlainGestures {
    /// Where gestures began, ended or were cancelled.
    private(set) var notes: [GestureNote] = []
    /// The numbers of the gestures under way, after each frame.
    private(set) var values: [GestureKind: [Int: [Double]]] = [:]

    private var attempts: [GestureKind: any PlainAttempt] = [:]
    private var underWay: Set<GestureKind> = []

    init(of frames: [TouchFrame]) {
        var places: [Int: Point] = [:]
        for (index, frame) in frames.enumerated() {
            let plain = PlainFrame(frame, after: places)
            enter(plain, index)
            places = plain.placesLeft
        }
    }

    private mutating func enter(_ frame: PlainFrame, _ index: Int) {
        for kind in GestureKind.allCases {
            guard let outcome = attempts[kind]?.wait(until: frame.time) else { continue }
            settle(kind, outcome, index)
        }
        let outcomes = GestureKind.allCases.map { kind in
            if attempts[kind] == nil, !frame.began.isEmpty { attempts[kind] = makeAttempt(kind, at: frame.time) }
            let outcome = attempts[kind]?.enter(frame, isUnderWay: underWay.contains(kind))
            if let attempt = attempts[kind] { values[kind, default: [:]][index] = attempt.values }
            return outcome ?? PlainOutcome()
        }
        for (kind, outcome) in zip(GestureKind.allCases, outcomes) { settle(kind, outcome, index) }
    }

    private mutating func settle(_ kind: GestureKind, _ outcome: PlainOutcome, _ frame: Int) {
        guard let attempt = attempts[kind] else { return }
        func note(_ state: GestureRecognizer.State) {
            notes.append(GestureNote(frame: frame, kind: kind, state: state, values: attempt.values))
        }
        let wasUnderWay = underWay.contains(kind)
        if !wasUnderWay, outcome.begins || outcome.ends {
            let rivals = GestureKind.allCases.filter { other in
                guard other.excludes(kind), let rival = attempts[other] else { return false }
                return !rival.contacts.isDisjoint(with: attempt.contacts)
            }
            if rivals.contains(where: underWay.contains) {
                attempts[kind] = nil
                return
            }
            for rival in rivals { attempts[rival] = nil }
        }
        if outcome.begins, !wasUnderWay {
            underWay.insert(kind)
            note(.began)
        }
        if outcome.ends { note(.ended) }
        if outcome.givesUp, wasUnderWay { note(.cancelled) }
        if outcome.ends || outcome.givesUp {
            attempts[kind] = nil
            underWay.remove(kind)
        }
    }

    private func makeAttempt(_ kind: GestureKind, at time: MainRunLoop.Instant) -> any PlainAttempt {
        switch kind {
        case .tap: PlainTap(at: time)
        case .press: PlainPress(at: time)
        case .swipe: PlainSwipe(at: time)
        case .pan: PlainPan(at: time)
        case .pinch: PlainPinch(at: time)
        case .rotation: PlainRotation(at: time)
        }
    }
}
