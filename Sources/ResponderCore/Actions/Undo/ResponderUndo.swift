extension Window {
    /// The manager of a window, made when it is first asked for; nil once the application is gone.
    final func makeUndoManager() -> UndoManager? {
        if ownUndoManager == nil { ownUndoManager = application.map { UndoManager(loop: $0.runLoop) } }
        return ownUndoManager
    }
}

extension Responder {
    /// The default of ``undoManager``: walks up to the first window, or to the first responder that overrides it.
    ///
    /// The walk skips responders whose class was seen to inherit the property, as in `passOn`.
    final func nearestUndoManager() -> UndoManager? {
        record.pointee.type.pointee.sawBaseEntered(.undoManager)
        guard verifying != record else {
            verifying = nil
            return nil
        }
        var current = record
        // Keeps a responder alive: an override of `next` may return an object that nothing else retains.
        var held: Responder? = self
        for _ in 0..<RecordPointer.longestChain {
            if current.pointee.flags.contains(.window) {
                return unsafeDowncast(current.pointee.object.takeUnretainedValue(), to: Window.self).makeUndoManager()
            }
            guard let next = current.callNext() else { break }
            held = next
            current = next.record
            let type = current.pointee.type
            guard type.pointee.mustCall.contains(.undoManager) else { continue }
            if type.pointee.declared.contains(.undoManager), askedDepth < mostAsked {
                askedDepth += 1
                defer { askedDepth -= 1 }
                return next.undoManager
            }
            // According to the table, the class does not override the property: the base implementation is entered
            // first, and returns at once.
            verifying = current
            let answer = next.undoManager
            let isInherited = verifying == nil
            verifying = nil
            if !isInherited && type.pointee.isUnverified(.undoManager) {
                OverrideTable.giveUp(because: type.pointee.type)
            }
            if answer != nil || !isInherited { return answer }
        }
        extendLifetime(held)
        return nil
    }
}

/// How many overrides of `undoManager` are calling one another, by calling super.
@MainActor private var askedDepth = 0
/// The number of overrides that may call one another: a circle of them would take the whole stack.
///
/// Beyond this number, an override that returns nil counts as one that returns super's answer.
private let mostAsked = 1_000
/// The responder that is read to check whether its class inherits `undoManager`; nil after the base implementation was
/// entered.
@MainActor private var verifying: RecordPointer?

/// An object that may have a change under way, which is registered only when it is decided: a text in which an input
/// method has marked a part.
@MainActor
package protocol UndecidedChange: AnyObject {
    /// Whether such a change is under way: nothing can be redone after it.
    var isUndecided: Bool { get }
    /// Decides the change, and registers how to undo it; called when the manager has nothing to undo.
    func decide()
}
