internal import ResponderEventLoop

/// Whether input is withheld, and what was withheld and is not over.
///
/// After the last request has ended, the gate opens by itself (rule K5). Nothing waits for that moment: whoever has
/// input asks.
struct InputGate {
    /// How long the wheel must rest before it counts again: longer than between the detents of a slow finger.
    static let wheelPause: Duration = .milliseconds(300)
    /// How long what is withheld keeps the gate closed at most, so that a finger that is stuck locks nobody out.
    static let longestWait: Duration = .seconds(3)

    private var requests = 0
    /// When the gate opens at the earliest, and at the latest.
    private var opening: ClosedRange<MainRunLoop.Instant>?
    private(set) var isClosed = false
    /// The numbers of the withheld contacts that are down.
    private var contacts: Set<UInt64> = []
    /// The numbers of the withheld presses that are down.
    private var presses: Set<UInt64> = []
    /// When the wheel was withheld last.
    private var wheel: MainRunLoop.Instant?

    var hasRequest: Bool { requests > 0 }

    mutating func addRequest() {
        requests += 1
        isClosed = true
        opening = nil
    }

    /// Ends a request; the last one has the gate open, `delay` from now at the earliest.
    mutating func removeRequest(at now: MainRunLoop.Instant, _ delay: Duration) {
        requests -= 1
        guard requests == 0 else { return }
        let earliest = now.advanced(by: max(delay, .zero))
        opening = earliest...earliest.advanced(by: Self.longestWait)
        update(at: now)
    }

    /// Opens the gate if nothing keeps it closed any more.
    mutating func update(at now: MainRunLoop.Instant) {
        guard let opening, now >= opening.lowerBound else { return }
        let isWheelTurning = wheel.map { $0.duration(to: now) < Self.wheelPause } ?? false
        guard contacts.isEmpty && presses.isEmpty && !isWheelTurning || now >= opening.upperBound else { return }
        (self.opening, wheel) = (nil, nil)
        isClosed = false
        // What is down for longer does not keep the gate closed another time.
        contacts.removeAll()
        presses.removeAll()
    }

    mutating func withhold(contact: UInt64) { contacts.insert(contact) }
    mutating func release(contact: UInt64) { contacts.remove(contact) }
    mutating func withhold(press: UInt64) { presses.insert(press) }
    mutating func release(press: UInt64) { presses.remove(press) }
    mutating func withholdWheel(at now: MainRunLoop.Instant) { wheel = now }
}
