internal import CResponderEventLoop

/// A descriptor that is closed with the last reference.
final class OwnedDescriptor: Sendable {
    let number: Int32

    /// Owns the descriptor, or nothing if the number is negative.
    init(_ number: Int32) { self.number = number }

    deinit { if isOpen { rel_close(number) } }

    var isOpen: Bool { number >= 0 }
}
