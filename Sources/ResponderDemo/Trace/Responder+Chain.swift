import ResponderKit

extension Responder {
    /// The responders from this one up the chain to `last`, both included.
    @MainActor
    func chain(to last: Responder) -> [Responder] {
        var chain: [Responder] = []
        var current: Responder? = self
        // An app's chain may be a circle.
        while let passed = current, passed !== last, chain.count < 100 {
            chain.append(passed)
            current = passed.next
        }
        return chain + [last]
    }
}

extension TouchDelivery {
    /// The responders from the view that was hit to the responder whose method is called.
    @MainActor
    var chain: [Responder] { view.chain(to: responder) }
}

extension PressDelivery {
    /// The responders from the one where the press entered to the one whose method is called.
    @MainActor
    func chain(of press: Press) -> [Responder] { (press.responder ?? responder).chain(to: responder) }
}
