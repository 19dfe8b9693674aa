/// A walk up the responder chain as it is now (rule R14), from one responder to the next.
///
/// It ends after `RecordPointer.longestChain` steps, since overrides of `next` may make the chain a circle.
@MainActor
struct ChainWalk {
    /// The responder that the walk has come to.
    private(set) var responder: RecordPointer
    /// Keeps a responder alive during its call: an override of `next` may return an object that nothing else retains.
    private var held: Responder?
    private var steps = 0

    @inline(__always)
    init(from responder: RecordPointer) {
        self.responder = responder
    }

    /// Whether the walk may go on: if not, it was ended on a circle.
    var hasStepsLeft: Bool { steps < RecordPointer.longestChain }

    /// Goes to the next responder; returns false, and stays, where there is none.
    @inline(__always)
    mutating func advance() -> Bool {
        guard steps < RecordPointer.longestChain else { return false }
        if responder.hasLink {
            guard let next = responder.pointee.next else { return false }
            responder = next
        } else {
            guard let next = responder.callNext() else { return false }
            held = next
            responder = next.record
        }
        steps &+= 1
        return true
    }
}
