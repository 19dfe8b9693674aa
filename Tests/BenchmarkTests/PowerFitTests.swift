import Foundation
import Testing

@testable import responder_bench

@Suite("The exponent of a curve")
struct PowerFitTests {
    /// Costs at sizes that are four times apart.
    private func curve(_ sizes: [Double] = [16, 64, 256, 1024, 4096, 16384], _ cost: (Double) -> Double)
        -> [(size: Double, cost: Double)]
    {
        sizes.map { ($0, cost($0)) }
    }

    @Test(
        "The exponent of a constant, a linear and a quadratic cost is 0, 1 and 2, without an error",
        arguments: [0.0, 1, 2]
    )
    func powers(exponent: Double) throws {
        let fit = try #require(PowerFit(curve { 7 * pow($0, exponent) }))
        #expect(abs(fit.exponent - exponent) < 1e-9 && fit.error < 1e-6)
        #expect(fit.description == "n^\(exponent.fixed(2)) (± 0.00)")
    }

    @Test("The exponent of n log n is a little more than 1, and that of a logarithm a little more than 0")
    func logarithms() throws {
        let sorting = try #require(PowerFit(curve { $0 * log($0) }))
        #expect((1.05...1.2).contains(sorting.exponent) && sorting.error < 0.02)
        let searching = try #require(PowerFit(curve { 100 + 5 * log($0) }))
        #expect((0.01...0.1).contains(searching.exponent))
    }

    @Test("A part that does not grow hides little of a quadratic cost, since small sizes are left out")
    func offset() throws {
        let cost = { (size: Double) in 100_000 + size * size }
        #expect(try #require(PowerFit(curve([1024, 4096, 16384], cost))).exponent > 1.9)
        // The small sizes alone look constant.
        #expect(try #require(PowerFit(curve([2, 4, 8, 16], cost))).exponent < 0.01)
    }

    @Test("Costs beside the line have an error that is not zero, and leave the exponent within some errors")
    func noise() throws {
        let cost = [1.1, 0.9, 1.05, 0.95, 1.1, 0.9]
        let points = zip(curve { 3 * $0 }, cost).map { (size: $0.size, cost: $0.cost * $1) }
        let fit = try #require(PowerFit(points))
        #expect(fit.error > 0.01 && abs(fit.exponent - 1) < 3 * fit.error)
    }

    @Test("The order of the sizes does not matter")
    func order() throws {
        let points = curve { 5 + $0 * $0 }
        #expect(PowerFit(points)?.exponent == PowerFit(points.reversed())?.exponent)
    }

    @Test("There is no exponent of fewer than three sizes, or where sizes or costs have no logarithm")
    func tooLittle() {
        #expect(PowerFit([]) == nil && PowerFit(curve([1, 2]) { $0 }) == nil)
        #expect(PowerFit(curve([1, 2, 2, 2]) { $0 }) == nil)
        #expect(PowerFit(curve([0, 1, 2]) { $0 + 1 }) == nil)
        #expect(PowerFit(curve { _ in 0 }) == nil && PowerFit(curve { _ in -1 }) == nil)
        #expect(PowerFit(curve { _ in .nan }) == nil && PowerFit(curve { _ in .infinity }) == nil)
    }

    @Test("A size of 0 and a cost of 0 are left out of the fit")
    func leftOut() throws {
        let points = [(size: 0.0, cost: 3.0), (size: 8.0, cost: 0.0)] + curve { $0 }
        #expect(abs(try #require(PowerFit(points)).exponent - 1) < 1e-9)
    }

    @Test("The table has the exponent of each curve at its largest size, and none for a metric without sizes")
    func table() {
        var result = WorkloadResult(workload: "growth/rows", references: [])
        for size in [10, 100, 1000] {
            for noise in [0.5, 1, 9] {
                let time = Measurement("time", "ns", Double(size) * noise, size: size)
                result.add(time, of: .responderKit)
            }
        }
        result.add(Measurement("memory", "bytes", 4), of: .responderKit)
        let lines = TableReport([result]).text.split(separator: "\n")
        #expect(lines.count(where: { $0.contains("n^1.00 (± 0.00)") }) == 1)
        #expect(lines.contains { $0.contains("time at 1000") && $0.contains("n^1.00") })
    }
}
