/// The bits of landlock(7).
enum Actions {
    static let running: UInt64 = 1 << 0
    private static let writingFile: UInt64 = 1 << 1
    static let readingFile: UInt64 = 1 << 2
    private static let readingFolder: UInt64 = 1 << 3
    private static let removing: UInt64 = 1 << 4 | 1 << 5
    private static let makingFolder: UInt64 = 1 << 7
    private static let makingFile: UInt64 = 1 << 8
    private static let makingSocketOrPipe: UInt64 = 1 << 9 | 1 << 10
    fileprivate static let moving: UInt64 = 1 << 13
    fileprivate static let truncating: UInt64 = 1 << 14
    fileprivate static let controllingDevice: UInt64 = 1 << 15

    /// All actions of the first version.
    static let first: UInt64 = 1 << 13 - 1
    static let reading = readingFile | readingFolder
    /// What the home is for: no programs, no devices, no symbolic links.
    static let home =
        reading | writingFile | removing | makingFolder | makingFile | makingSocketOrPipe | moving | truncating

    /// To bind to a port of TCP, and to connect to one.
    static let network: UInt64 = 1 << 0 | 1 << 1
}

extension Landlock.Part {
    func isKept(in reach: Set<Landlock.Reach>) -> Bool {
        switch self {
        case .moves, .truncation, .deviceControl: false
        case .network: reach.contains(.network)
        case .signals: reach.contains(.signals)
        case .abstractSockets: reach.contains(.abstractSockets)
        }
    }

    /// The actions on files that the part is about.
    var fileActions: UInt64 {
        switch self {
        case .moves: Actions.moving
        case .truncation: Actions.truncating
        case .deviceControl: Actions.controllingDevice
        case .network, .signals, .abstractSockets: 0
        }
    }

    /// The reach towards other processes that the part is about.
    var scopes: UInt64 {
        switch self {
        case .abstractSockets: 1 << 0
        case .signals: 1 << 1
        case .moves, .truncation, .network, .deviceControl: 0
        }
    }
}
