extension EvdevRecording {
    /// Reads the recording in the file at `path`, which may be a pipe: evemu's, or what getevent printed.
    ///
    /// - Throws: ``RecordingError``, which names the file and the line.
    /// - Complexity: linear in the size of the file. Of the file a few lines are in memory at a time; the events, of 16
    ///   bytes each, stay.
    public init(path: String) throws(RecordingError) {
        try self.init(source: RecordingSource(path: path))
    }

    /// Reads a recording whose device and events are in files of their own, as older evemu tools wrote them.
    ///
    /// Where the file of events describes a device too, that description is passed over.
    ///
    /// - Throws: ``RecordingError``, which names the file of the two and the line.
    public init(descriptionPath: String, eventsPath: String) throws(RecordingError) {
        try self.init(description: RecordingSource(path: descriptionPath), events: RecordingSource(path: eventsPath))
    }

    /// Reads the recording that `text` is; errors call it `file`.
    public init(_ text: String, file: String = "recording") throws(RecordingError) {
        try self.init(bytes: Array(text.utf8), file: file)
    }

    /// Reads the recording that `bytes` are; errors call them `file`.
    ///
    /// Lines may end in CR LF, and a byte order mark may stand before the first. Bytes that are not UTF-8 may stand in
    /// names and comments. A line has 65,536 bytes at most.
    public init(bytes: [UInt8], file: String = "recording") throws(RecordingError) {
        try self.init(source: RecordingSource(bytes: bytes, name: file))
    }

    /// Reads a recording whose device and events are apart; errors call them `descriptionFile` and `eventsFile`.
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

    /// Reads what comes from `source`.
    package init(source: RecordingSource) throws(RecordingError) {
        self = try RecordingParser(parsing: source).recording()
    }

    private init(description: RecordingSource, events: RecordingSource) throws(RecordingError) {
        self = try RecordingParser(parsing: description).recording()
        self.events = try RecordingParser(parsing: events).events()
    }
}
