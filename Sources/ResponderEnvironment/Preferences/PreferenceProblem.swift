internal import ResponderSupport

/// What went wrong with preferences, without a loss of any other preference.
public enum PreferenceProblem: Hashable, Sendable {
    /// A line of the file is damaged: the file's path, the line's number from 1, and the reason. The line has no
    /// effect, and stays in the file.
    case damagedLine(String, Int, String)
    /// The file was ended in the middle of its last line, which has no effect: the file's path and the line's number.
    ///
    /// A process was killed while it wrote; what it had reported as written is there.
    case unfinishedLine(String, Int)
    /// A preference has another type than its key says, so that it counts as not set: the key's name, the type of the
    /// key and the type that was found.
    case wrongType(key: String, wanted: String, found: String)
    /// A value that was set is not kept, since more than 64 arrays and dictionaries are inside one another: the key's
    /// name.
    case tooDeep(key: String)
    /// What was set could not be written, and is kept in memory until it can be.
    case notWritten(FileError)
    /// What others have changed could not be read.
    case notRead(FileError)
}

extension PreferenceProblem: CustomStringConvertible {
    /// The preference or the line, the problem and the remedy, in one line; characters that would steer a terminal are
    /// escaped.
    ///
    /// - Complexity: Linear in the names; allocates the text.
    public var description: String { problem.inOneLine() }

    private var problem: String {
        switch self {
        case .damagedLine(let path, let line, let reason):
            "\(path.quotedInOneLine()), line \(line): \(reason); correct or remove the line, or set its key anew"
        case .unfinishedLine(let path, let line):
            "\(path.quotedInOneLine()), line \(line) does not end with a line feed: its writer was killed, or the "
                + "line feed is missing; set what is missing anew"
        case .wrongType(let key, let wanted, let found):
            "the preference \(key.quotedInOneLine()) is of type \(found), and its key wants \(wanted); set it anew"
        case .tooDeep(let key):
            "the preference \(key.quotedInOneLine()) is not kept: more than \(StoredPreference.mostLevels) arrays and "
                + "dictionaries are inside one another; make its value flatter"
        case .notWritten(let error): "preferences are not written yet: \(error)"
        case .notRead(let error): "preferences that others have changed are not read: \(error)"
        }
    }
}
