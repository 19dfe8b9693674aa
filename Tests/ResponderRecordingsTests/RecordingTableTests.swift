import ResponderRecordings
import ResponderTouchInput
import TestSupport
import Testing

@Suite("Each recording of a real panel", .enabled(if: TouchData.isExpected, TouchData.absence))
struct RecordingTableTests {
    /// How many contacts began, ended and were cancelled: the first column by EXPECTED.tsv and libinput where these count.
    private static let table = [
        "3m": [34, 32, 2],
        "evemu/3m_0596_0500_0.k3.10.x.ev": [13, 13, 0],
        "evemu/actionstar_2101_1011_0.k3.10.x.ev": [3, 3, 0],
        "evemu/advanced-silicon_2149_231c_0.k3.10.x.ev": [947, 947, 0],
        "evemu/cando_2087_0a02_0.k3.6.x.ev": [13, 11, 2],
        "evemu/elan_04f3_016f_0.k3.10.x.ev": [14, 14, 0],
        "evemu/flatfrog_25b5_0002_0.k3.10.x.ev": [17, 17, 0],
        "evemu/n-trig_1b96_0f00_0.k3.10.x.ev": [18, 18, 0],
        "evemu/posiflex_0d3a_a000_0.k3.12.x.ev": [4, 4, 0],
        "evemu/pqlabs_1ef1_0001_0.k3.10.x.ev": [32, 32, 0],
        "evemu/quanta_0408_3001_0.k3.10.x.ev": [1, 1, 0],
        "evemu/rafi_05bd_0107_0.k3.6.x.ev": [13, 13, 0],
        "evemu/sharp_04dd_9681_0.k3.10.x.ev": [80, 80, 0],
        "evemu/stantum_1f87_0002_0.k3.10.x.ev": [20, 20, 0],
        "getevent/galaxy-paint-new.txt": [14, 13, 1],
        "getevent/galaxys-paint.txt": [34, 34, 0],
        "getevent/phone-single-drag.txt": [1, 1, 0],
        "getevent/phone-three-touches.txt": [3, 3, 0],
        "getevent/phone-two-finger-drag.txt": [2, 2, 0],
        "getevent/tablet-two-finger-drag.txt": [2, 2, 0],
        "libinput/flatfrog_25b5_0002.yml": [17, 17, 0],
        "libinput/lumio_202e_0006.yml": [11, 11, 0],
        "libinput/sitronix_1403_5001.yml": [32, 32, 0],
        "ntrig-dell-xt2": [4, 4, 0],
        "wetab": [11, 11, 0],
    ]

    @Test("has so many contacts that began, ended and were cancelled")
    func table() throws {
        var rows: [String: [Int]] = [:]
        for (name, recording) in try TouchData.recordings() + [("ntrig-dell-xt2", TouchData.pair("ntrig-dell-xt2"))] {
            var ledger = ContactLedger(size: Size(1920, 1080))
            for frame in try recording.decoded(size: ledger.size).frames { ledger.enter(frame) }
            #expect(ledger.isBalanced && ledger.violations.isEmpty, "\(name)")
            rows[name] = [ledger.began.count, ledger.ended, ledger.cancelled]
        }
        #expect(rows == Self.table)
    }
}
