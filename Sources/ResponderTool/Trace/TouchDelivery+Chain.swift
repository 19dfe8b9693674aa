import ResponderKit

extension TouchDelivery {
    /// The responders from the view that was hit to the responder whose method is called.
    @MainActor
    var chain: [Responder] {
        var chain: [Responder] = []
        var current: Responder? = view
        while let next = current, next !== responder {
            chain.append(next)
            current = next.next
        }
        return chain + [responder]
    }
}
