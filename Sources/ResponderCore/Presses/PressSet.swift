/// Presses of one event, in the order in which they began.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
@MainActor
public struct PressSet: @MainActor Collection {
    private let one: Press?
    /// The presses behind the first: a set of one press needs no array.
    private let others: [Press]

    init(_ press: Press) {
        one = press
        others = []
    }

    init(_ presses: some Sequence<Press>) {
        var iterator = presses.makeIterator()
        one = iterator.next()
        var others: [Press] = []
        while let press = iterator.next() { others.append(press) }
        self.others = others
    }

    /// The position of the first press: 0.
    public var startIndex: Int { 0 }
    /// The number of presses.
    public var endIndex: Int { one == nil ? 0 : others.count + 1 }

    /// The press at a position.
    public subscript(position: Int) -> Press {
        guard let one, (0...others.count).contains(position) else {
            fatalError("PressSet: position \(position) of \(count) presses; the first is 0")
        }
        return position == 0 ? one : others[position - 1]
    }

    /// The position behind a position.
    public func index(after position: Int) -> Int { position + 1 }

    /// Whether the press is in the set.
    ///
    /// - Complexity: O(presses); no allocation.
    public func contains(_ press: Press) -> Bool { one === press || others.contains { $0 === press } }

    /// The presses without those for which `isExcluded` is true; it is called once for each.
    package func without(_ isExcluded: (Press) -> Bool) -> PressSet {
        // The usual set needs no array.
        if others.isEmpty { return one.map(isExcluded) ?? false ? PressSet([]) : self }
        return PressSet(filter { !isExcluded($0) })
    }
}
