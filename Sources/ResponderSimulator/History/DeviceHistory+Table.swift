internal import ResponderKit

// The history as text.
extension DeviceHistory {
    /// The history as a table, a line an entry: the time, the app, the state that it is in, what happened.
    ///
    /// What is done to the device stands in the column of apps as `*`; an end of line inside a text is written `\n`,
    /// and what would steer a terminal is escaped likewise. Columns are as wide as they must be; the last line has no end of line.
    public var table: String { DeviceHistory.table(of: entries) }

    /// Some entries as a table.
    public static func table(of entries: [Entry]) -> String {
        let head = ["TIME", "APP", "STATE", "WHAT HAPPENS"]
        let rows =
            [head]
            + entries.map { entry in
                [
                    entry.time.description, entry.app?.inOneLine() ?? "*", entry.state?.description ?? "",
                    entry.text.inOneLine(),
                ]
            }
        var widths = [0, 0, 0]
        for row in rows {
            for column in widths.indices { widths[column] = max(widths[column], row[column].count) }
        }
        return rows.enumerated().map { number, row in
            let time = number == 0 ? row[0].padded(to: widths[0]) : row[0].aligned(to: widths[0])
            return "\(time)  \(row[1].padded(to: widths[1]))  \(row[2].padded(to: widths[2]))  \(row[3])".withoutEnd
        }.joined(separator: "\n")
    }
}

extension String {
    /// Filled up with spaces behind.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    /// Filled up with spaces before.
    func aligned(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }

    /// Without the spaces at its end.
    fileprivate var withoutEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
