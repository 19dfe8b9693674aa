internal import ResponderKit
internal import ResponderSupport

/// A script: actions on a device, in order, as text with an action on each line.
///
///     # Anna calls.
///     launch mail
///     wait 2s
///     call Anna
///     decline-call
///
/// A line is a command with words after it; ``help`` lists them. A word with spaces stands in double quotes; within
/// them, \" \\ \n \r \t \0 and, with a number in hexadecimal, \u{1B} are escapes. A # at the beginning of a word begins
/// a comment. The description of a ``DeviceAction`` is a line of a script.
///
/// Lines end as an editor counts them: with a line feed, a carriage return or both. Other separators of lines, such as
/// U+2028, are spaces outside of quotes. A byte order mark at the beginning is skipped.
public struct DeviceScript: Hashable, Sendable {
    /// The steps, in order.
    public var steps: [Step]

    /// A line with a command.
    public struct Step: Hashable, Sendable {
        /// The command on the line.
        public let command: Command
        /// The line's number, from 1.
        public let line: Int
    }

    /// The effect of a line of a script.
    public enum Command: Hashable, Sendable {
        /// Time passes.
        case wait(Duration)
        /// An action is performed on the device.
        case perform(DeviceAction)
        /// A note is written into the history.
        case note(String)
    }

    /// Reads a script from text.
    ///
    /// - Parameters:
    ///   - text: The lines.
    ///   - name: The script's name in errors, such as the file's name.
    ///   - apps: The apps on the device, which the script may name, as it may name apps that it declares before; nil
    ///     for any.
    /// - Throws: ``Problems``, with every line that is wrong.
    /// - Complexity: O(length of the text), and of the names of `apps`; allocates the steps and their texts.
    public init(_ text: String, name: String = "script", apps: [String]? = nil) throws(Problems) {
        steps = []
        var text = text[...]
        if text.unicodeScalars.first == "\u{FEFF}" { text = Substring(text.unicodeScalars.dropFirst()) }
        var problems: [Problem] = []
        var known = KnownApps(apps)
        // The problems with names of apps, by their places among the problems.
        var unknown: [(place: Int, app: String)] = []
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        for (place, line) in lines.enumerated() {
            do throws(DeviceLine.Problem) {
                if let command = try DeviceLine(line, apps: known)?.command {
                    steps.append(Step(command: command, line: place + 1))
                    switch command {
                    case .perform(.install(let app)): known.declare(app.name, inLine: place + 1)
                    case .perform(.uninstall(let app)): known.forget(app)
                    default: break
                    }
                }
            } catch {
                if let app = error.declares { known.declare(app, inLine: place + 1) }
                if error.isUnknownApp, let app = error.word { unknown.append((problems.count, app)) }
                problems.append(Problem(file: name, line: place + 1, word: error.word, text: error.text))
            }
        }
        for (place, app) in unknown {
            guard let line = known.line(declaring: app) else { continue }
            let text = "the app \(app.quotedInOneLine()) is declared later, in line \(line); move that line up"
            problems[place] = Problem(file: name, line: problems[place].line, word: app, text: text)
        }
        if !problems.isEmpty { throw Problems(problems: problems) }
    }

    /// A problem with a line of a script.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// The script's name.
        public let file: String
        /// The line's number, from 1.
        public let line: Int
        /// The word that is wrong, as the script has it; nil where a word is missing.
        public let word: String?
        /// What is wrong, and what would be right.
        public let text: String

        /// `file:line: ` and the problem, always in one line; characters that would steer a terminal are escaped.
        public var description: String { "\(file):\(line): \(text)".inOneLine() }
    }

    /// The problems with a script.
    public struct Problems: Error, Hashable, CustomStringConvertible {
        /// A problem for each line that is wrong, in the order of the lines.
        public let problems: [Problem]

        /// The problems, with a line for each.
        public var description: String { problems.map(\.description).joined(separator: "\n") }
    }

    /// The time that a word of a script gives, such as `250ms`; nil for other words, and beyond a year.
    package static func duration(_ word: String) -> Duration? { ScriptValues.duration(word) }

    /// The commands and their meanings: some 90 lines of up to 80 characters.
    public static let help: String = {
        let width = 30
        let words = [("Words behind the name of an app that a script declares", ScriptedApp.forms)]
        return (DeviceCommand.groups.map { ($0.title, $0.forms) } + words).map { title, forms in
            let lines = forms.map { form in
                let usage = form.arguments.isEmpty ? form.name : "\(form.name) \(form.arguments)"
                let separator = usage.count > width ? "\n" + String(repeating: " ", count: width + 4) : "  "
                return "  \(usage.padded(to: width))\(separator)\(form.meaning)"
            }
            return ([title + ":"] + lines).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }()
}

extension SimulatedDevice {
    /// Runs a script; after each line the apps do the work that is due.
    ///
    /// Where the device refuses a line, the history records the refusal, and the script continues.
    ///
    /// - Parameters:
    ///   - script: The script to run.
    ///   - onRefusal: Called with each line that is refused, and the reason.
    /// - Complexity: That of `advance(by:)` for each line that waits, of ``perform(_:)`` and `settle()` for each
    ///   action.
    public func run(_ script: DeviceScript, onRefusal: (DeviceScript.Step, DeviceError) -> Void = { _, _ in }) {
        for step in script.steps {
            switch step.command {
            case .wait(let duration): advance(by: duration)
            case .note(let text): record(.note(text))
            case .perform(let action):
                do throws(DeviceError) {
                    try perform(action)
                } catch {
                    onRefusal(step, error)
                }
                settle()
            }
        }
    }
}
