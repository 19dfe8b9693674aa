internal import ResponderEventLoop

/// What the random tests draw from: the same numbers from the same seed on every machine.
package struct SeededGenerator: RandomNumberGenerator {
    private var numbers: Shuffler

    package init(seed: UInt64) {
        numbers = Shuffler(seed: seed)
    }

    package mutating func next() -> UInt64 { numbers.next() }
}
