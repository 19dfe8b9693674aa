internal import ResponderTouchInput

extension TurnTrace {
    /// The lines of a trace's bytes; nil if they are no trace.
    nonisolated static func lines(_ bytes: ArraySlice<UInt8>, names: [String]) -> [String]? {
        var reader = RecordReader(bytes)
        var lines: [String] = []
        do throws(RecordReader.Malformed) {
            while !reader.isAtEnd { lines.append(try line(&reader, names)) }
        } catch {
            return nil
        }
        return lines
    }

    private nonisolated static func line(_ reader: inout RecordReader, _ names: [String]) throws(RecordReader.Malformed)
        -> String
    {
        switch Entry(rawValue: try reader.byte()) {
        case .line: return try reader.text()
        case .move:
            var touches: [String] = []
            var place = Point.zero
            for _ in 0..<(try reader.byte()) {
                touches.append("\(try reader.number())")
                place = Point(Double(try reader.float32()), Double(try reader.float32()))
            }
            let name = try name(&reader, names)
            let who = touches.count == 1 ? "touch" : "touches"
            return "\(who) \(touches.joined(separator: ", ")) at \(ResponderCore.text(place)): moved goes to \(name)"
        case .offset:
            let name = try name(&reader, names)
            return "\(name) scrolls to \(ResponderCore.text(try reader.point()))"
        case nil: throw RecordReader.Malformed(reason: "it is no trace")
        }
    }

    private nonisolated static func name(_ reader: inout RecordReader, _ names: [String]) throws(RecordReader.Malformed)
        -> String
    {
        let number = try reader.number()
        guard number < UInt64(names.count) else { throw RecordReader.Malformed(reason: "it names no class") }
        return names[Int(number)]
    }
}
