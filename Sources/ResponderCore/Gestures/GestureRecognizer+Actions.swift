internal import ResponderSupport

/// A handle to an action that was added to a recogniser, for removing it.
@MainActor
public final class GestureAction {
    /// The action, which the recogniser retains; nil once the action was removed.
    fileprivate weak var body: GestureActionBody?

    fileprivate init(_ body: GestureActionBody) { self.body = body }
}

/// The function that an action calls, and its target.
final class GestureActionBody {
    fileprivate let perform: @MainActor (GestureRecognizer) -> Void
    weak let target: AnyObject?
    /// The identity of the target, even after the target has gone; nil without a target.
    let targetKey: ObjectIdentifier?
    /// The place among the recogniser's actions.
    var place = 0
    /// Whether nothing is called any more.
    var isGone: Bool { targetKey != nil && target == nil }

    fileprivate init(_ target: AnyObject?, _ perform: @escaping @MainActor (GestureRecognizer) -> Void) {
        self.target = target
        targetKey = target.map(ObjectIdentifier.init)
        self.perform = perform
    }
}

/// The methods of a recogniser whose closures get the recogniser as an object of its own class.
///
/// Only ``GestureRecognizer`` conforms.
@MainActor
public protocol GestureActionSource: GestureRecognizer {}

extension GestureRecognizer: GestureActionSource {}

extension GestureActionSource {
    /// Adds a closure that is called each time the recogniser enters began, changed, ended or cancelled (rule G5).
    ///
    /// The closure is called inside the dispatch of the event, after all recognisers have seen the event, and before
    /// the views get the event (rule G42). The recogniser retains the closure, so the closure must refer weakly to
    /// objects that retain the recogniser.
    ///
    /// - Returns: The action, for ``GestureRecognizer/remove(_:)``.
    /// - Complexity: O(1); allocates the action.
    @discardableResult
    public func addAction(_ action: @escaping @MainActor (Self) -> Void) -> GestureAction {
        // An action is called with the recogniser to which it was added, which has this class.
        add(nil) { action(unsafeDowncast($0, to: Self.self)) }
    }

    /// Adds a method of `target`, which is called as a closure of ``addAction(_:)`` is.
    ///
    /// The target is not retained: when it is gone, nothing is called (rule G44). Written as
    /// `pan.addTarget(self, action: Board.drag)`.
    ///
    /// - Returns: The action, for ``GestureRecognizer/remove(_:)``.
    /// - Complexity: O(1); allocates the action.
    @discardableResult
    public func addTarget<Target: AnyObject>(
        _ target: Target,
        action: @escaping @MainActor (Target) -> @MainActor (Self) -> Void
    ) -> GestureAction {
        add(target) { [weak target] recognizer in
            if let target { action(target)(unsafeDowncast(recognizer, to: Self.self)) }
        }
    }
}

extension GestureRecognizer {
    fileprivate final func add(
        _ target: AnyObject?,
        _ perform: @escaping @MainActor (GestureRecognizer) -> Void
    ) -> GestureAction {
        purgeTargets()
        let body = GestureActionBody(target, perform)
        record.pointee.actions.append(body)
        return GestureAction(body)
    }

    /// Removes an action; does nothing when it is not the recogniser's.
    ///
    /// - Complexity: O(1) on average; no allocation.
    public final func remove(_ action: GestureAction) {
        guard let body = action.body, record.pointee.actions.remove(body) else { return }
        ProcessState.shared.keepAlive(body)
        action.body = nil
    }

    /// Removes all actions of a target.
    ///
    /// - Complexity: Linear in the actions if they are few, otherwise in the target's; allocates a list of these.
    public final func removeTarget(_ target: AnyObject) {
        for body in record.pointee.actions.remove(of: target) { ProcessState.shared.keepAlive(body) }
    }

    /// Drops the actions whose targets are gone, once the number of actions has doubled since the last time.
    private final func purgeTargets() {
        for body in record.pointee.actions.purge() { ProcessState.shared.keepAlive(body) }
    }

    /// Calls the remaining actions for the present state, except actions that an earlier action removes.
    final func callActions() {
        record.pointee.actions.beginCalls()
        while record.pointee.actions.isUnfinished {
            if HandlerNote.isOn {
                callNextActionNoted()
            } else {
                record.pointee.actions.takeNext()?.borrow { $0.perform(self) }
            }
        }
        record.pointee.actions.endCalls()
    }

    @inline(never)
    private final func callNextActionNoted() {
        HandlerNote.call("action", of: self, named: view?.reportedIdentifier) {
            record.pointee.actions.takeNext()?.borrow { $0.perform(self) }
        }
    }
}
