internal import ResponderKit
internal import ResponderSupport

// The history as text.
extension DeviceHistory {
    /// The history as a table, with a line for each entry: the time, the app, the app's state, what happened.
    ///
    /// An entry of the device itself has `*` in place of an app. An end of line inside a text is written `\n`, and
    /// characters that would steer a terminal are escaped likewise. Columns are as wide as their longest text; the last
    /// line has no end of line.
    ///
    /// - Complexity: O(length of the text); allocates an array for each entry, and the text.
    public var table: String { DeviceHistory.table(of: entries) }

    /// Some entries as a table, laid out as by ``table``.
    ///
    /// - Complexity: O(length of the text); allocates an array for each entry, and the text.
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
    /// The text with spaces behind it, up to `width` characters.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    /// The text with spaces before it, up to `width` characters.
    func aligned(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }

    /// The text without the spaces at its end.
    fileprivate var withoutEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
