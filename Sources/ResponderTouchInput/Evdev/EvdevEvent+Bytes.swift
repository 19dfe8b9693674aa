internal import ResponderEventLoop

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
