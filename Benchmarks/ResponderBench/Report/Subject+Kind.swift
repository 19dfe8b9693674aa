extension Subject {
    /// Whose program a subject is.
    enum Kind {
        /// ResponderKit, or a variant of it.
        case own
        /// Somebody else's library, which an application could use instead.
        case peer
        /// A program of this benchmark that does without ResponderKit.
        case floor
    }

    var kind: Kind {
        switch self {
        case .responderKit, .busyWait, .plainView, .recorded, .shortText: .own
        case .libevent, .libev, .libuv, .glib, .foundation, .dispatch, .swiftNIO, .qt, .sdl: .peer
        case .cFloor, .busyFloor, .emptySwift: .floor
        }
    }

    /// Whether the subject of that name is a peer; one that this program does not know is taken for a peer.
    static func isPeer(_ name: String) -> Bool { Subject(rawValue: name).map { $0.kind == .peer } ?? true }

    /// Whether the subject of that name is ResponderKit or a variant of it.
    static func isOwn(_ name: String) -> Bool { Subject(rawValue: name)?.kind == .own }
}
