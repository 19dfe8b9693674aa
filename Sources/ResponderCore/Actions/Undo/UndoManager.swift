public import ResponderEventLoop

/// Remembers how to undo changes, and undoes them.
///
/// Code that makes a change registers the opposite change. All changes that are registered in one turn of the loop are
/// one group, and are undone together (rule R42). Changes that are registered while a group is undone form a group that
/// can be redone.
///
/// ```swift
/// func setTitle(_ title: String) {
///     let former = self.title
///     undoManager?.registerUndo(withTarget: self) { $0.setTitle(former) }
///     undoManager?.setActionName("Rename")
///     self.title = title
/// }
/// ```
///
/// A responder finds its manager by ``Responder/undoManager``.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
@MainActor
public final class UndoManager {
    package let loop: MainRunLoop
    let undoStack = UndoStack()
    let redoStack = UndoStack()
    /// The group to which changes are added; nil when no group is open.
    var open: UndoGroup?
    /// The rest of the group that is being undone or redone, the next change last.
    private var performing: [UndoRegistration] = []
    /// Nil until the changes of a target are forgotten for the first time.
    private var index: UndoTargetIndex?
    private var disabledCount = 0
    private var turnEnd: MainRunLoop.Observer?
    /// How many groups that ``beginUndoGrouping()`` began are open.
    private var explicitLevel = 0
    /// The object that may have an undecided change under way.
    package weak var undecided: (any UndecidedChange)?

    /// A manager whose groups are closed by the turns of `loop`.
    ///
    /// - Complexity: O(1); allocates the object.
    public init(loop: MainRunLoop) {
        self.loop = loop
    }

    /// Whether a group is being undone now.
    public private(set) var isUndoing = false
    /// Whether a group is being redone now.
    public private(set) var isRedoing = false

    /// The most groups that can be undone, and the most that can be redone; older groups are forgotten.
    ///
    /// 0 at first, which is no limit. A negative number counts as 0.
    public var levelsOfUndo = 0 {
        didSet {
            undoStack.trim(to: levelsOfUndo)
            redoStack.trim(to: levelsOfUndo)
        }
    }

    // MARK: Registering

    /// Remembers how to undo a change.
    ///
    /// Opens a group that closes at the end of the turn of the loop, unless a group is open (rule R42). Forgets
    /// everything that could be redone, unless a group is being undone or redone. Does nothing while registration is
    /// disabled.
    ///
    /// - Parameters:
    ///   - target: The object in which the change is undone. The manager does not retain the target; when it is gone,
    ///     the change is forgotten.
    ///   - handler: Undoes the change; gets the target. The manager retains the closure, so the closure should not
    ///     capture the target.
    /// - Complexity: O(1) amortised; allocates the closure's wrapper, and the group's list where it grows.
    public func registerUndo<Target: AnyObject>(
        withTarget target: Target,
        handler: @escaping @MainActor (Target) -> Void
    ) {
        guard isUndoRegistrationEnabled else { return }
        openGroup()
        let registration = UndoRegistration(target: target) { handler(unsafeDowncast($0, to: Target.self)) }
        open?.append(registration)
        index?.add(registration)
        if !isPerforming { redoStack.removeAll() }
    }

    /// Whether changes are registered: true, unless ``disableUndoRegistration()`` was called more often than
    /// ``enableUndoRegistration()``.
    public var isUndoRegistrationEnabled: Bool { disabledCount == 0 }

    /// Disables ``registerUndo(withTarget:handler:)``, until ``enableUndoRegistration()`` was called as often.
    public func disableUndoRegistration() { disabledCount += 1 }

    /// Reverses one call of ``disableUndoRegistration()``.
    ///
    /// - Precondition: Registration is disabled.
    public func enableUndoRegistration() {
        if disabledCount == 0 {
            fatalError("undo registration is enabled already; call disableUndoRegistration() before each call of this")
        }
        disabledCount -= 1
    }

    // MARK: Groups

    /// How many groups are open, one inside another: the turn's group, and groups that were begun explicitly.
    public var groupingLevel: Int { open == nil ? 0 : explicitLevel + 1 }

    /// Begins a group inside the turn's group, which stays open over further turns until the end of the inner group.
    ///
    /// - Complexity: O(1); allocates as the first registration of a turn does.
    public func beginUndoGrouping() {
        openGroup()
        explicitLevel += 1
    }

    /// Ends the group that ``beginUndoGrouping()`` began last.
    ///
    /// - Precondition: A group that was begun explicitly is open.
    public func endUndoGrouping() {
        if explicitLevel == 0 {
            fatalError("no undo group was begun that could end; call beginUndoGrouping() before each endUndoGrouping()")
        }
        explicitLevel -= 1
    }

    private func openGroup() {
        guard open == nil else { return }
        open = UndoGroup()
        if !isPerforming { awaitTurnEnd() }
    }

    private func awaitTurnEnd() {
        guard turnEnd == nil else { return }
        turnEnd = loop.addObserver(of: [.beforeTimers, .beforeWaiting, .exit], name: "undo group") { [weak self] _ in
            guard let self, !self.isPerforming, explicitLevel == 0 else { return }
            closeGroup()
        }
    }

    /// Closes the open group, which can be undone from now on.
    private func closeGroup() {
        turnEnd?.cancel()
        turnEnd = nil
        guard let group = open else { return }
        open = nil
        if !group.isEmpty { undoStack.push(group, limit: levelsOfUndo) }
    }

    // MARK: Undoing

    /// Whether there is a group that ``undo()`` would undo now.
    ///
    /// - Complexity: Linear in the changes whose targets have gone, which are forgotten.
    public var canUndo: Bool { !isPerforming && explicitLevel == 0 && (hasGroup || hasUndecidedChange) }

    /// Whether there is a group that ``redo()`` would redo now.
    ///
    /// False for the manager of a text while an input method has marked some of the text.
    ///
    /// - Complexity: Linear in the changes whose targets have gone, which are forgotten.
    public var canRedo: Bool { !isPerforming && explicitLevel == 0 && !hasUndecidedChange && redoStack.top() != nil }

    /// Whether there is a group to undo.
    package var hasGroup: Bool { open?.isAlive == true || undoStack.top() != nil }
    private var hasUndecidedChange: Bool { undecided?.isUndecided == true }

    private var isPerforming: Bool { isUndoing || isRedoing }

    /// Undoes the last group: undoes its changes, the latest first.
    ///
    /// The turn's open group is closed first.
    ///
    /// Does nothing while ``canUndo`` is false: without a group, while a group is being undone or redone, and while a
    /// group that was begun explicitly has not ended.
    ///
    /// - Returns: Whether a group was undone.
    /// - Complexity: Linear in the group, besides the work of its handlers.
    @discardableResult
    public func undo() -> Bool {
        guard canUndo else { return false }
        if !hasGroup { undecided?.decide() }
        closeGroup()
        guard let group = undoStack.pop() else { return false }
        isUndoing = true
        let opposite = run(group)
        isUndoing = false
        if let opposite { redoStack.push(opposite, limit: levelsOfUndo) }
        return true
    }

    /// Redoes the group that was undone last.
    ///
    /// Does nothing while ``canRedo`` is false.
    ///
    /// - Returns: Whether a group was redone.
    /// - Complexity: Linear in the group, besides the work of its handlers.
    @discardableResult
    public func redo() -> Bool {
        guard canRedo else { return false }
        closeGroup()
        guard let group = redoStack.pop() else { return false }
        isRedoing = true
        let opposite = run(group)
        isRedoing = false
        if let opposite { undoStack.push(opposite, limit: levelsOfUndo) }
        return true
    }

    /// Calls the handlers of the group; returns a group of the changes that they registered, or nil.
    private func run(_ group: UndoGroup) -> UndoGroup? {
        performing = group.registrations
        let openedBefore = explicitLevel
        // A handler may remove registrations, of this group too.
        while let registration = performing.popLast() {
            if let target = registration.target { registration.perform?(target) }
        }
        // Groups that a handler has begun end with the handler.
        explicitLevel = openedBefore
        defer { open = nil }
        guard let opposite = open, !opposite.isEmpty else { return nil }
        if opposite.name.isEmpty { opposite.name = group.name }
        return opposite
    }

    // MARK: Forgetting

    /// Forgets every change, also the rest of a group that is being undone or redone.
    ///
    /// Groups that are open stay open.
    ///
    /// - Complexity: Linear in the changes.
    public func removeAllActions() {
        undoStack.removeAll()
        redoStack.removeAll()
        open?.removeAll()
        performing.removeAll()
        index = nil
    }

    /// Forgets every change of that target.
    ///
    /// - Complexity: Linear in the changes the first time; then in those of the target, on average.
    public func removeAllActions(withTarget target: AnyObject) {
        if index == nil {
            index = UndoTargetIndex(
                undoStack.registrations + redoStack.registrations + (open?.registrations ?? []) + performing
            )
        }
        for registration in index?.take(target) ?? [] { registration.forget() }
    }
}
