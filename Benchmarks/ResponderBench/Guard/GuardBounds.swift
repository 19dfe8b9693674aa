import Foundation

/// The bounds of the counts: for each workload and each number, the least and the greatest count.
struct GuardBounds: Codable {
    struct Range: Codable {
        let least: Double
        let most: Double
    }

    /// The compiler that made the counted program: another compiler may well give other counts.
    var compiler: String
    var workloads: [String: [String: Range]]
    /// For each curve the least and the greatest exponent of its instructions: see ``PowerFit``.
    var growth: [String: Range]

    static let instructions = "instructions an event"

    static func calls(_ kind: CostlyCall) -> String { "\(kind.rawValue) a million events" }

    /// Bounds below and above the counts, so that a gain is written down and kept.
    init(around counts: [String: [String: Double]], growth exponents: [String: Double], compiler: String) {
        self.compiler = compiler
        let slacks = Dictionary(uniqueKeysWithValues: GrowthCurve.all.map { ($0.name, $0.counted.slack) })
        growth = Dictionary(
            uniqueKeysWithValues: exponents.map { ($0, Self.range(aroundExponent: $1, slack: slacks[$0] ?? 0.05)) }
        )
        workloads = counts.mapValues { numbers in
            Dictionary(
                uniqueKeysWithValues: numbers.map { ($0, Self.range(around: $1, isCalls: $0 != Self.instructions)) }
            )
        }
    }

    /// Reads a file that ``write(to:)`` wrote.
    init(contentsOf file: String) throws {
        do {
            self = try JSONDecoder().decode(Self.self, from: try Data(contentsOf: URL(fileURLWithPath: file)))
        } catch {
            throw GuardBoundsError(file: file, reason: error)
        }
    }

    func write(to file: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(fileURLWithPath: file))
    }

    /// The range around a count.
    ///
    /// A call that is added for each event adds a million to the count; a call that is added for each batch adds some
    /// thousands. Both are more than the slack of a tenth and a hundred.
    private static func range(around number: Double, isCalls: Bool) -> Range {
        let slack = isCalls ? number / 10 + 100 : number * 0.03
        return Range(least: max(0, number - slack).rounded(.down), most: (number + slack).rounded(.up))
    }

    /// The range around an exponent.
    ///
    /// The largest size is 16 to 256 times the smallest one, so a twentieth is 15 to 32 % of the cost at the largest
    /// size. A loop over all that there are adds 1 to the exponent.
    private static func range(aroundExponent exponent: Double, slack: Double) -> Range {
        Range(least: ((exponent - slack) * 100).rounded() / 100, most: ((exponent + slack) * 100).rounded() / 100)
    }

    /// The exponents that are beyond their bounds, each in a sentence.
    func violations(byGrowth exponents: [String: Double]) -> [String] {
        exponents.sorted { $0.key < $1.key }.compactMap { curve, exponent in
            guard let range = growth[curve] else { return "growth/\(curve): no bounds are known for it" }
            let counted = "growth/\(curve): the instructions grow as \(PowerFit.power(exponent))"
            if exponent > range.most {
                return
                    "\(counted), faster than the \(PowerFit.power(range.most)) that they may grow as at most: a cost "
                    + "that grows more, or a cheaper part that does not grow"
            }
            if exponent < range.least {
                return
                    "\(counted), slower than the \(PowerFit.power(range.least)) expected at least: a gain, to be kept "
                    + "by new bounds, or a dearer part that does not grow"
            }
            return nil
        }
    }

    /// The counts that are beyond their bounds, each in a sentence.
    func violations(by counts: [String: [String: Double]]) -> [String] {
        counts.sorted { $0.key < $1.key }.flatMap { workload, numbers in
            numbers.sorted { $0.key < $1.key }.compactMap { name, number in
                guard let range = workloads[workload]?[name] else {
                    return "\(workload): \(name): no bounds are known for it"
                }
                let counted = "\(workload): \(Self.format(number)) \(name)"
                if number > range.most {
                    return "\(counted), \(Self.format(number - range.most)) more than the \(Self.format(range.most)) "
                        + "that it may be at most"
                }
                if number < range.least {
                    return
                        "\(counted), \(Self.format(range.least - number)) fewer than the \(Self.format(range.least)) "
                        + "expected at least: a gain, to be kept by new bounds"
                }
                return nil
            }
        }
    }

    static func format(_ number: Double) -> String {
        number < 10_000 && number != number.rounded() ? number.fixed(1) : String(Int(number.rounded()))
    }
}

/// There are no bounds to compare with.
struct GuardBoundsError: Error, CustomStringConvertible {
    let file: String
    let reason: any Error

    var description: String {
        "\(file): holds no bounds that can be read, so nothing was counted; --update writes some (\(reason))"
    }
}
