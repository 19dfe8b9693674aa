import Testing

@testable import responder_bench

@Suite("ResponderKit beside the others in the report")
struct BesideOthersTests {
    @Test("A variant of ResponderKit stands beside its reference, and ResponderKit is not behind a variant of itself")
    func variants() {
        let (own, busy, floor) = ([3_000.0, 3_000, 3_000], [300.0, 300, 300], [1_000.0, 1_000, 1_000])
        let results = BenchResults.made([
            .made("latency/one-way-20us", .responderKit, own),
            .made(
                "latency/one-way-20us",
                .busyWait,
                busy,
                verdict: Verdict(busy, reference: floor, named: Subject.cFloor.rawValue)
            ),
            .made("latency/one-way-20us", .cFloor, floor), .made("latency/one-way-20us", .busyFloor, [200, 200, 200]),
        ])
        let html = HTMLReport(results: results).text
        #expect(html.contains("0.30×<span class=\"reference\">the C floor</span></td>"))
        #expect(html.contains("3.00 times as long as the C floor and 15.0 times as long as the busy C floor."))
        #expect(!html.contains("as long as a busy wait"))
    }

    @Test("A report says whether ResponderKit is behind no peer because none was measured")
    func noPeers() {
        func html(_ other: Subject) -> String {
            HTMLReport(
                results: .made([.made("loop/post", .responderKit, [2]), .made("loop/post", other, [4])])
            )
            .text
        }
        let (none, ahead) = ("No peer was measured beside ResponderKit", "Behind none of the peers that were measured.")
        #expect(html(.cFloor).contains(none) && !html(.cFloor).contains(ahead))
        #expect(html(.glib).contains(ahead) && !html(.glib).contains(none))
    }

    @Test("A peer is counted as one that costs less only where the list says that ResponderKit is behind")
    func costsLess() {
        // The rounds do not agree in the first row, and do in the second.
        let results = BenchResults.made([
            .made("loop/post", .responderKit, [1, 1, 3, 3]), .made("loop/post", .glib, [1.5, 1.5, 1.5, 1.5]),
            .made("loop/turn", .responderKit, [2, 2, 2, 2]), .made("loop/turn", .glib, [1, 1, 1, 1]),
        ])
        let html = HTMLReport(results: results).text
        #expect(html.contains("GLib</td><td class=\"number\">2</td><td class=\"number\">1</td>"))
    }

    @Test("Each subject has a colour of its own, and one is left for subjects that the program does not know")
    func colours() {
        #expect(Subject.allCases.count < SubjectColour.colours.count)
        #expect(Set(SubjectColour.colours).count == SubjectColour.colours.count)
        let names = Set((Subject.allCases.map(\.rawValue) + ["unknown"]).map(SubjectColour.name))
        #expect(names.count == Subject.allCases.count + 1)
        #expect(names.isSubset(of: SubjectColour.colours.indices.map { "c\($0)" }))
    }
}
