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
/// What the hit-test reads comes first, in one cache line. What few views have lies elsewhere, in `RareState`, and what
/// belongs to all subviews together in their `ChildList`.
struct ResponderRecord {
    struct Flags: OptionSet {
        let rawValue: UInt16
        static let hidden = Flags(rawValue: 1 << 0)
        static let interactionDisabled = Flags(rawValue: 1 << 1)
        /// `alpha` is below 0.01 (rule H9).
        static let transparent = Flags(rawValue: 1 << 2)
        static let attached = Flags(rawValue: 1 << 3)
        static let window = Flags(rawValue: 1 << 4)
        static let multipleTouch = Flags(rawValue: 1 << 5)
        static let view = Flags(rawValue: 1 << 6)
        static let application = Flags(rawValue: 1 << 7)
        /// The transform is another than the identity: it, and what follows from it, lies in `rare`.
        static let transformed = Flags(rawValue: 1 << 8)
        /// The transform cannot be inverted (rule H23).
        static let singular = Flags(rawValue: 1 << 9)

        static let notHittable: Flags = [.hidden, .interactionDisabled, .transparent, .singular]
    }

    var flags: Flags = []
    /// What the class overrides, copied from it.
    var overrides: Overrides = []
    /// How many places of `children` are in use: where there are many subviews, some of them are holes.
    var placeCount: Int32 = 0
    /// Where the corner of the bounds lies in the superview's coordinates as long as nothing is transformed: the frame's
    /// origin then; its size is that of the bounds.
    var position = Point.zero
    var bounds = Rect.zero
    /// The entries of the subviews, back to front: see `ChildList`.
    var children: UnsafeMutablePointer<ChildEntry>?

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
    /// Who handles began from this one on up, likewise; nil where nobody ever did.
    var path: UnsafeMutablePointer<ChainPath>?
    var handlersGeneration: UInt64 = 0
    /// How far the view lies to the right of and below its window's origin, as of `offsetGeneration`.
    var offset = Point.zero
    var offsetGeneration: UInt64 = 0
    /// At which place of its superview's `children` the view stood last: a hint.
    var place: Int32 = 0
    /// How many touches the view holds: those whose began it got and that are not released yet.
    var touchCount: UInt8 = 0
    /// A view's `isExclusiveTouch`.
    var isExclusive = false
    /// Whether a tap on this view was noted: where not, a tap that names the record was another responder's.
    var isTapped = false
    /// What few views have; nil while all of it is as it is at first.
    var rare: UnsafeMutablePointer<RareState>?
    /// Of a view that is attached, its window; of a record that is free, the next one of the pool's lists.
    fileprivate var windowOrLink: RecordPointer?

    init(type: UnsafeMutablePointer<ResponderClass>) {
        self.type = type
        overrides = type.pointee.overrides
        // Never looked at: `Responder.init` puts the object there before anybody gets the record.
        object = .fromOpaque(UnsafeRawPointer(type))
    }

    @inline(__always)
    var view: View { unsafeDowncast(object.takeUnretainedValue(), to: View.self) }

    /// Frees what the record of a responder that is gone points to.
    mutating func freeMemory() {
        if let children {
            ChildList.free(children)
            self.children = nil
            placeCount = 0
        }
        rare?.deallocate()
        rare = nil
        path?.pointee.deallocate()
        path?.deallocate()
        path = nil
    }
}

extension ResponderRecord {
    /// The window that the view is in, while that is shown.
    @inline(__always)
    var window: RecordPointer? {
        get { flags.contains(.attached) ? windowOrLink : nil }
        set {
            flags.set(.attached, newValue != nil)
            windowOrLink = newValue
        }
    }

    /// The next record of the pool's lists.
    var link: RecordPointer? {
        get { windowOrLink }
        set { windowOrLink = newValue }
    }
}

extension ResponderRecord.Flags {
    mutating func set(_ flag: Self, _ on: Bool) {
        if on { insert(flag) } else { remove(flag) }
    }
}

extension RecordPointer {
    /// What all trees share.
    @inline(__always)
    var hierarchy: UnsafeMutablePointer<Hierarchy> { pointee.type.pointee.hierarchy }

    /// The superview's record: by the link while that is good, otherwise by way of the object.
    ///
    /// Nil for a window.
    @MainActor @inline(__always)
    var superviewRecord: RecordPointer? {
        if pointee.flags.contains(.window) { return nil }
        return pointee.flags.contains(.attached) ? pointee.parent : pointee.view.superview?.record
    }
}
