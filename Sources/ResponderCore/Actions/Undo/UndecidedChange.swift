/// Whoever may have a change under way that is registered when it is decided: a text, of which an input method may have
/// marked a part.
@MainActor
package protocol UndecidedChange: AnyObject {
    /// Whether such a change is under way: nothing can be redone after it.
    var isUndecided: Bool { get }
    /// Decides for the change, and registers how it is taken back; called where the manager has nothing to take back.
    func decide()
}
