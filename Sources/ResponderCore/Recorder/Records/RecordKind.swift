/// The kinds of records of a recording.
enum RecordKind: UInt8 {
    /// A text that later records name by its number: numbers count from 0.
    case name = 1
    /// A turn begins: whether the loop has waited before, and the nanoseconds since the former turn.
    case turn = 2
    /// A reception of the touch port begins.
    case reception = 3
    /// A frame of contacts, in the reception that began last.
    case contacts = 4
    /// A change of a key or button, in the reception that began last.
    case press = 5
    /// A movement of the wheel, in the reception that began last.
    case wheel = 6
    /// An update of an estimated sample.
    case update = 7
    /// Something else from outside, with a name and bytes.
    case input = 8
    /// An answer of the host to a question of the application.
    case answer = 9
    /// What the application did since the turn before began.
    case trace = 10
    /// Somebody has marked this moment.
    case mark = 11
    /// Something came from outside that a recording cannot keep.
    case unrecorded = 12
    /// What the recording is of; the first record.
    case start = 13
    /// The recording is complete.
    case end = 14
}
