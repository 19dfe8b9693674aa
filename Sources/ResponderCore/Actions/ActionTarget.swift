internal import ResponderSupport

/// The responder that performs an action, as a walk up the chain finds it.
struct ActionTarget {
    /// The responder; alive while the tree is used, or held by the walk.
    let record: RecordPointer
    /// An `ActionHandler` of the action's type of sender; nil when the responder was named but does not implement the
    /// action.
    let handler: Unmanaged<AnyObject>?
}

/// The last responder that a walk has got from an override, which perhaps nothing else keeps alive.
///
/// A plain reference would cost a release at the end of every walk, even without such a responder.
struct HeldResponder {
    private var object: Unmanaged<Responder>?

    /// Holds the responder in place of the former one.
    @inline(never)
    mutating func hold(_ responder: Responder) {
        let former = object
        object = .passRetained(responder)
        former?.release()
    }

    /// Releases the responder; called once, when the walk's target is no longer used.
    @inline(__always)
    func release() {
        if let object { object.release() }
    }
}

/// An application that its caller keeps alive.
///
/// A window refers to its application weakly, which takes longer to read than ten responders take to pass.
struct KeptApplication {
    let record: RecordPointer
    let state: UnsafeMutablePointer<TouchDispatcher.State>
}

extension Responder {
    /// The default of ``canPerformAction(_:withSender:)``.
    final func implements(_ action: AnyAction) -> Bool {
        record.pointee.type.pointee.sawBaseEntered(.canPerformAction)
        return record.pointee.type.handler(of: action.record) != nil
    }

    /// The default of ``target(forAction:withSender:)``.
    final func defaultTarget(for action: AnyAction, _ sender: Any?) -> Responder? {
        record.pointee.type.pointee.sawBaseEntered(.actionTarget)
        guard verifying != record else {
            verifying = nil
            return nil
        }
        ProcessState.shared.beginUse()
        defer { ProcessState.shared.endUse() }
        var held = HeldResponder()
        defer { held.release() }
        let target = record.findTarget(of: action.record, isInDefault: true, holding: &held) { sender }
        return target.map { $0.record.pointee.object.takeUnretainedValue() }
    }
}

extension RecordPointer {
    /// Finds the responder that performs an action, from this one up the chain.
    ///
    /// The walk reads records. It calls only responders whose class overrides a member that decides about actions, or
    /// was not yet seen to inherit these members.
    ///
    /// - Parameters:
    ///   - isInDefault: Whether this responder's own ``Responder/target(forAction:withSender:)`` is being answered.
    ///   - application: An application whose windows need not be asked for their next responder.
    ///   - held: Keeps the found responder alive, if nothing else does.
    ///   - sender: Returns the sender; called only when a responder is asked.
    @MainActor @inline(__always)
    func findTarget(
        of action: UnsafePointer<ActionRecord>,
        isInDefault: Bool = false,
        in application: KeptApplication? = nil,
        holding held: inout HeldResponder,
        sender: () -> Any?
    ) -> ActionTarget? {
        var current = self
        var isInDefault = isInDefault
        // Overrides of `next` may make the chain a circle.
        var steps = Self.longestChain
        while steps > 0 {
            steps &-= 1
            if !isInDefault { current.passOver(withoutAction: action.pointee.bit, atMost: &steps) }
            let type = current.pointee.type
            if type.pointee.mustCall.isDisjoint(with: .actionMembers) {
                if let handler = type.handler(of: action) { return ActionTarget(record: current, handler: handler) }
            } else {
                switch current.ask(action, isInDefault, sender(), &held) {
                case .passed: break
                case .decided(let target): return target
                }
            }
            isInDefault = false
            if current.hasLink {
                guard let next = current.pointee.next else { return nil }
                current = next
            } else if let application, current.isShown(by: application) {
                current = application.record
            } else {
                guard let next = current.callNext() else { return nil }
                held.hold(next)
                current = next.record
            }
        }
        return nil
    }

    /// Goes up past the responders whose class does not implement the action, as far as records tell.
    ///
    /// - Parameters:
    ///   - bit: The action's bit.
    ///   - steps: How many steps the walk may still take.
    @inline(__always)
    private mutating func passOver(withoutAction bit: UInt64, atMost steps: inout Int) {
        while steps > 0 {
            steps &-= 1
            let type = pointee.type
            guard type.pointee.mustCall.isDisjoint(with: [.actionMembers, .next]),
                type.pointee.actions.mask & bit == 0,
                pointee.flags.intersection([.attached, .window]) == .attached,
                let next = pointee.next
            else { return }
            self = next
        }
    }

    /// Whether this is a window that the application shows, and whose class was seen to inherit `next`.
    @inline(__always)
    private func isShown(by application: KeptApplication) -> Bool {
        pointee.flags.contains([.window, .attached]) && !pointee.type.pointee.mustCall.contains(.next)
            && application.state.pointee.windows.contains(self)
    }

    /// Asks a responder whose class overrides one of the members that decide, or has not yet been seen to inherit them.
    @MainActor @inline(never)
    private func ask(
        _ action: UnsafePointer<ActionRecord>,
        _ isInDefault: Bool,
        _ sender: Any?,
        _ held: inout HeldResponder
    ) -> ActionAnswer {
        let type = pointee.type
        if !isInDefault && type.pointee.mustCall.contains(.actionTarget) {
            let isOverridden = type.pointee.declared.contains(.actionTarget) && askedDepth < mostAsked
            // According to the table, the class does not override the method: the base implementation is entered first,
            // and returns at once.
            verifying = isOverridden ? nil : self
            askedDepth += 1
            let answer = pointee.object.borrow {
                $0.target(forAction: AnyAction(record: action), withSender: sender)
            }
            askedDepth -= 1
            let isInherited = !isOverridden && verifying == nil
            verifying = nil
            if !isInherited, type.pointee.isUnverified(.actionTarget) {
                OverrideTable.giveUp(because: type.pointee.type)
            }
            if let answer {
                held.hold(answer)
                let handler = answer.record.pointee.type.handler(of: action)
                return .decided(ActionTarget(record: answer.record, handler: handler))
            }
            guard isInherited else { return .decided(nil) }
        }
        let handler = type.handler(of: action)
        guard type.pointee.mustCall.contains(.canPerformAction) else {
            return handler == nil ? .passed : .decided(ActionTarget(record: self, handler: handler))
        }
        let canPerform = pointee.object.borrow {
            $0.canPerformAction(AnyAction(record: action), withSender: sender)
        }
        if type.pointee.isUnverified(.canPerformAction) { OverrideTable.giveUp(because: type.pointee.type) }
        return canPerform ? .decided(ActionTarget(record: self, handler: handler)) : .passed
    }
}

/// The answer of a responder that is asked for the target of an action.
private enum ActionAnswer {
    /// The next responder is to be asked.
    case passed
    /// The target performs the action; if nil, no responder does.
    case decided(ActionTarget?)
}

/// How many overrides of `target(forAction:withSender:)` are calling one another, by calling super.
@MainActor private var askedDepth = 0
/// The number of overrides that may call one another: a circle of them would take the whole stack.
///
/// Beyond this number, an override that returns nil counts as one that returns super's answer.
private let mostAsked = 1_000
/// The responder that is called to check whether its class inherits `target(forAction:withSender:)`; nil after the base
/// implementation was entered.
@MainActor private var verifying: RecordPointer?
