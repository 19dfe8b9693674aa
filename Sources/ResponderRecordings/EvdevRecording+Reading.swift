extension EvdevRecording {
    /// Reads the recording in the file at `path`, which may be a pipe: evemu's, or what getevent printed.
    ///
    /// What getevent printed may be of several devices, of which the one is read that touches. Where it does not describe
    /// that, its axes reach from 0 to the greatest value that the events had, or from the least if that is below 0. Without `-t` it
    /// prints no times, and all events happen at 0.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - device: Which device is read where several touch, by its path, as `/dev/input/event2`, or by its name;
    ///     evemu's recordings are of one, and this is passed over.
    /// - Throws: ``RecordingError``, which names the file and the line.
    /// - Complexity: linear in the size of the file. Of the file a few lines are in memory at a time; the events, of 16
    ///   bytes each, stay.
    public init(path: String, device: String? = nil) throws(RecordingError) {
        try self.init(source: RecordingSource(path: path), device: device)
    }

    /// Reads a recording whose device and events are in files of their own, as older evemu tools wrote them.
    ///
    /// Where the file of events describes a device too, that description is passed over.
    ///
    /// - Throws: ``RecordingError``, which names the file of the two and the line.
    public init(descriptionPath: String, eventsPath: String) throws(RecordingError) {
        try self.init(description: RecordingSource(path: descriptionPath), events: RecordingSource(path: eventsPath))
    }

    /// Reads the recording that `text` is; errors call it `file`; of several devices that touch, `device` is read.
    public init(_ text: String, file: String = "recording", device: String? = nil) throws(RecordingError) {
        try self.init(bytes: Array(text.utf8), file: file, device: device)
    }

    /// Reads the recording that `bytes` are; errors call them `file`; of several devices that touch, `device` is read.
    ///
    /// Lines may end in CR LF, and a byte order mark may stand before the first. Bytes that are not UTF-8 may stand in
    /// names and comments. A line has 65,536 bytes at most.
    public init(bytes: [UInt8], file: String = "recording", device: String? = nil) throws(RecordingError) {
        try self.init(source: RecordingSource(bytes: bytes, name: file), device: device)
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
    package init(source: RecordingSource, device: String?) throws(RecordingError) {
        self = try RecordingParser(parsing: source).recording(of: device)
    }

    private init(description: RecordingSource, events: RecordingSource) throws(RecordingError) {
        self = try RecordingParser(parsing: description).recording()
        self.events = try RecordingParser(parsing: events).events()
    }
}
