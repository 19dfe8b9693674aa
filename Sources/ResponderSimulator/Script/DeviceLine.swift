internal import ResponderKit
internal import ResponderSupport

/// A line of a script, read word by word.
struct DeviceLine {
    let command: DeviceScript.Command

    /// Why a line cannot be read.
    struct Problem: Error {
        let word: String?
        let text: String
        /// Whether the word names an app that is not known, and may be declared by a later line.
        var isUnknownApp = false
        /// The app that the line would declare, were it right: the next lines may name the app all the same.
        var declares: String?
    }

    /// Reads a line; nil for an empty line or a comment.
    init?(_ line: Substring, apps: KnownApps) throws(Problem) {
        let words: [ScriptWords.Word]
        do {
            words = try ScriptWords.words(of: line)
        } catch {
            throw Problem(word: error.word, text: error.problem)
        }
        guard let name = words.first?.text else { return nil }
        guard let form = DeviceCommand.form(name) else {
            var text = "\(name.quotedInOneLine()) is no command"
            if let meant = name.nearest(of: DeviceCommand.names) {
                text += "; did you mean \"\(meant)\"?"
            } else {
                text += "; commands are \(DeviceCommand.names.joined(separator: ", "))"
            }
            throw Problem(word: name, text: text)
        }
        var reader = LineReader(form: form, words: words.dropFirst(), apps: apps)
        command = try reader.command()
        try reader.end()
    }
}
