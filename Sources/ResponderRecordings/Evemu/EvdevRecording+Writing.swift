internal import ResponderEventLoop
internal import ResponderTouchInput

extension EvdevRecording {
    /// The recording as evemu 1.2 text, which evemu-play replays and ``init(_:file:device:)`` reads back as the same
    /// recording.
    ///
    /// The format loses three things: times are cut to whole microseconds, and times before 0 are written as 0; a line
    /// end in the name becomes a blank; an event type without codes is left out.
    ///
    /// - Complexity: linear in the number of events; allocates the text and many short strings.
    public var text: String {
        var text = "# EVEMU 1.2\n"
        text += "# Input device name: \"\(printableName)\"\n"
        text += "# Input device ID: bus 0x\(hex(identity.bus)) vendor 0x\(hex(identity.vendor))"
        text += " product 0x\(hex(identity.product)) version 0x\(hex(identity.version))\n"
        writeComments(to: &text)
        text += "N: \(printableName)\n"
        text += "I: \(hex(identity.bus)) \(hex(identity.vendor)) \(hex(identity.product)) \(hex(identity.version))\n"
        writeBits(of: properties, label: "P:", to: &text)
        for (type, codes) in codes.sorted(by: { $0.key < $1.key }) where !codes.isEmpty {
            writeBits(of: codes, label: "B: \(hex(type, digits: 2))", to: &text)
        }
        for (code, axis) in axes.sorted(by: { $0.key < $1.key }) {
            text += "A: \(hex(code, digits: 2)) \(axis.minimum) \(axis.maximum) \(axis.fuzz) \(axis.flat)"
            text += " \(axis.resolution)\n"
        }
        text += "################################\n#      Waiting for events      #\n################################\n"
        for event in events { write(event, to: &text) }
        return text
    }

    /// Writes ``text`` to the file at `path`, replacing the file's content.
    ///
    /// The former content stays until the new content is complete, and survives a failure. A pipe or a device is not
    /// replaced, but receives the text.
    ///
    /// - Throws: ``RecordingError`` with the problem `unwritable`. A symbolic link to a file is not followed, and
    ///   throws this error too.
    /// - Complexity: that of ``text``, and the time of writing; allocates the text and a copy of it.
    public func write(to path: String) throws(RecordingError) {
        try RecordingFile.write(text, to: path)
    }

    private var printableName: String {
        // The characters are replaced scalar by scalar, since a carriage return and a line feed together are one
        // Character.
        String(String.UnicodeScalarView(name.unicodeScalars.map { $0 == "\n" || $0 == "\r" ? " " : $0 }))
    }

    /// Writes the comments of evemu-record, which inform people, but are also the only place for the axes' values.
    private func writeComments(to text: inout String) {
        text += "# Supported events:\n"
        let types = Set(codes.keys).union(axes.isEmpty ? [] : [EvdevCodes.absolute])
        for type in types.sorted() {
            text += "#   Event type \(type)\(named(EvdevCodes.name(ofType: type)))\n"
            // The codes of type 0 are event types, which have lines of their own.
            guard type != EvdevCodes.synchronization else { continue }
            let axisCodes = type == EvdevCodes.absolute ? Set(axes.keys) : []
            for code in axisCodes.union(codes[type] ?? []).sorted() {
                text += "#     Event code \(code)\(named(EvdevCodes.name(ofCode: code, type: type)))\n"
                guard axisCodes.contains(code), let axis = axes[code] else { continue }
                let fields = [
                    ("Value", axis.value), ("Min", axis.minimum), ("Max", axis.maximum), ("Fuzz", axis.fuzz),
                    ("Flat", axis.flat), ("Resolution", axis.resolution),
                ]
                for (label, number) in fields {
                    let blanks = String(repeating: " ", count: max(1, 12 - label.count - String(number).count))
                    text += "#       \(label)\(blanks)\(number)\n"
                }
            }
        }
        text += "# Properties:\n"
        for property in properties.sorted() {
            let name = property == EvdevCodes.direct ? "INPUT_PROP_DIRECT" : nil
            text += "#   Property  type \(property)\(named(name))\n"
        }
    }

    /// Writes bits in lines of eight bytes, the lowest first: as many lines as the highest bit needs, and at least one.
    private func writeBits(of numbers: Set<UInt16>, label: String, to text: inout String) {
        var bytes = [UInt8](repeating: 0, count: (Int(numbers.max() ?? 0) / 64 + 1) * 8)
        for number in numbers { bytes[Int(number / 8)] |= 1 << UInt8(number % 8) }
        for start in stride(from: 0, to: bytes.count, by: 8) {
            text += label
            for byte in bytes[start..<start + 8] { text += " \(hex(UInt16(byte), digits: 2))" }
            text += "\n"
        }
    }

    private func write(_ event: EvdevEvent, to text: inout String) {
        let microseconds = max(event.time.nanoseconds, 0) / 1000
        text += "E: \(microseconds / 1_000_000).\(padded(String(microseconds % 1_000_000), to: 6))"
        text += " \(hex(event.type)) \(hex(event.code)) "
        let magnitude = String(event.value.magnitude)
        text += event.value < 0 ? "-" + padded(magnitude, to: 3) : padded(magnitude, to: 4)
        if event.type == EvdevCodes.synchronization && event.code == EvdevCodes.report {
            text += "\t# ------------ SYN_REPORT (0) ----------"
        } else if let type = EvdevCodes.name(ofType: event.type),
            let code = EvdevCodes.name(ofCode: event.code, type: event.type)
        {
            text += "\t# \(type) / \(code) \(event.value)"
        }
        text += "\n"
    }

    private func named(_ name: String?) -> String {
        name.map { " (\($0))" } ?? ""
    }

    private func hex(_ number: UInt16, digits: Int = 4) -> String {
        padded(String(number, radix: 16), to: digits)
    }

    private func padded(_ digits: String, to length: Int) -> String {
        String(repeating: "0", count: max(0, length - digits.utf8.count)) + digits
    }
}
