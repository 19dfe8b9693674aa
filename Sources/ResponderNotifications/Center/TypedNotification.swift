/// Something that has happened, which observers may ask for.
///
/// A notification is a struct: its type says what happened, its properties give the details.
///
///     struct DocumentSaved: TypedNotification {
///         static let name = "DocumentSaved"
///         let document: Document
///         var subject: AnyObject? { document }
///     }
///
/// A ``TypedNotificationCenter`` delivers a notification by its type, so an observer gets the struct without a cast.
public protocol TypedNotification {
    /// The name by which hosts, ports and scripts know the notification; inside the program the type identifies it.
    static var name: String { get }

    /// The object that the notification is about; nil for none.
    ///
    /// Read at most once per post, and only if an observer of the notification asks for one subject.
    var subject: AnyObject? { get }
}

extension TypedNotification {
    /// Nil: the notification is about no object in particular.
    public var subject: AnyObject? { nil }
}
