/// How a peer's job differs from ResponderKit's, where it does: a ratio needs the note beside it.
struct PeerNote {
    let subject: Subject
    /// The beginning of the names of the workloads that the note is about.
    let prefix: String
    let text: String

    static let all = [
        PeerNote(
            subject: .sdl,
            prefix: "dispatch/",
            text: "SDL hands finger events out of its queue: it has no views, no hit-testing and no "
                + "responder chain."
        ),
        PeerNote(
            subject: .sdl,
            prefix: "port/",
            text: "Without a display SDL's wait has nothing to sleep on: it looks for events once a "
                + "millisecond."
        ),
        PeerNote(
            subject: .sdl,
            prefix: "timers/lateness",
            text: "SDL calls a timer's callback on a thread of its own."
        ),
        PeerNote(
            subject: .qt,
            prefix: "gestures/",
            text: "Qt Quick's handlers; after each frame the items are polished, without a render of the "
                + "scene."
        ),
        PeerNote(
            subject: .qt,
            prefix: "scroll/",
            text: "A ListView of Qt Quick that uses delegates again; the scene is polished, and not "
                + "rendered."
        ),
        PeerNote(subject: .qt, prefix: "timers/", text: "Qt's timers count in milliseconds."),
        PeerNote(subject: .glib, prefix: "timers/", text: "GLib's timers count in milliseconds."),
        PeerNote(subject: .libuv, prefix: "timers/", text: "libuv's timers count in milliseconds."),
        PeerNote(
            subject: .libevent,
            prefix: "loop/post",
            text: "libevent activates an event that the caller owns, with a function and a pointer; a post "
                + "of ResponderKit keeps a closure with its context."
        ),
        PeerNote(
            subject: .libevent,
            prefix: "timers/add",
            text: "libevent reads a coarse clock for each timer that is added; ResponderKit takes an "
                + "instant."
        ),
        PeerNote(
            subject: .libev,
            prefix: "timers/",
            text: "In libev the caller owns the memory of a timer, and its callout is a function with a "
                + "pointer."
        ),
        PeerNote(subject: .dispatch, prefix: "loop/turn", text: "A turn of Dispatch does not look at the kernel."),
        PeerNote(subject: .swiftNIO, prefix: "loop/turn", text: "A turn of SwiftNIO does not look at the kernel."),
        PeerNote(
            subject: .dispatch,
            prefix: "timers/",
            text: "Dispatch arms and cancels on its queue: the time is that until the queue has done so."
        ),
        PeerNote(
            subject: .foundation,
            prefix: "notifications/",
            text: "Foundation's notifications have a name and a dictionary, and no value of a type of their "
                + "own."
        ),
        PeerNote(
            subject: .cFloor,
            prefix: "dispatch/fingers",
            text: "The floor has no frames: each finger is an event."
        ),
        PeerNote(
            subject: .cFloor,
            prefix: "gestures/",
            text: "The floor is a state machine that knows only this gesture."
        ),
    ]

    /// The notes on the subjects of a workload.
    static func notes(on subjects: [String], workload: String) -> [PeerNote] {
        all.filter { subjects.contains($0.subject.rawValue) && workload.hasPrefix($0.prefix) }
    }
}
