import ResponderTouchInput

/// Keeps the books of a stream of frames, and names the first promise that it breaks.
struct ContactLedger {
    private(set) var live: Set<Int> = []
    private(set) var began: [TouchContact] = []
    private(set) var ended = 0
    private(set) var cancelled = 0
    /// What was wrong, in words; empty when nothing was.
    private(set) var violations: [String] = []

    private var used: Set<Int> = []
    let size: Size

    init(size: Size) {
        self.size = size
    }

    mutating func enter(_ frame: TouchFrame?) {
        guard let frame else { return }
        if frame.contacts.isEmpty { violations.append("an empty frame at \(frame.time)") }
        for contact in frame.contacts { enter(contact) }
    }

    private mutating func enter(_ contact: TouchContact) {
        let isLive = live.contains(contact.identifier)
        switch contact.phase {
        case .began:
            if !used.insert(contact.identifier).inserted { violations.append("began again: \(contact)") }
            live.insert(contact.identifier)
            began.append(contact)
        case .moved:
            if !isLive { violations.append("moved without began: \(contact)") }
        case .ended, .cancelled:
            if !isLive { violations.append("\(contact.phase) without began: \(contact)") }
            live.remove(contact.identifier)
            if contact.phase == .ended { ended += 1 } else { cancelled += 1 }
        }
        let location = contact.location
        if !(0 <= location.x && location.x < size.width && 0 <= location.y && location.y < size.height) {
            violations.append("off the screen: \(contact)")
        }
        if !(0 <= contact.force && contact.force <= 1 && contact.majorRadius >= 0 && contact.majorRadius.isFinite) {
            violations.append("unusable force or radius: \(contact)")
        }
    }

    /// Every contact that began has come to exactly one end.
    var isBalanced: Bool { live.isEmpty && began.count == ended + cancelled }
}
