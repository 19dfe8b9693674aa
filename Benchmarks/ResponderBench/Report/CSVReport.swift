/// The rows as CSV after RFC 4180: a head, then a record for each row, each ended by CR and LF.
struct CSVReport {
    /// The text, without the last record's end of line.
    let text: String

    static let columns = [
        "workload", "subject", "metric", "unit", "size", "median", "min", "max", "lower quartile", "upper quartile",
        "runs", "ratio", "ratio lower", "ratio upper", "reference",
    ]

    init(_ rows: [BenchResults.Row]) {
        let records = rows.map { row in
            let verdict = row.verdict
            let numbers = [row.median, row.min, row.max, row.lowerQuartile, row.upperQuartile].map { "\($0)" }
            let ratios = [verdict?.ratio, verdict?.lower, verdict?.upper].map { $0.map { "\($0.sixDigits)" } ?? "" }
            return [row.workload, row.subject, row.metric, row.unit, row.size.map(String.init) ?? ""]
                + numbers + ["\(row.runs)"] + ratios + [verdict?.reference ?? ""]
        }
        text = ([Self.columns] + records).map { $0.map(Self.field).joined(separator: ",") }.joined(separator: "\r\n")
    }

    /// The field in quotes where a program would misread it without them.
    static func field(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { ["\"", ",", "\r", "\n"].contains($0) }) else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}
