internal import ResponderEventLoop
internal import ResponderSupport

/// The actions that a class implements, including those of its superclasses, in raw memory.
struct ActionIndex {
    fileprivate struct Slot {
        var action: UnsafePointer<ActionRecord>?
        /// An `ActionHandler` of the action's type of sender, retained for the life of the process.
        var handler: Unmanaged<AnyObject>?
    }

    /// The bits of the class's actions; all bits until the class's table is resolved.
    private(set) var mask = UInt64.max
    /// The greatest index of a slot: one less than a power of two.
    private var last: UInt32 = 0
    /// Whether the class was asked for its table.
    fileprivate private(set) var isResolved = false
    /// An open-addressing table, at most half full; nil without actions.
    private var slots: UnsafeMutablePointer<Slot>?

    /// The handler that performs the action.
    @inline(__always)
    fileprivate func handler(of action: UnsafePointer<ActionRecord>) -> Unmanaged<AnyObject>? {
        guard let slots else { return nil }
        var place = action.pointee.number & last
        while let found = slots[Int(place)].action {
            if found == action { return slots[Int(place)].handler }
            place = (place &+ 1) & last
        }
        return nil
    }

    /// An index of these handlers.
    fileprivate init(_ handlers: [UnsafePointer<ActionRecord>: AnyObject]) {
        mask = handlers.keys.reduce(0) { $0 | $1.pointee.bit }
        isResolved = true
        guard !handlers.isEmpty else { return }
        var capacity: UInt32 = 1
        while capacity < 2 * handlers.count { capacity *= 2 }
        last = capacity - 1
        let slots = UnsafeMutablePointer<Slot>.allocate(capacity: Int(capacity))
        slots.initialize(repeating: Slot(), count: Int(capacity))
        for (action, handler) in handlers {
            var place = action.pointee.number & last
            while slots[Int(place)].action != nil { place = (place &+ 1) & last }
            slots[Int(place)] = Slot(action: action, handler: .passRetained(handler))
        }
        self.slots = slots
    }

    /// An index that is not resolved.
    init() {}

    fileprivate var handlers: [UnsafePointer<ActionRecord>: AnyObject] {
        var handlers: [UnsafePointer<ActionRecord>: AnyObject] = [:]
        guard let slots else { return handlers }
        for place in 0...Int(last) {
            guard let action = slots[place].action else { continue }
            handlers[action] = slots[place].handler?.takeUnretainedValue()
        }
        return handlers
    }
}

extension UnsafeMutablePointer<ResponderClass> {
    /// The handler that performs the action in objects of the class; nil when the class does not implement the action.
    @MainActor @inline(__always)
    func handler(of action: UnsafePointer<ActionRecord>) -> Unmanaged<AnyObject>? {
        guard pointee.actions.mask & action.pointee.bit != 0 else { return nil }
        if !pointee.actions.isResolved { resolveActions() }
        return pointee.actions.handler(of: action)
    }

    /// Asks the class for its table, and merges it with that of the superclass.
    @MainActor @inline(never)
    private func resolveActions() {
        let type = pointee.type
        // While `actions` is read, the class has no actions: an action that is sent meanwhile finds none.
        pointee.actions = ActionIndex([:])
        var handlers: [UnsafePointer<ActionRecord>: AnyObject] = [:]
        if let superclass = _getSuperclass(type) as? Responder.Type {
            let parent = ResponderClass.of(superclass)
            if !parent.pointee.actions.isResolved { parent.resolveActions() }
            handlers = parent.pointee.actions.handlers
        }
        for row in type.actions.rows {
            guard Self.isSubclass(type, of: row.receiver) else {
                fatalError(
                    "\(type).actions has a row for \(row.action.pointee.name.quotedInOneLine()) that \(row.receiver) "
                        + "performs, which is not a superclass; name a method of \(type)"
                )
            }
            handlers[row.action] = row.handler
        }
        pointee.actions = ActionIndex(handlers)
    }

    private static func isSubclass(_ type: AnyClass, of other: AnyClass) -> Bool {
        var current: AnyClass? = type
        while let type = current {
            if type == other { return true }
            current = _getSuperclass(type)
        }
        return false
    }
}
