/// The recognisers that must fail before another one may succeed (rules G34, G35).
struct FailureRequirements {
    private struct Entry {
        weak var recognizer: GestureRecognizer?
    }

    private var entries: [Entry] = []
    /// Those that delegates and subclasses named in the present attempt.
    private var ofAttempt: [Entry] = []

    mutating func add(_ recognizer: GestureRecognizer) {
        entries.removeAll { $0.recognizer == nil || $0.recognizer === recognizer }
        entries.append(Entry(recognizer: recognizer))
    }

    mutating func addForAttempt(_ recognizer: GestureRecognizer) { ofAttempt.append(Entry(recognizer: recognizer)) }

    mutating func endAttempt() { ofAttempt.removeAll() }

    /// The recognisers that must fail, without those that are gone.
    var recognizers: [GestureRecognizer] {
        if entries.isEmpty && ofAttempt.isEmpty { return [] }
        return (entries + ofAttempt).compactMap(\.recognizer)
    }

    func contains(_ recognizer: GestureRecognizer) -> Bool {
        entries.contains { $0.recognizer === recognizer } || ofAttempt.contains { $0.recognizer === recognizer }
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
    /// - Complexity: O(requirements of `other`, and of those that it requires to fail); may allocate.
    public final func require(toFail other: GestureRecognizer) {
        if other === self { fatalError("\(displayName) cannot require itself to fail") }
        if let path = other.requirementPath(to: self) {
            let names = ([self] + path).map(\.displayName).joined(separator: ", which waits for ")
            fatalError("recognizers would wait for each other for ever: \(names)")
        }
        record.pointee.requirements.add(other)
    }

    /// Returns the recognisers from this one to `goal`, each requiring the next one to fail; nil when there is no such
    /// path.
    final func requirementPath(to goal: GestureRecognizer) -> [GestureRecognizer]? {
        var origins: [ObjectIdentifier: GestureRecognizer] = [:]
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
        var remaining = [self]
        while let current = remaining.popLast() {
            if current === goal {
                var path = [current]
                while let last = path.last, let origin = origins[ObjectIdentifier(last)] { path.append(origin) }
                return path.reversed()
            }
            for next in current.record.pointee.requirements.recognizers
            where seen.insert(ObjectIdentifier(next)).inserted {
                origins[ObjectIdentifier(next)] = current
                remaining.append(next)
            }
        }
        return nil
    }
}
