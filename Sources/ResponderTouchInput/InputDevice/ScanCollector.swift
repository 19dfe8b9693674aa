internal import ResponderEventLoop

/// Puts together the texts that a barcode scanner types, which is a keyboard for the system.
///
/// A scan is at least ``leastLength`` characters, each typed at most ``greatestPause`` after the one before, and then
/// return, enter or tab, at most as long after. A person does not type that fast; what is slower is dropped, character
/// by character, as is a text of more than ``greatestLength`` characters.
public struct ScanCollector: Sendable {
    /// The longest time between two keys of a scan: scanners type a key in 1 to 30 ms, a person in 100 ms or more.
    public static let greatestPause = Duration.milliseconds(80)
    /// The fewest characters of a scan.
    public static let leastLength = 3
    /// The most characters of a scan: the largest barcodes hold 7,089 digits.
    public static let greatestLength = 8192

    private var text = ""
    private var length = 0
    private var last: MainRunLoop.Instant?

    /// A collector that has no characters yet.
    ///
    /// - Complexity: O(1); no allocation.
    public init() {}

    /// Adds the next frame of the scanner; returns the text that the frame completes.
    ///
    /// - Complexity: O(characters of the frame), amortised; allocates the text.
    public mutating func add(_ frame: PressFrame) -> String? {
        guard frame.phase == .began else {
            if frame.phase == .cancelled { forget() }
            return nil
        }
        // Shift and its like come between characters.
        guard !frame.usage.isModifier else { return nil }
        if let last, last.duration(to: frame.time) > Self.greatestPause { forget() }
        last = frame.time
        switch frame.usage {
        case .keyboardReturnOrEnter, .keypadEnter, .keyboardTab:
            defer { forget() }
            return Self.leastLength...Self.greatestLength ~= length ? text : nil
        default:
            guard length <= Self.greatestLength else { return nil }
            length += frame.characters.count
            text += frame.characters
            return nil
        }
    }

    private mutating func forget() {
        text = ""
        length = 0
        last = nil
    }
}
