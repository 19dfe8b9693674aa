/// The kinds of input that are neither frames nor messages of the notification port.
enum SessionInput: UInt8 {
    /// A message of the host, by `Application.receive(_:)`.
    case hostMessage = 0
    /// A message of the host, by the notification port.
    case portMessage = 1
    /// A frame of the notification port: its name and its bytes.
    case portFrame = 2
    case screen = 3
    case environment = 4
    case multitaskingSupport = 5
    /// Whether the host drives the frame clock.
    case frameDriver = 6
    /// A frame of the screen: its time and the next one's.
    case frame = 7
    /// The state that the application restores, if there is one.
    case state = 8
    /// A value that the app handed over, with its input's name.
    case value = 9
    /// A text of the system's pasteboard.
    case pasteboardText = 10
    /// A change of the text that is edited, by an input method outside of the process.
    case textEdit = 11
    /// An input method outside of the process decides the marked text.
    case unmark = 12
    /// The user did something that comes by none of the other ways, such as a scan.
    case activity = 13
}
