internal import ResponderTouchInput

typealias RecordPointer = UnsafeMutablePointer<ResponderRecord>

/// A responder's hot state, in raw memory.
///
/// Reading a property of a class costs an exclusivity check each time, and holding a reference a retain and a release;
/// reading this costs a load. Records come from a pool that is never unmapped, so a stale pointer reads an old record,
/// never foreign memory.
///
/// `next` and `parent` are good while the responder is attached, that is, while a window that an application shows holds
/// it: then everything above it is kept alive by what holds it in turn. For a detached responder they may name the dead,
/// and the weak references of its class are asked instead.
///
/// What the hit-test reads comes first, in one cache line.
struct ResponderRecord {
    struct Flags: OptionSet {
        let rawValue: UInt8
        static let hidden = Flags(rawValue: 1 << 0)
        static let interactionDisabled = Flags(rawValue: 1 << 1)
        /// `alpha` is below 0.01 (rule H9).
        static let transparent = Flags(rawValue: 1 << 2)
        static let attached = Flags(rawValue: 1 << 3)
        static let window = Flags(rawValue: 1 << 4)
        static let multipleTouch = Flags(rawValue: 1 << 5)
        static let view = Flags(rawValue: 1 << 6)
        static let application = Flags(rawValue: 1 << 7)

        static let notHittable: Flags = [.hidden, .interactionDisabled, .transparent]
    }

    var flags: Flags = []
    /// How many touches the view holds: those whose began it got and whose end it did not.
    var touchCount: UInt8 = 0
    /// What the class overrides, copied from it.
    var overrides: Overrides = []
    var childCount: Int32 = 0
    /// The frame's origin in the superview's coordinates; its size is that of the bounds.
    var position = Point.zero
    var bounds = Rect.zero
    var children: UnsafeMutablePointer<RecordPointer>?

    /// The responder; set as soon as there is one.
    var object: Unmanaged<Responder>
    var type: UnsafeMutablePointer<ResponderClass>
    /// The next responder, where the class does not override `next`.
    var next: RecordPointer?
    /// The superview's record.
    var parent: RecordPointer?
    /// The first responder from this one on up that gets each of the four messages, as of `handlersGeneration`.
    var began: RecordPointer?
    var moved: RecordPointer?
    var ended: RecordPointer?
    var cancelled: RecordPointer?
    /// The sum of the addresses of those that handle began, likewise: a chain that has changed has another one.
    var chain: UInt = 0
    var handlersGeneration: UInt64 = 0
    var alpha = 1.0
    var childCapacity: Int32 = 0
    /// The next record of the pool's lists.
    var link: RecordPointer?

    init(type: UnsafeMutablePointer<ResponderClass>) {
        self.type = type
        overrides = type.pointee.overrides
        // Never looked at: `Responder.init` puts the object there before anybody gets the record.
        object = .fromOpaque(UnsafeRawPointer(type))
    }

    @inline(__always)
    var view: View { unsafeDowncast(object.takeUnretainedValue(), to: View.self) }
}

extension ResponderRecord {
    /// Makes room for one more child and puts it at `index`.
    mutating func insertChild(_ child: RecordPointer, at index: Int) {
        if childCount == childCapacity {
            let capacity = max(4, childCapacity * 2)
            let larger = UnsafeMutablePointer<RecordPointer>.allocate(capacity: Int(capacity))
            if let children {
                larger.moveInitialize(from: children, count: Int(childCount))
                children.deallocate()
            }
            children = larger
            childCapacity = capacity
        }
        guard let children else { return }
        let tail = Int(childCount) - index
        (children + index + 1).moveInitialize(from: children + index, count: tail)
        (children + index).initialize(to: child)
        childCount += 1
    }

    mutating func removeChild(at index: Int) {
        guard let children else { return }
        (children + index).moveInitialize(from: children + index + 1, count: Int(childCount) - index - 1)
        childCount -= 1
    }
}

extension RecordPointer {
    /// By how much a position in a view's coordinates lies left of and above the same position in its window's, or in
    /// those of the topmost view where there is no window.
    @MainActor @inline(__always)
    var offsetToRoot: Point {
        var offset = Point.zero
        var record = self
        while let parent = record.superviewRecord {
            offset.x += record.pointee.position.x - record.pointee.bounds.origin.x
            offset.y += record.pointee.position.y - record.pointee.bounds.origin.y
            record = parent
        }
        return offset
    }

    /// The superview's record: by the link while that is good, otherwise by way of the object.
    @MainActor @inline(__always)
    private var superviewRecord: RecordPointer? {
        if pointee.flags.contains(.window) { return nil }
        return pointee.flags.contains(.attached) ? pointee.parent : pointee.view.superview?.record
    }
}
