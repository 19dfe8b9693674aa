import Testing

@testable import responder_bench

@Suite("The rows as CSV")
struct CSVTests {
    @Test(
        "A field of CSV is in quotes where it holds a comma, a quote or an end of line, and only there",
        arguments: [
            ("plain text", "plain text"), ("", ""), ("a,b", "\"a,b\""), ("5\" of it", "\"5\"\" of it\""),
            ("\"\"", "\"\"\"\"\"\""), ("two\nlines", "\"two\nlines\""), ("two\r\nlines", "\"two\r\nlines\""),
            (" spaces stay ", " spaces stay "),
        ]
    )
    func quoting(text: String, field: String) {
        #expect(CSVReport.field(text) == field)
    }

    @Test("CSV has a head and a record for each row, with as many fields each, ended by CR and LF")
    func records() {
        let verdict = Verdict([4, 4], reference: [2, 2], named: "C floor")
        let rows: [BenchResults.Row] = [
            .made("loop/turn", .responderKit, [4, 4], verdict: verdict),
            .made("loop/turn", .cFloor, [1, 2, 3], size: 7),
        ]
        let text = CSVReport(rows).text
        let records = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        #expect(records[0].hasPrefix("workload,subject,metric,unit,size,median,min,max,"))
        #expect(records[1] == "loop/turn,ResponderKit,time,ns/event,,4.0,4.0,4.0,4.0,4.0,2,2.0,2.0,2.0,C floor")
        #expect(records[2] == "loop/turn,C floor,time,ns/event,7,2.0,1.0,3.0,1.5,2.5,3,,,,")
        #expect(records.dropFirst(3).isEmpty)
    }
}
