internal import ResponderSupport
internal import ResponderTouchInput

package typealias RecordPointer = UnsafeMutablePointer<ResponderRecord>

/// The frequently read state of a responder, in raw memory.
///
/// Each read of a class's property costs an exclusivity check, and holding a reference costs a retain and a release;
/// reading a record costs a load. Records come from a pool that is never unmapped, so a stale pointer reads an old
/// record, never foreign memory.
///
/// `next` and `parent` are valid while the responder is attached, that is, while it is in a window that an application
/// shows: then everything above the responder is kept alive. In a detached responder they may point to objects that are
/// gone: the weak references of the responder itself are read instead.
///
/// The fields that the hit-test reads come first, in one cache line. State that few views need lies in `RareState`;
/// state that all subviews share lies in their `ChildList`.
package struct ResponderRecord {
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
        /// The transform is not the identity: the transform and the maps derived from it lie in `rare`.
        static let transformed = Flags(rawValue: 1 << 8)
        /// The transform cannot be inverted (rule H23).
        static let singular = Flags(rawValue: 1 << 9)
        /// The view needs layout.
        static let needsLayout = Flags(rawValue: 1 << 10)
        /// The layout of the view's window has an entry for the view.
        static let awaitsLayout = Flags(rawValue: 1 << 11)
        /// The view needs to draw.
        static let needsDisplay = Flags(rawValue: 1 << 12)
        /// The display of the view's window has an entry for the view.
        static let awaitsDisplay = Flags(rawValue: 1 << 13)
        /// A hidden superview has an entry for the view, which must draw when the superview is shown.
        static let awaitsUnhiding = Flags(rawValue: 1 << 14)
        /// The view's superview arranges the view, and leaves no room for it while it is hidden.
        static let arranged = Flags(rawValue: 1 << 15)

        static let notHittable: Flags = [.hidden, .interactionDisabled, .transparent, .singular]
    }

    var flags: Flags = []
    /// The raw value of `overrides`.
    private(set) var overrideBits: UInt16 = 0
    /// The number of places of `children` in use; with many subviews some of these places are holes.
    var placeCount: Int32 = 0
    /// The frame's origin while the view is not transformed; the frame's size is then the size of the bounds.
    var position = Point.zero
    package var bounds = Rect.zero
    /// The entries of the subviews, back to front: see `ChildList`.
    var children: UnsafeMutablePointer<ChildEntry>?

    /// The responder; set before any other code gets the record.
    var object: Unmanaged<Responder>
    var type: UnsafeMutablePointer<ResponderClass>
    /// The next responder, unless the class overrides `next`.
    var next: RecordPointer?
    /// The superview's record.
    var parent: RecordPointer?
    /// The first responder, from this one up the chain, that gets each of the four messages, as of
    /// `handlersGeneration`.
    var began: RecordPointer?
    var moved: RecordPointer?
    var ended: RecordPointer?
    var cancelled: RecordPointer?
    /// The responders that handle began, from this one up the chain, as of `handlersGeneration`; nil when there has
    /// never been any.
    var path: UnsafeMutablePointer<ChainPath>?
    var handlersGeneration: UInt64 = 0
    /// How far the view lies to the right of and below the topmost view's origin, as of `offsetGeneration`.
    var offset = Point.zero
    var offsetGeneration: UInt64 = 0
    /// The view's last known place in its superview's `children`: a hint.
    var place: Int32 = 0
    /// The number of touches that the view holds: the touches whose began the view got and that are not yet released.
    var touchCount: UInt8 = 0
    /// A view's `isExclusiveTouch`.
    var isExclusive = false
    /// Whether a tap on this view was stored; otherwise a stored tap on this record belonged to a former responder.
    var isTapped = false
    private var gestureBits: UInt8 = 0
    /// Whether the view has recognisers.
    var hasRecognizers: Bool {
        get { gestureBits & 1 != 0 }
        set { gestureBits = newValue ? gestureBits | 1 : gestureBits & ~1 }
    }
    /// Whether the view or one of its superviews has recognisers, as of `handlersGeneration`.
    var isInRecognizers: Bool {
        get { gestureBits & 2 != 0 }
        set { gestureBits = newValue ? gestureBits | 2 : gestureBits & ~2 }
    }
    /// Whether the view is a `Control`.
    package var isControl: Bool {
        get { gestureBits & 4 != 0 }
        set { gestureBits = newValue ? gestureBits | 4 : gestureBits & ~4 }
    }
    /// Whether a change of screen has brought the view since the last touch has ended (see `NewScreens`).
    var isNewScreen: Bool {
        get { gestureBits & 8 != 0 }
        set { gestureBits = newValue ? gestureBits | 8 : gestureBits & ~8 }
    }
    /// State that few views need; nil while all of it has its initial values.
    var rare: UnsafeMutablePointer<RareState>?
    /// The window of an attached view; in a free record, the next record in a list of the pool.
    fileprivate var windowOrLink: RecordPointer?

    init(type: UnsafeMutablePointer<ResponderClass>) {
        self.type = type
        overrideBits = UInt16(truncatingIfNeeded: type.pointee.overrides.rawValue)
        // A placeholder that is never read: `Responder.init` sets the object before any other code gets the record.
        object = .fromOpaque(UnsafeRawPointer(type))
    }

    @inline(__always)
    package var view: View { unsafeDowncast(object.takeUnretainedValue(), to: View.self) }

    /// Frees the memory that the record of a released responder points to.
    mutating func freeMemory() {
        if let children {
            ChildList.free(children)
            self.children = nil
            placeCount = 0
        }
        rare?.deallocate()
        rare = nil
        path?.deinitialize(count: 1).deallocate()
        path = nil
    }
}

extension ResponderRecord {
    /// The members that the class overrides, copied from `type`: only those of the first 16 bits, which touches need.
    ///
    /// With all of them the fields that the hit-test reads would not fit into a cache line.
    @inline(__always)
    var overrides: Overrides {
        get { Overrides(rawValue: UInt32(overrideBits)) }
        set { overrideBits = UInt16(truncatingIfNeeded: newValue.rawValue) }
    }

    /// The window that the view is in, while an application shows this window.
    @inline(__always)
    var window: RecordPointer? {
        get { flags.contains(.attached) ? windowOrLink : nil }
        set {
            flags.set(.attached, newValue != nil)
            windowOrLink = newValue
        }
    }

    /// The next record in a list of the pool.
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
    /// The state that all trees share.
    @inline(__always)
    var processState: UnsafeMutablePointer<ProcessState> { pointee.type.pointee.processState }

    /// The superview's record, from `parent` while the view is attached, otherwise from the view itself.
    ///
    /// Nil for a window.
    @MainActor @inline(__always)
    package var superviewRecord: RecordPointer? {
        if pointee.flags.contains(.window) { return nil }
        return pointee.flags.contains(.attached) ? pointee.parent : pointee.view.superview?.record
    }
}

extension RecordPointer {
    /// Whether the responder is in a shown window, or is an application.
    package var isAttached: Bool { pointee.flags.contains(.attached) }

    /// Whether a touch could hit the view, or a view inside it: it is not hidden, transparent or without interaction.
    package var isHittable: Bool { pointee.flags.isDisjoint(with: .notHittable) }
}

extension RecordPointer {
    /// Calls `body` with the record's view without retaining it: no code of the app may be called meanwhile.
    @inline(__always)
    func withView<Result>(_ body: (View) -> Result) -> Result {
        pointee.object.borrow { body(unsafeDowncast($0, to: View.self)) }
    }
}
