/// What an element of the screen is, in one word.
public enum ElementRole: String, Hashable, Sendable, CaseIterable {
    /// A window of the application.
    case window
    /// Does something when it is tapped.
    case button
    /// Leads elsewhere when it is tapped.
    case link
    /// Is on or off.
    case `switch`
    /// A value that a knob is dragged to.
    case slider
    /// A value that goes up and down by steps.
    case stepper
    /// One of several next to each other, one of which may be selected.
    case segment
    /// Some segments.
    case segments
    /// Dots for pages, one of which is current.
    case pages
    /// How much of something is done.
    case progress
    /// Text that can be changed.
    case field
    /// Text that cannot be changed.
    case text
    /// The title of a part of the screen.
    case header
    /// A picture.
    case image
    /// Rows, of which those that are seen are elements.
    case list
    /// A row of a list.
    case row
    /// A part of the screen that scrolls.
    case scroll
    /// A bar of a container, with a title or with tabs.
    case bar
    /// A tab in a bar.
    case tab
    /// A question in front of everything else.
    case alert
    /// The keyboard on the screen.
    case keyboard
    /// A key of a keyboard on the screen.
    case key
    /// Anything else that has a name.
    case other

    /// The role that traits stand for; nil where they name none.
    init?(_ traits: AccessibilityTraits) {
        for (trait, role) in Self.roles where traits.contains(trait) {
            self = role
            return
        }
        return nil
    }

    private static let roles: [(AccessibilityTraits, ElementRole)] = [
        (.keyboardKey, .key), (.searchField, .field), (.tabBar, .bar), (.toggleButton, .switch), (.link, .link),
        (.adjustable, .slider), (.button, .button), (.header, .header), (.image, .image), (.staticText, .text),
    ]
}
