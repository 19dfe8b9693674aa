extension EvemuRecording {
    /// Reads the recording in the file at `path`.
    ///
    /// - Throws: ``RecordingError``, which names the file and the line.
    /// - Complexity: linear in the size of the file, which is held in memory while it is read.
    public init(path: String) throws(RecordingError) {
        try self.init(bytes: RecordingFile.read(path), file: path)
    }

    /// Reads a recording whose device and events are in files of their own, as older evemu tools wrote them.
    ///
    /// Where the file of events describes a device too, that description is passed over.
    ///
    /// - Throws: ``RecordingError``, which names the file of the two and the line.
    public init(descriptionPath: String, eventsPath: String) throws(RecordingError) {
        try self.init(
            description: RecordingFile.read(descriptionPath),
            descriptionFile: descriptionPath,
            events: RecordingFile.read(eventsPath),
            eventsFile: eventsPath
        )
    }

    /// Reads the recording that `text` is; errors call it `file`.
    public init(_ text: String, file: String = "recording") throws(RecordingError) {
        try self.init(bytes: Array(text.utf8), file: file)
    }

    /// Reads the recording that `bytes` are; errors call them `file`.
    ///
    /// Lines may end in CR LF. Bytes that are not UTF-8 may stand in names and comments.
    public init(bytes: [UInt8], file: String = "recording") throws(RecordingError) {
        var parser = EvemuParser(bytes: bytes, file: file)
        try parser.parse()
        self = try parser.recording()
    }

    /// Reads a recording whose device and events are apart; errors call them `descriptionFile` and `eventsFile`.
    public init(
        description: [UInt8],
        descriptionFile: String = "description",
        events: [UInt8],
        eventsFile: String = "events"
    ) throws(RecordingError) {
        var device = EvemuParser(bytes: description, file: descriptionFile)
        try device.parse()
        self = try device.recording()
        var happened = EvemuParser(bytes: events, file: eventsFile)
        try happened.parse()
        self.events = happened.events
    }
}
