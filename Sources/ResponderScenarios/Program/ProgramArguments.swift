internal import ResponderSupport

/// What the program's arguments ask for.
struct ProgramArguments: Equatable {
    /// Files and folders, as they were given.
    var paths: [String] = []
    var svgFolder: String?
    var junitFile: String?
    var updates = false
    var shard: Shard?
    /// How many scenarios run at the same time; nil for one on each processor.
    var jobs: Int?
    /// How long a scenario may take in a process of its own, in seconds.
    var timeout = 60
    var variables: [String: String] = [:]
    var filter: String?
    var usesColor = true
    var isQuiet = false
    var lists = false
    var wantsHelp = false

    /// A mistake in the arguments, in one line.
    struct Mistake: Error, Equatable {
        let message: String
    }

    /// More processes than that are a slip.
    private static let mostJobs = 1024
}

/// One of several equal parts of the scenarios, such as the second of eight.
struct Shard: Hashable {
    /// From 1.
    let number: Int
    let count: Int

    /// `2/8`; nil where the text is no part of a whole.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]), 1 <= number, number <= count
        else { return nil }
        self.number = number
        self.count = count
    }

    var text: String { "\(number)/\(count)" }

    /// The part's elements: each element of the whole is in exactly one part, and the parts' sizes differ by at most 1.
    func part<Element>(of whole: [Element]) -> [Element] {
        stride(from: number - 1, to: whole.count, by: count).map { whole[$0] }
    }
}

/// An option of the program.
enum ProgramOption: String, CaseIterable {
    case filter, help, jobs, junit, list, quiet, set, shard, svg, timeout, update
    case noColor = "no-color"

    init?(word: Substring) {
        if word == "-h" {
            self = .help
        } else if word.hasPrefix("--"), let option = ProgramOption(rawValue: String(word.dropFirst(2))) {
            self = option
        } else {
            return nil
        }
    }

    var word: String { "--\(rawValue)" }

    /// What the option's value is; nil for an option without a value.
    var value: String? {
        switch self {
        case .filter: "TEXT"
        case .jobs: "N"
        case .junit: "FILE"
        case .set: "NAME=VALUE"
        case .shard: "I/N"
        case .svg: "DIR"
        case .timeout: "SECONDS"
        case .help, .list, .noColor, .quiet, .update: nil
        }
    }
}

extension ProgramArguments {
    /// Reads the arguments that follow the program's name.
    init(_ words: [String]) throws(Mistake) {
        self.init()
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                paths += rest
                break
            }
            guard word.hasPrefix("-") else {
                paths.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let option = ProgramOption(word: parts[0]) else { throw Self.unknown(parts[0]) }
            var value = parts.count > 1 ? String(parts[1]) : nil
            if let kind = option.value {
                if value == nil { value = rest.popFirst() }
                guard let value, !value.isEmpty else { throw Mistake(message: "\(option.word) takes a value: \(kind)") }
                try set(option, to: value)
            } else {
                if value != nil { throw Mistake(message: "\(option.word) takes no value") }
                set(option)
            }
        }
    }

    private static func unknown(_ word: Substring) -> Mistake {
        let name = String(word.drop { $0 == "-" })
        let meant = name.nearest(of: ProgramOption.allCases.map(\.rawValue)).map { "; did you mean --\($0)?" } ?? ""
        return Mistake(message: "there is no option \(String(word).quotedInOneLine(limit: 64))\(meant)")
    }

    private mutating func set(_ option: ProgramOption) {
        switch option {
        case .help: wantsHelp = true
        case .list: lists = true
        case .noColor: usesColor = false
        case .quiet: isQuiet = true
        case .update: updates = true
        case .filter, .jobs, .junit, .set, .shard, .svg, .timeout: break
        }
    }

    private mutating func set(_ option: ProgramOption, to value: String) throws(Mistake) {
        func mistake(_ expected: String) -> Mistake {
            Mistake(message: "\(option.word) takes \(expected), not \(value.quotedInOneLine(limit: 64))")
        }
        switch option {
        case .filter: filter = value
        case .junit: junitFile = value
        case .svg: svgFolder = value
        case .jobs:
            guard let number = Int(value), 1...Self.mostJobs ~= number else {
                throw mistake("a number from 1 to \(Self.mostJobs)")
            }
            jobs = number
        case .timeout:
            guard let seconds = Int(value), 1...86_400 ~= seconds else {
                throw mistake("a number of seconds from 1 to 86400")
            }
            timeout = seconds
        case .shard:
            guard let shard = Shard(value) else { throw mistake("a part of the whole, such as 2/8") }
            self.shard = shard
        case .set:
            let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else { throw mistake("NAME=VALUE") }
            guard Variables.isName(String(parts[0])) else {
                throw mistake("a name of letters, digits and _, which begins with no digit, and =VALUE")
            }
            variables[String(parts[0])] = String(parts[1])
        case .help, .list, .noColor, .quiet, .update: break
        }
    }

    /// What each scenario is run with.
    var options: ScenarioOptions {
        var options = ScenarioOptions()
        options.variables = variables
        options.updates = updates
        options.svgFolder = svgFolder
        return options
    }
}
