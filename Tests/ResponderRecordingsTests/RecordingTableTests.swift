import ResponderRecordings
import ResponderTouchInput
import TestSupport
import Testing

@Suite("Each recording of a real panel", .enabled(if: TouchData.isExpected, TouchData.absence))
struct RecordingTableTests {
    @Test("Each recording of a real panel has as many contacts began, ended and cancelled as the table says")
    func table() throws {
        var rows: [String: RecordedContacts] = [:]
        for (name, recording) in try TouchData.recordings() + [("ntrig-dell-xt2", TouchData.pair("ntrig-dell-xt2"))] {
            var ledger = ContactLedger(size: Size(1920, 1080))
            for frame in try recording.decoded(size: ledger.size).frames { ledger.enter(frame) }
            #expect(ledger.isBalanced && ledger.violations.isEmpty, "\(name)")
            rows[name] = RecordedContacts(ledger.began.count, ledger.ended, ledger.cancelled)
        }
        #expect(rows == TouchData.contacts)
    }
}
