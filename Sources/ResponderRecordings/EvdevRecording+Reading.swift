extension EvdevRecording {
    /// Reads the recording in the file at `path`, which may be a pipe: evemu's format or getevent's output.
    ///
    /// The output of getevent may cover several devices; the touch device among them is read. Where the output does not
    /// describe that device, its axes reach from 0 (or from the least value of the events where that is below 0) to the
    /// greatest value of the events. Without `-t` getevent prints no times, and all events get the time 0.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - device: The path (for example `/dev/input/event2`) or the name of the device to read, where there are
    ///     several touch devices; in evemu's format, which has one device without a path, only that device's name.
    /// - Throws: ``RecordingError``, which names the file and the line.
    /// - Complexity: linear in the size of the file. Allocates the events, 16 bytes each; of the file only a few lines
    ///   are in memory at a time.
    public init(path: String, device: String? = nil) throws(RecordingError) {
        try self.init(source: RecordingSource(path: path), device: device)
    }

    /// Reads a recording whose device and events are in files of their own, as older evemu tools wrote them.
    ///
    /// A description of a device in the file of events is ignored.
    ///
    /// - Throws: ``RecordingError``, which names the file and the line.
    /// - Complexity: linear in the size of the files. Allocates the events, 16 bytes each; of the files only a few
    ///   lines are in memory at a time.
    public init(descriptionPath: String, eventsPath: String) throws(RecordingError) {
        try self.init(description: RecordingSource(path: descriptionPath), events: RecordingSource(path: eventsPath))
    }

    /// Reads a recording from `text`, which errors call `file`; `device` is as for a file.
    ///
    /// - Complexity: linear in the length of the text; allocates a copy of the text, and the events, 16 bytes each.
    public init(_ text: String, file: String = "recording", device: String? = nil) throws(RecordingError) {
        try self.init(bytes: Array(text.utf8), file: file, device: device)
    }

    /// Reads a recording from `bytes`, which errors call `file`; `device` is as for a file.
    ///
    /// Lines may end in CR LF, and the first line may begin with a byte order mark. Names and comments may contain
    /// bytes that are not UTF-8. A line may have at most 65,536 bytes.
    ///
    /// - Complexity: linear in the number of bytes; allocates a copy of the bytes, and the events, 16 bytes each.
    public init(bytes: [UInt8], file: String = "recording", device: String? = nil) throws(RecordingError) {
        try self.init(source: RecordingSource(bytes: bytes, name: file), device: device)
    }

    /// Reads a recording whose device and events are apart; errors call the two parts `descriptionFile` and
    /// `eventsFile`.
    ///
    /// - Complexity: linear in the number of bytes; allocates a copy of the bytes, and the events, 16 bytes each.
    public init(
        description: [UInt8],
        descriptionFile: String = "description",
        events: [UInt8],
        eventsFile: String = "events"
    ) throws(RecordingError) {
        try self.init(
            description: RecordingSource(bytes: description, name: descriptionFile),
            events: RecordingSource(bytes: events, name: eventsFile)
        )
    }

    /// Reads a recording from `source`.
    package init(source: RecordingSource, device: String?) throws(RecordingError) {
        self = try RecordingParser(parsing: source).recording(of: device)
    }

    private init(description: RecordingSource, events: RecordingSource) throws(RecordingError) {
        self = try RecordingParser(parsing: description).recording()
        self.events = try RecordingParser(parsing: events).events()
    }
}
