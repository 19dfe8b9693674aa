/// Something that has happened, told to whoever asked for it.
///
/// A notification is a struct: its type says what happened, its properties say the particulars.
///
///     struct DocumentSaved: TypedNotification {
///         static let name = "DocumentSaved"
///         let document: Document
///         var subject: AnyObject? { document }
///     }
///
/// A ``TypedNotificationCenter`` delivers it by its type, so an observer gets the struct and has nothing to cast.
public protocol TypedNotification {
    /// The name by which hosts, ports and scripts know the notification; inside the program its type stands for it.
    static var name: String { get }

    /// The object the notification is about, or nil when it is about none.
    ///
    /// Read at most once a post, and never where no observer of the notification asks for one subject.
    var subject: AnyObject? { get }
}

extension TypedNotification {
    /// Nil: the notification is about no object in particular.
    public var subject: AnyObject? { nil }
}
