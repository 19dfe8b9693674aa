/// What a file is opened for.
public enum OpenMode: String, Hashable, Sendable, CaseIterable {
    /// Reading alone; the file must be there.
    case reading
    /// Reading and writing; a file that is not there is made.
    case writing
    /// Reading and writing a file that is made: fails where there is something already.
    case creating
}
