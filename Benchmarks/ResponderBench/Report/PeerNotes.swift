/// How a peer's job differs from ResponderKit's, where it does: a ratio needs the note beside it.
struct PeerNote {
    let subject: Subject
    /// The beginning of the names of the workloads that the note is about.
    let prefix: String
    let text: String

    static let all = [
        PeerNote(
            subject: .sdl,
            prefix: "",
            text: "SDL puts finger events into a queue and hands them out: it has no views, no hit-testing and no "
                + "responder chain."
        ),
        PeerNote(
            subject: .libevent,
            prefix: "loop/post",
            text: "libevent activates an event that the caller owns, with a function and a pointer; a post of "
                + "ResponderKit keeps a closure with its context."
        ),
        PeerNote(
            subject: .libevent,
            prefix: "timers/add",
            text: "libevent reads a coarse clock for each timer that is added; ResponderKit takes an instant."
        ),
        PeerNote(
            subject: .libev,
            prefix: "timers/",
            text: "In libev the caller owns the memory of a timer, and its callout is a function with a pointer."
        ),
        PeerNote(
            subject: .foundation,
            prefix: "notifications/",
            text: "Foundation's notifications have a name and a dictionary, and no value of a type of their own."
        ),
        PeerNote(
            subject: .cFloor,
            prefix: "dispatch/fingers",
            text: "The floor has no frames: each finger is an event."
        ),
    ]

    /// The notes on the subjects of a workload.
    static func notes(on subjects: [String], workload: String) -> [PeerNote] {
        all.filter { subjects.contains($0.subject.rawValue) && workload.hasPrefix($0.prefix) }
    }
}
