/// The channels of a port that have messages, as a binary heap ordered by the time of each channel's first message.
///
/// A channel without messages is not in the heap, and costs nothing.
@MainActor
struct MessageMerge {
    private struct Row {
        /// The time of the channel's first message.
        let time: Int64
        let channel: NotificationChannel

        func precedes(_ other: Row) -> Bool {
            (time, channel.order) < (other.time, other.channel.order)
        }
    }

    private var rows: [Row] = []

    nonisolated init() {}

    /// The time of the next message.
    var firstTime: Int64? { rows.first?.time }

    /// Appends a message to its channel.
    mutating func append(_ message: PortMessage, of channel: NotificationChannel) {
        let isFirst = channel.firstTime == nil
        channel.append(message)
        guard isFirst else { return }
        rows.append(Row(time: message.time, channel: channel))
        rise(from: rows.count - 1)
    }

    /// Takes the next message, unless its time is later than `time`.
    ///
    /// - Complexity: O(log n) in the channels that have messages.
    mutating func takeFirst(notAfter time: Int64) -> PortMessage? {
        guard let first = rows.first, first.time <= time else { return nil }
        let message = first.channel.takeFirst()
        if let next = first.channel.firstTime {
            rows[0] = Row(time: next, channel: first.channel)
        } else {
            rows.swapAt(0, rows.count - 1)
            rows.removeLast()
        }
        sink()
        return message
    }

    /// Drops all messages.
    ///
    /// This method consumes the merge, since releasing a message may run code that reads the port's own merge.
    consuming func removeAll() {
        for row in rows { row.channel.removeAll() }
    }

    private mutating func rise(from start: Int) {
        var place = start
        while place > 0, rows[place].precedes(rows[(place - 1) / 2]) {
            rows.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func sink() {
        var place = 0
        while 2 * place + 1 < rows.count {
            var child = 2 * place + 1
            if child + 1 < rows.count, rows[child + 1].precedes(rows[child]) { child += 1 }
            guard rows[child].precedes(rows[place]) else { return }
            rows.swapAt(place, child)
            place = child
        }
    }
}
