import ResponderTouchInput

/// Checks the frames of a decoder: each contact has an identifier of its own, one began, then moves, then one end or
/// cancel, all at places on the screen.
struct ContactStories {
    private let size: Size
    private(set) var live: Set<Int> = []
    private var used: Set<Int> = []

    var beganCount: Int { used.count }

    init(size: Size) { self.size = size }

    mutating func enter(_ frame: TouchFrame) throws(Violation) {
        try require(!frame.contacts.isEmpty, "a frame of nothing")
        for contact in frame.contacts {
            let name = "contact \(contact.identifier)"
            switch contact.phase {
            case .began:
                try require(used.insert(contact.identifier).inserted, "\(name) begins a second time")
                live.insert(contact.identifier)
            case .moved:
                try require(live.contains(contact.identifier), "\(name) moves and is not down")
            case .ended, .cancelled:
                try require(live.remove(contact.identifier) != nil, "\(name) is \(contact.phase) and is not down")
            }
            let isOnScreen =
                contact.location.x >= 0 && contact.location.x < size.width && contact.location.y >= 0
                && contact.location.y < size.height
            try require(isOnScreen, "\(name) at \(contact.location) of \(size)")
            try require(0...1 ~= contact.force, "\(name) has the force \(contact.force)")
            let radius = contact.majorRadius
            try require(radius >= 0 && (radius.isFinite || size.width > 1e9), "\(name) has the radius \(radius)")
        }
    }
}
