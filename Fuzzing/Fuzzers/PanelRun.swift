import ResponderEventLoop
import ResponderKit
import ResponderTouchInput

/// A panel with any axes, its events, and an application that gets its touches.
///
/// The first bytes choose the panel, the other bytes choose its events, one after the other.
@MainActor
struct PanelRun {
    private var input: ByteReader

    init(_ bytes: [UInt8]) { input = ByteReader(bytes) }

    /// Runs all bytes.
    mutating func run() throws(Violation) {
        let size = input.screenSize()
        let axes = input.axes()
        var decoder: EvdevDecoder
        do throws(EvdevDecoder.Error) {
            decoder = try EvdevDecoder(axes: axes, size: size)
        } catch {
            return try require(RecordingRun.isOneLine("\(error)"), "an error that is no line: \(error)")
        }
        let scene = try PanelScene(size: size)
        scene.application.isTouchCoalescingEnabled = !input.bool()
        var contacts = ContactStories(size: size)
        var sender: TouchPort.Sender? = scene.application.touchPort.makeSender()
        var (count, frames) = (0, 0)
        var time: Int64 = 0
        while !input.isAtEnd {
            let event = input.event(&time)
            count += 1
            if let frame = decoder.decode(event) {
                try contacts.enter(frame)
                sender?.send(frame)
                frames += 1
                // Some turns handle several frames.
                if frames % 3 == 0 { scene.settle() }
            }
            try require(Set(decoder.liveContacts.map(\.identifier)) == contacts.live, "others are down, event \(count)")
        }
        if let frame = decoder.finish(at: .init(nanoseconds: time)) {
            try contacts.enter(frame)
            // Without this frame, the port ends the contacts that are down when the sender goes away.
            if count % 2 == 0 { sender?.send(frame) }
        }
        try require(contacts.live.isEmpty, "contacts without an end: \(contacts.live)")
        try require(contacts.beganCount == decoder.statistics.contacts, "another number of contacts is counted")
        try require(decoder.statistics.events == count, "another number of events is counted")
        sender = nil
        try scene.finish(contacts: contacts.beganCount)
    }
}
