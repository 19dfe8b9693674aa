internal import ResponderCore

extension Control {
    /// The events that happen to a control, as a set of bits (rule C1).
    ///
    /// The type is not called `Event`: inside a subclass of ``Control`` that name would hide the ``Event`` of touches,
    /// which each override of a touch method mentions.
    public struct Events: OptionSet, Hashable, Sendable {
        /// The bits, which are those of UIKit.
        public let rawValue: UInt

        /// The events with these bits.
        ///
        /// - Complexity: O(1); no allocation.
        @inline(__always)
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// A finger came down in the control.
        public static let touchDown = Events(rawValue: 1 << 0)
        /// A finger came down with a tap count above 1; sent after ``touchDown``.
        public static let touchDownRepeat = Events(rawValue: 1 << 1)
        /// The tracked finger moved, and is inside.
        public static let touchDragInside = Events(rawValue: 1 << 2)
        /// The tracked finger moved, and is outside.
        public static let touchDragOutside = Events(rawValue: 1 << 3)
        /// The tracked finger moved from outside to inside; sent before ``touchDragInside``.
        public static let touchDragEnter = Events(rawValue: 1 << 4)
        /// The tracked finger moved from inside to outside; sent before ``touchDragOutside``.
        public static let touchDragExit = Events(rawValue: 1 << 5)
        /// The tracked finger was lifted inside.
        public static let touchUpInside = Events(rawValue: 1 << 6)
        /// The tracked finger was lifted outside.
        public static let touchUpOutside = Events(rawValue: 1 << 7)
        /// The tracked touch was cancelled.
        public static let touchCancel = Events(rawValue: 1 << 8)
        /// The user changed the control's value.
        public static let valueChanged = Events(rawValue: 1 << 12)
        /// The user performed the control's main action: tapped a button, or changed a value.
        public static let primaryActionTriggered = Events(rawValue: 1 << 13)
        /// The control is about to show a menu; sent only by controls of an app.
        public static let menuActionTriggered = Events(rawValue: 1 << 14)

        /// The text of the control begins to be edited.
        public static let editingDidBegin = Events(rawValue: 1 << 16)
        /// The user changed the text.
        public static let editingChanged = Events(rawValue: 1 << 17)
        /// The text is no longer edited.
        public static let editingDidEnd = Events(rawValue: 1 << 18)
        /// The return key was pressed; a text field with an action for this event ends its editing.
        public static let editingDidEndOnExit = Events(rawValue: 1 << 19)

        /// All events of touches.
        public static let allTouchEvents = Events(rawValue: 0xfff)
        /// All events of editing text.
        public static let allEditingEvents = Events(rawValue: 0x000f_0000)
        /// The bits that an app may use for events of its own.
        public static let applicationReserved = Events(rawValue: 0x0f00_0000)
        /// The bits that this package may use for itself; it uses none.
        public static let systemReserved = Events(rawValue: 0xf000_0000)
        /// All events.
        public static let allEvents = Events(rawValue: 0xffff_ffff)
    }

    /// The state of a control, as a set of bits (rule C2).
    public struct State: OptionSet, Hashable, Sendable {
        /// The bits, which are those of UIKit.
        public let rawValue: UInt

        /// The state with these bits.
        ///
        /// - Complexity: O(1); no allocation.
        @inline(__always)
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Enabled, and nothing else.
        public static let normal: State = []
        /// A finger presses the control.
        public static let highlighted = State(rawValue: 1 << 0)
        /// The control takes no touches.
        public static let disabled = State(rawValue: 1 << 1)
        /// The control is selected; the meaning depends on the control.
        public static let selected = State(rawValue: 1 << 2)
        /// The control has the focus: keys act on it.
        public static let focused = State(rawValue: 1 << 3)
    }
}
