internal import Glibc

/// The time of day in the time zone of the process.
enum LocalTime {
    private static let day: Int64 = 86_400

    /// When the next day begins, or the next change to or from summer time is if that is earlier.
    ///
    /// A time so far away that it has no date counts as the last second of a day of 24 hours.
    static func nextTurn(after seconds: Int64) -> Int64 {
        let (latest, overflows) = seconds.addingReportingOverflow(day + 3_600)
        guard !overflows, var date = date(at: seconds) else { return seconds.addingReportingOverflow(day).partialValue }
        let offset = date.tm_gmtoff
        (date.tm_hour, date.tm_min, date.tm_sec, date.tm_isdst) = (0, 0, 0, -1)
        date.tm_mday += 1
        let midnight = min(max(Int64(mktime(&date)), seconds + 1), latest)
        // The second of a change is found by halving the day.
        guard hasOtherOffset(at: midnight, than: offset) else { return midnight }
        var (before, after) = (seconds, midnight)
        while after - before > 1 {
            let middle = before + (after - before) / 2
            if hasOtherOffset(at: middle, than: offset) { after = middle } else { before = middle }
        }
        return after
    }

    private static func hasOtherOffset(at seconds: Int64, than offset: Int) -> Bool {
        date(at: seconds).map { $0.tm_gmtoff != offset } ?? false
    }

    private static func date(at seconds: Int64) -> tm? {
        var (time, date) = (time_t(seconds), tm())
        return localtime_r(&time, &date) == nil ? nil : date
    }
}
