/// The recognisers that must fail before another one may succeed (rules G34, G35).
struct FailureRequirements {
    private var lasting = WeakRecognizers()
    /// The recognisers that delegates and subclasses named in the present attempt.
    private var ofAttempt = WeakRecognizers()
    /// The recognisers that require this one to fail, or did so in a former attempt.
    fileprivate private(set) var dependents = WeakRecognizers()
    /// The place at which `next(where:)` begins.
    private var place = 0

    mutating func add(_ recognizer: GestureRecognizer) { lasting.insert(recognizer) }

    mutating func addForAttempt(_ recognizer: GestureRecognizer) { ofAttempt.insert(recognizer) }

    fileprivate mutating func addDependent(_ recognizer: GestureRecognizer) { dependents.insert(recognizer) }

    mutating func endAttempt() {
        ofAttempt.removeAll()
        place = 0
    }

    /// The recognisers that must fail and are still alive.
    var recognizers: [GestureRecognizer] { (0..<count).compactMap { recognizer(at: $0) } }

    /// The number of places, including those of released recognisers.
    fileprivate var count: Int { lasting.count + ofAttempt.count }

    fileprivate func recognizer(at place: Int) -> GestureRecognizer? {
        place < lasting.count ? lasting[place] : ofAttempt[place - lasting.count]
    }

    func contains(_ recognizer: GestureRecognizer) -> Bool {
        lasting.contains(recognizer) || ofAttempt.contains(recognizer)
    }

    /// The next recogniser for which the condition holds, beginning with the one that was found last.
    ///
    /// Recognisers before it are tried last, so that waiting for one after the other visits each once.
    mutating func next(where condition: (GestureRecognizer) -> Bool) -> GestureRecognizer? {
        for _ in 0..<count {
            if place >= count { place = 0 }
            if let recognizer = recognizer(at: place), condition(recognizer) { return recognizer }
            place += 1
        }
        return nil
    }
}

extension GestureRecognizer {
    /// Lets this recogniser succeed only after `other` has failed: until then it stays
    /// ``State/possible``, and it fails when `other` succeeds (rule G34).
    ///
    /// A recogniser without touches does not hold this one up (rule G36). Neither recogniser keeps the other alive.
    ///
    /// - Precondition: `other` is not this recogniser, and does not itself wait for this one, directly or through
    ///   others (rule G37).
    /// - Complexity: Twice the smaller of two numbers: the recognisers that `other` requires to fail, and those that
    ///   require this one to fail, both directly and through others. May allocate.
    public final func require(toFail other: GestureRecognizer) {
        if other === self { fatalError("\(displayName) cannot require itself to fail") }
        if let path = other.requirementPath(to: self) {
            let names = ([self] + path).map(\.displayName).joined(separator: ", which waits for ")
            fatalError("recognizers would wait for each other for ever: \(names)")
        }
        record.pointee.requirements.add(other)
        other.record.pointee.requirements.addDependent(self)
    }

    /// Requires `other` to fail in the present attempt.
    final func requireInAttempt(toFail other: GestureRecognizer) {
        record.pointee.requirements.addForAttempt(other)
        other.record.pointee.requirements.addDependent(self)
    }

    /// Returns the recognisers from this one to `goal`, each requiring the next one to fail; nil when there is no such
    /// path.
    package final func requirementPath(to goal: GestureRecognizer) -> [GestureRecognizer]? {
        if self === goal { return [self] }
        // While an app builds a chain, one of the two searches is short: down from here, or up from the goal.
        var (down, up) = (RequirementSearch(from: self), RequirementSearch(from: goal))
        while true {
            switch down.step(
                to: goal,
                { $0.pointee.requirements.count },
                { $0.pointee.requirements.recognizer(at: $1) }
            ) {
            case .found: return down.path
            case .over: return nil
            case .goesOn: break
            }
            switch up.step(to: self, { $0.pointee.requirements.dependents.count }, { $0.dependent(at: $1) }) {
            case .found: return up.path.reversed()
            case .over: return nil
            case .goesOn: break
            }
        }
    }
}

extension RecognizerPointer {
    /// The recogniser at a place of the dependents, if it still requires this one to fail.
    @MainActor
    fileprivate func dependent(at place: Int) -> GestureRecognizer? {
        guard let dependent = pointee.requirements.dependents[place],
            dependent.record.pointee.requirements.contains(recognizer)
        else { return nil }
        return dependent
    }
}

/// A search along the requirements in one direction; a step follows one requirement.
@MainActor
private struct RequirementSearch {
    enum Result {
        case found
        case over
        case goesOn
    }

    /// The recognisers that were found, in the order of the search, each with the place of its predecessor on the path.
    private var found: [(recognizer: GestureRecognizer, origin: Int)]
    private var seen: Set<ObjectIdentifier>
    private var current = 0
    private var place = 0

    init(from start: GestureRecognizer) {
        found = [(start, -1)]
        seen = [ObjectIdentifier(start)]
    }

    mutating func step(
        to goal: GestureRecognizer,
        _ count: (RecognizerPointer) -> Int,
        _ next: (RecognizerPointer, Int) -> GestureRecognizer?
    ) -> Result {
        while current < found.count, place >= count(found[current].recognizer.record) {
            current += 1
            place = 0
        }
        guard current < found.count else { return .over }
        place += 1
        guard let recognizer = next(found[current].recognizer.record, place - 1),
            seen.insert(ObjectIdentifier(recognizer)).inserted
        else { return .goesOn }
        found.append((recognizer, current))
        return recognizer === goal ? .found : .goesOn
    }

    /// The path from the start to the recogniser that was found last.
    var path: [GestureRecognizer] {
        var path: [GestureRecognizer] = []
        var index = found.count - 1
        while index >= 0 {
            path.append(found[index].recognizer)
            index = found[index].origin
        }
        return path.reversed()
    }
}
