internal import ResponderKit

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
    ///   - apps: The apps that the script may name; nil for any.
    /// - Throws: ``Problems``, with every line that is wrong.
    /// - Complexity: O(length of the text), and for each line O(number of `apps`); allocates the steps and their texts.
    public init(_ text: String, name: String = "script", apps: [String]? = nil) throws(Problems) {
        steps = []
        var text = text[...]
        if text.unicodeScalars.first == "\u{FEFF}" { text = Substring(text.unicodeScalars.dropFirst()) }
        var problems: [Problem] = []
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
        for (place, line) in lines.enumerated() {
            do throws(DeviceLine.Problem) {
                if let command = try DeviceLine(line, apps: apps)?.command {
                    steps.append(Step(command: command, line: place + 1))
                }
            } catch {
                problems.append(Problem(file: name, line: place + 1, word: error.word, text: error.text))
            }
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

    /// The commands and their meanings: some 70 lines of up to 80 characters.
    public static let help: String = {
        let width = 30
        return DeviceCommand.groups.map { group in
            let lines = group.forms.map { form in
                let usage = form.arguments.isEmpty ? form.name : "\(form.name) \(form.arguments)"
                let separator = usage.count > width ? "\n" + String(repeating: " ", count: width + 4) : "  "
                return "  \(usage.padded(to: width))\(separator)\(form.meaning)"
            }
            return ([group.title + ":"] + lines).joined(separator: "\n")
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
