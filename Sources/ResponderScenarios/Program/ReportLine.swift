internal import ResponderEventLoop
internal import ResponderInterface
internal import ResponderSupport

/// A report as a line of JSON, in which the processes that run scenarios send it.
enum ReportLine {
    static func text(of report: ScenarioReport) -> String {
        var line = "{"
        write("file", report.file, to: &line)
        write("name", report.name, to: &line)
        line += ",\"steps\":\(report.steps)"
        line += ",\"virtualTime\":\(report.virtualTime.wholeNanoseconds)"
        line += ",\"realTime\":\(report.realTime.wholeNanoseconds)"
        write("updated", report.updated, to: &line)
        write("pictures", report.pictures, to: &line)
        if let failure = report.failure {
            line += ",\"failure\":{"
            write("kind", failure.kind.rawValue, to: &line)
            write("file", failure.file, to: &line)
            if let number = failure.line { line += ",\"line\":\(number)" }
            if let number = failure.column { line += ",\"column\":\(number)" }
            write("message", failure.message, to: &line)
            // A text for each line, whose first character says what the line is.
            write("difference", failure.difference.map { $0.kind.rawValue + $0.text }, to: &line)
            line += "}"
        }
        return line + "}"
    }

    private static func write(_ key: String, _ value: String, to line: inout String) {
        if line.utf8.last != UInt8(ascii: "{") { line += "," }
        line += "\"\(key)\":\(value.quotedForJSON())"
    }

    private static func write(_ key: String, _ values: [String], to line: inout String) {
        line += ",\"\(key)\":[\(values.map { $0.quotedForJSON() }.joined(separator: ","))]"
    }

    /// The report that a line holds; nil if it holds none.
    static func report(in line: [UInt8]) -> ScenarioReport? {
        guard let value = try? JSONReader.read(line), let fields = Fields(value), let file = fields.text("file"),
            let name = fields.text("name"), let steps = fields.integer("steps"),
            let virtualTime = fields.integer("virtualTime"), let realTime = fields.integer("realTime"),
            let updated = fields.texts("updated"), let pictures = fields.texts("pictures")
        else { return nil }
        var failure: ScenarioFailure?
        if let value = fields.values["failure"] {
            failure = Fields(value).flatMap(Self.failure)
            if failure == nil { return nil }
        }
        return ScenarioReport(
            file: file,
            name: name,
            steps: steps,
            failure: failure,
            virtualTime: .nanoseconds(virtualTime),
            realTime: .nanoseconds(realTime),
            updated: updated,
            pictures: pictures
        )
    }

    private static func failure(in fields: Fields) -> ScenarioFailure? {
        guard let kind = fields.text("kind").flatMap(ScenarioFailure.Kind.init), let file = fields.text("file"),
            let message = fields.text("message"), let difference = fields.texts("difference")
        else { return nil }
        return ScenarioFailure(
            kind: kind,
            file: file,
            line: fields.integer("line"),
            column: fields.integer("column"),
            message: message,
            difference: difference.map { line in
                // The mark may have joined the character behind it, such as a combining one.
                let scalars = line.unicodeScalars
                let kind = DifferenceLine.Kind(rawValue: String(String.UnicodeScalarView(scalars.prefix(1))))
                return DifferenceLine(kind: kind ?? .same, text: String(scalars.dropFirst()))
            }
        )
    }

    /// The members of an object.
    private struct Fields {
        let values: [String: JSONValue]

        init?(_ value: JSONValue) {
            guard case .object(let members) = value.content else { return nil }
            values = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
        }

        func integer(_ key: String) -> Int? { values[key]?.integer }

        func text(_ key: String) -> String? { values[key].flatMap(Self.text) }

        func texts(_ key: String) -> [String]? {
            guard case .array(let values)? = values[key]?.content else { return nil }
            let texts = values.compactMap(Self.text)
            return texts.count == values.count ? texts : nil
        }

        private static func text(_ value: JSONValue) -> String? {
            guard case .text(let text) = value.content else { return nil }
            return text
        }
    }
}
