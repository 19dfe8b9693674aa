internal import ResponderTouchInput

/// The device that the lines of an evemu file describe, as far as they have been read.
struct EvemuDevice {
    /// The problem of a line, and the expected form.
    typealias Mistake = (problem: RecordingError.Problem, expected: String)

    private(set) var name: String?
    private(set) var axes: [UInt16: EvdevAxis] = [:]
    private var identity = InputDeviceDescription.Identity()
    private var properties: Set<UInt16> = []
    private var codes: [UInt16: Set<UInt16>] = [:]

    /// The number of bytes of property bits read so far; the next property has the number of bytes of code bits, by
    /// type.
    private var propertyBytes = 0
    private var codeBytes: [UInt16: Int] = [:]

    /// The progress through the comments, which alone give the values of the axes: whether the comments are listing the
    /// axes, the axis that they are at, and the values so far.
    private var isInAxes = false
    private var commentedAxis: UInt16?
    private var values: [UInt16: Int32] = [:]

    /// Whether the device is a keyboard, a mouse or buttons.
    var hasKeys: Bool { recording(events: []).device.reasonForNoInputDevice == nil }

    func recording(events: [EvdevEvent]) -> EvdevRecording {
        var axes = axes
        for (code, value) in values { axes[code]?.value = value }
        return EvdevRecording(
            name: name ?? "",
            identity: identity,
            axes: axes,
            properties: properties,
            codes: codes,
            events: events
        )
    }

    /// Reads the line that began with `tag`; returns the mistake in the line, or nil.
    mutating func read(_ line: inout RecordingLine, tag: UInt8?) -> Mistake? {
        switch tag {
        case UInt8(ascii: "N"): read(name: &line)
        case UInt8(ascii: "I"): read(identity: &line)
        case UInt8(ascii: "P"): read(properties: &line)
        case UInt8(ascii: "B"): read(codes: &line)
        case UInt8(ascii: "A"): read(axis: &line)
        // Lights and switches (version 1.3) have nothing to do with touch.
        case UInt8(ascii: "L"), UInt8(ascii: "S"): nil
        default: (.malformed, "a line that begins with one of # N: I: P: B: A: L: S: E:")
        }
    }

    private mutating func read(name line: inout RecordingLine) -> Mistake? {
        _ = line.skip(" ")
        name = String(decoding: line.rest, as: UTF8.self)
        return nil
    }

    private mutating func read(identity line: inout RecordingLine) -> Mistake? {
        var numbers: [UInt16] = []
        for _ in 0..<4 {
            switch Self.word(line.hexadecimal()) {
            case .some(let number?): numbers.append(number)
            case .some(nil): return (.outOfRange, "four numbers from 0000 to ffff")
            case nil: return (.malformed, "'I: BUS VENDOR PRODUCT VERSION'")
            }
        }
        guard line.isAtEnd else { return (.malformed, "'I: BUS VENDOR PRODUCT VERSION'") }
        identity = .init(bus: numbers[0], vendor: numbers[1], product: numbers[2], version: numbers[3])
        return nil
    }

    private mutating func read(properties line: inout RecordingLine) -> Mistake? {
        let (bits, bytes, mistake) = Self.bits(&line, from: propertyBytes, form: "'P: BYTE BYTE …'")
        properties.formUnion(bits)
        propertyBytes += bytes
        return mistake
    }

    private mutating func read(codes line: inout RecordingLine) -> Mistake? {
        let form = "'B: TYPE BYTE BYTE …'"
        let type: UInt16
        switch Self.word(line.hexadecimal()) {
        case .some(let number?): type = number
        case .some(nil): return (.outOfRange, "a type from 0 to ffff")
        case nil: return (.malformed, form)
        }
        let (bits, bytes, mistake) = Self.bits(&line, from: codeBytes[type, default: 0], form: form)
        // A type without codes is a type that the device does not have.
        if !bits.isEmpty { codes[type, default: []].formUnion(bits) }
        codeBytes[type, default: 0] += bytes
        return mistake
    }

    private mutating func read(axis line: inout RecordingLine) -> Mistake? {
        let form = "'A: CODE MIN MAX FUZZ FLAT', with or without RESOLUTION"
        let code: UInt16
        switch Self.word(line.hexadecimal()) {
        case .some(let number?): code = number
        case .some(nil): return (.outOfRange, "a code from 0 to ffff")
        case nil: return (.malformed, form)
        }
        var numbers: [Int32] = []
        while !line.isAtEnd {
            let number = line.decimal()
            guard number != .missing, numbers.count < 5 else { return (.malformed, form) }
            guard case .value(let value) = number, let value = Int32(exactly: value) else {
                return (.outOfRange, "numbers from \(Int32.min) to \(Int32.max)")
            }
            numbers.append(value)
        }
        guard numbers.count >= 4 else { return (.malformed, form) }
        axes[code] = EvdevAxis(
            minimum: numbers[0],
            maximum: numbers[1],
            fuzz: numbers[2],
            flat: numbers[3],
            resolution: numbers.count == 5 ? numbers[4] : 0
        )
        return nil
    }

    /// Reads the values of the axes from the comments, where evemu-record writes them: `#   Event type 3 (EV_ABS)`,
    /// `#     Event code 53 (ABS_MT_POSITION_X)`, `#       Value      0`.
    mutating func read(comment line: inout RecordingLine) {
        guard line.skip("#") else { return }
        line.skipBlanks()
        if line.skip("Event type ") {
            isInAxes = line.decimal() == .value(Int64(EvdevCodes.absolute))
            commentedAxis = nil
        } else if line.skip("Event code ") {
            commentedAxis = isInAxes ? Self.word(line.decimal()).flatMap { $0 } : nil
        } else if line.skip("Properties:") {
            isInAxes = false
            commentedAxis = nil
        } else if let axis = commentedAxis, line.skip("Value "), case .value(let value) = line.decimal() {
            values[axis] = Int32(exactly: value)
        }
    }

    /// A number of 16 bits: nil where there is no number, and a nil inside where the number is too large.
    private static func word(_ number: RecordingLine.Number) -> UInt16?? {
        switch number {
        case .value(let value): .some(UInt16(exactly: value))
        case .tooLarge: .some(nil)
        case .missing: nil
        }
    }

    /// The numbers of the bits that are set in the bytes of a line, where the first byte begins with bit number
    /// `from * 8`.
    private static func bits(
        _ line: inout RecordingLine,
        from: Int,
        form: String
    ) -> (bits: Set<UInt16>, bytes: Int, mistake: Mistake?) {
        var bits: Set<UInt16> = []
        var bytes = 0
        while !line.isAtEnd {
            switch line.hexadecimal() {
            case .missing:
                return (bits, bytes, (.malformed, form))
            case .value(let byte) where byte <= 0xff:
                for bit in 0..<8 where byte >> bit & 1 == 1 {
                    guard let number = UInt16(exactly: (from + bytes) * 8 + bit) else {
                        return (bits, bytes, (.outOfRange, "no bit beyond number 65535"))
                    }
                    bits.insert(number)
                }
                bytes += 1
            case .value, .tooLarge:
                return (bits, bytes, (.outOfRange, "bytes from 00 to ff"))
            }
        }
        return (bits, bytes, bytes == 0 ? (.malformed, form) : nil)
    }
}
