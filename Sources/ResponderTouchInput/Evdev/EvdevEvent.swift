public import ResponderEventLoop

/// One event of a Linux input device: the kernel's `struct input_event`.
///
/// An event reports one change; a `SYN_REPORT` (type 0, code 0) says that all events since the last `SYN_REPORT` belong
/// together.
public struct EvdevEvent: Hashable, Sendable {
    /// When the kernel saw the event, on the clock that the device or the recording was set to.
    public var time: MainRunLoop.Instant
    /// The type of event, for example `EV_ABS` (3).
    public var type: UInt16
    /// Which axis, key or mark of that type, for example `ABS_MT_POSITION_X` (0x35).
    public var code: UInt16
    /// The new value, in the units of the axis; 1 and 0 for a key that went down and up.
    public var value: Int32

    /// An event of `type` and `code`, seen at `time`.
    ///
    /// - Complexity: O(1); no allocation.
    public init(time: MainRunLoop.Instant, type: UInt16, code: UInt16, value: Int32) {
        self.time = time
        self.type = type
        self.code = code
        self.value = value
    }
}

extension EvdevEvent {
    /// The event as a 64-bit Linux kernel writes it: a `struct input_event` of 24 bytes, with the time cut to
    /// microseconds.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        func append(_ number: some FixedWidthInteger) { withUnsafeBytes(of: number) { bytes += $0 } }
        append(time.nanoseconds / 1_000_000_000)
        append(time.nanoseconds % 1_000_000_000 / 1000)
        append(type)
        append(code)
        append(value)
        return bytes
    }
}
