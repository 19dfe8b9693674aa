#if Cairo
internal import ResponderKit

/// Reads pictures on other threads, each file once for all that wait for it.
@MainActor
final class PictureLoader {
    /// A file that was read.
    struct Loaded {
        let path: String
        let result: Result<SurfaceHandle, CairoError>
        /// The names that have waited for the picture.
        let names: Set<String>
        /// The forms in which the picture is to be drawn, the first of them made.
        let forms: [(form: PictureForm, made: SurfaceHandle?)]
    }

    private struct Reading {
        /// Another one for each reading: a file that was forgotten meanwhile is read anew.
        let number: Int
        var names: Set<String>
        var forms: [PictureForm]
    }

    /// By path.
    private var readings: [String: Reading] = [:]
    private var readingCount = 0
    /// How often each form was asked for again soon after it had been asked for, and when it was last.
    private var repeats: [PictureForm: (count: Int, last: MainRunLoop.Instant)] = [:]

    /// How many forms are made as soon as a picture is there; others are made when they are drawn.
    private static let formLimit = 16
    /// How often a picture may be displaced before it is drawn.
    private static let mostRepeats = 8
    private static let repeatTime = Duration.seconds(2)

    /// Whether a file is being read, or what was read was not taken yet.
    var isLoading: Bool { !readings.isEmpty }

    /// Whether a picture may be a blank until its file was read on another thread.
    ///
    /// It may not where it was read again and again: then the pictures on the screen have more pixels than are kept,
    /// and would displace each other forever.
    func mayWait(for form: PictureForm) -> Bool {
        if case .file(let path) = form.source, readings[path] != nil { return true }
        let now = MainRunLoop.Instant.now
        guard let known = repeats[form], now < known.last.advanced(by: Self.repeatTime) else { return true }
        guard known.count >= Self.mostRepeats else { return true }
        repeats[form]?.last = now
        return false
    }

    private func noteRequest(of form: PictureForm) {
        let now = MainRunLoop.Instant.now
        let count = repeats[form].map { now < $0.last.advanced(by: Self.repeatTime) ? $0.count + 1 : 1 } ?? 1
        if repeats.count >= 1024 { repeats = [:] }
        repeats[form] = (count, now)
    }

    /// Reads a file on another thread, and makes the first of the forms that wait for it there.
    ///
    /// - Parameter take: Called once on the main actor with what was read, unless the file is forgotten meanwhile; not
    ///   called for a file that is being read already.
    func load(
        _ path: String,
        for name: String,
        _ form: PictureForm,
        pixelLimit: Int,
        then take: @escaping @MainActor (Loaded) -> Void
    ) {
        guard readings[path] == nil else {
            readings[path]?.names.insert(name)
            if let forms = readings[path]?.forms, forms.count < Self.formLimit, !forms.contains(form) {
                readings[path]?.forms.append(form)
            }
            return
        }
        noteRequest(of: form)
        readingCount += 1
        let number = readingCount
        readings[path] = Reading(number: number, names: [name], forms: [form])
        Task { [weak self] in
            let (result, made) = await Task.detached { Self.read(path, form, pixelLimit: pixelLimit) }.value
            // What was read of a file that was forgotten meanwhile may be old.
            guard let self, let reading = readings[path], reading.number == number else { return }
            readings[path] = nil
            let forms = reading.forms.map { (form: $0, made: $0 == form ? made : nil) }
            take(Loaded(path: path, result: result, names: reading.names, forms: forms))
        }
    }

    private nonisolated static func read(
        _ path: String,
        _ form: PictureForm,
        pixelLimit: Int
    ) -> (Result<SurfaceHandle, CairoError>, SurfaceHandle?) {
        let result = PictureFile.decoded(path, pixelLimit: pixelLimit)
        guard case .success(let original) = result, form.differs(from: original) else { return (result, nil) }
        return (result, form.made(of: original))
    }

    /// Drops the reading of a file; returns the names that wait for it.
    func forget(_ path: String) -> Set<String> {
        repeats = repeats.filter { $0.key.source != .file(path) }
        return readings.removeValue(forKey: path)?.names ?? []
    }

    /// Drops all readings; returns the names that wait for them.
    func removeAll() -> Set<String> {
        repeats = [:]
        defer { readings = [:] }
        return readings.values.reduce(into: []) { $0.formUnion($1.names) }
    }
}
#endif
