internal import CResponderScenarios
internal import ResponderKit
internal import ResponderSupport

/// What the program's arguments ask for.
struct FuzzArguments: Equatable {
    /// Scenarios that are carried out under the checkers instead of random runs.
    var files: [String] = []
    var minutes = 1
    /// How many runs; nil for as many as the time has room for.
    var runs: Int?
    var jobs = max(1, Int(rsc_processor_count()))
    var seed: UInt64 = 1
    /// How many steps a run has.
    var steps = 60
    /// The app; nil for random ones.
    var app: String?
    var screen = FuzzRequest.usualScreen
    /// Where scenarios of failures are written.
    var output = "fuzz-failures"
    /// How long a run may take, in seconds.
    var timeout = 30
    var wantsHelp = false

    /// A mistake in the arguments, in one line.
    struct Mistake: Error, Equatable {
        let message: String
    }

    private enum Option: String, CaseIterable {
        case app, help, jobs, minutes, output, runs, screen, seed, steps, timeout
    }

    init() {}

    /// Reads the arguments that follow the program's name.
    init(_ words: [String]) throws(Mistake) {
        var rest = words[...]
        while let word = rest.popFirst() {
            guard word.hasPrefix("-") else {
                files.append(word)
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = parts[0] == "-h" ? .help : Self.option(parts[0]) else { throw Self.unknown(parts[0]) }
            if option == .help {
                wantsHelp = true
                continue
            }
            guard let value = parts.count > 1 ? parts[1] : rest.popFirst(), !value.isEmpty else {
                throw Mistake(message: "--\(option.rawValue) takes a value")
            }
            try set(option, value)
        }
    }

    private static func option(_ word: String) -> Option? {
        word.hasPrefix("--") ? Option(rawValue: String(word.dropFirst(2))) : nil
    }

    private static func unknown(_ word: String) -> Mistake {
        let name = String(word.drop { $0 == "-" })
        let meant = name.nearest(of: Option.allCases.map(\.rawValue)).map { "; did you mean --\($0)?" } ?? ""
        return Mistake(message: "there is no option \(word.quotedInOneLine(limit: 64))\(meant)")
    }

    private mutating func set(_ option: Option, _ value: String) throws(Mistake) {
        func number(_ range: ClosedRange<Int>) throws(Mistake) -> Int {
            guard let number = Int(value), range.contains(number) else {
                throw mistake("a number from \(range.lowerBound) to \(range.upperBound)")
            }
            return number
        }
        func mistake(_ expected: String) -> Mistake {
            Mistake(message: "--\(option.rawValue) takes \(expected), not \(value.quotedInOneLine(limit: 64))")
        }
        switch option {
        case .help: wantsHelp = true
        case .app: app = value
        case .output: output = value
        case .minutes: minutes = try number(1...100_000)
        case .runs: runs = try number(1...1_000_000_000)
        case .jobs: jobs = try number(1...1024)
        case .steps: steps = try number(1...10_000)
        case .timeout: timeout = try number(1...86_400)
        case .seed:
            guard let seed = UInt64(value) else { throw mistake("a whole number from 0 on") }
            self.seed = seed
        case .screen:
            let extents = value.split(separator: "x", omittingEmptySubsequences: false).map { Double($0) ?? 0 }
            guard extents.count == 2, extents.allSatisfy({ 1...100_000 ~= $0 }) else {
                throw mistake("a width and a height in points, such as 400x700")
            }
            screen = Size(extents[0], extents[1])
        }
    }
}
