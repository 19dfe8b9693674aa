internal import ResponderEventLoop

/// What a recording is of: the first thing in its file.
struct SessionStart: Hashable {
    /// The app's identifier in its manifest, and the class of its application.
    var application: String
    var applicationClass: String
    /// When the recording begins, on the loop's clock.
    var instant: MainRunLoop.Instant
    /// When it begins, in seconds since 1970.
    var date: Int
    /// Whether time passes while the loop waits: not under virtual time.
    var sleeps: Bool
    /// See ``Recorder/seed``.
    var seed: UInt64

    func write(to record: inout RecordWriter) {
        record.append(application)
        record.append(applicationClass)
        record.append(Int(instant.nanoseconds))
        record.append(date)
        record.append(sleeps)
        record.append(seed)
    }

    init(
        application: String,
        applicationClass: String,
        instant: MainRunLoop.Instant,
        date: Int,
        sleeps: Bool,
        seed: UInt64
    ) {
        (self.application, self.applicationClass, self.instant) = (application, applicationClass, instant)
        (self.date, self.sleeps, self.seed) = (date, sleeps, seed)
    }

    init(_ reader: inout RecordReader) throws(RecordReader.Malformed) {
        (application, applicationClass) = (try reader.text(), try reader.text())
        instant = MainRunLoop.Instant(nanoseconds: Int64(try reader.integer()))
        (date, sleeps, seed) = (try reader.integer(), try reader.flag(), try reader.number())
    }
}
