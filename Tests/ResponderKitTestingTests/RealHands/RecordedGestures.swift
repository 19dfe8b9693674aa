import ResponderKit

/// How many gestures a recording has; pans, pinches and rotations that were cancelled at its end are counted apart.
struct RecordedGestures: Hashable, CustomStringConvertible {
    private let counts: [Int]

    init(taps: Int, presses: Int, swipes: Int, pans: Int, pinches: Int, rotations: Int, cancelled: Int = 0) {
        counts = [taps, presses, swipes, pans, pinches, rotations, cancelled]
    }

    init(_ notes: [GestureNote]) {
        let ended = GestureKind.allCases.map { kind in notes.count { $0.kind == kind && $0.state == .ended } }
        counts = ended + [notes.count { $0.state == .cancelled }]
    }

    var count: Int { counts.reduce(0, +) }

    var description: String {
        "RecordedGestures(taps: \(counts[0]), presses: \(counts[1]), swipes: \(counts[2]), pans: \(counts[3]), "
            + "pinches: \(counts[4]), rotations: \(counts[5]), cancelled: \(counts[6]))"
    }
}

extension RecordedGestures {
    /// The gestures of each recording.
    static let table: [String: RecordedGestures] = [
        "3m": .init(taps: 2, presses: 2, swipes: 4, pans: 7, pinches: 3, rotations: 3, cancelled: 3),
        "evemu/3m_0596_0500_0.k3.10.x.ev": .init(taps: 0, presses: 0, swipes: 0, pans: 2, pinches: 0, rotations: 0),
        "evemu/actionstar_2101_1011_0.k3.10.x.ev":
            .init(taps: 0, presses: 0, swipes: 1, pans: 2, pinches: 1, rotations: 1),
        "evemu/advanced-silicon_2149_231c_0.k3.10.x.ev":
            .init(taps: 4, presses: 0, swipes: 0, pans: 0, pinches: 0, rotations: 0),
        "evemu/cando_2087_0a02_0.k3.6.x.ev":
            .init(taps: 0, presses: 0, swipes: 0, pans: 3, pinches: 0, rotations: 0, cancelled: 3),
        "evemu/elan_04f3_016f_0.k3.10.x.ev": .init(taps: 0, presses: 1, swipes: 1, pans: 3, pinches: 1, rotations: 0),
        "evemu/flatfrog_25b5_0002_0.k3.10.x.ev":
            .init(taps: 0, presses: 0, swipes: 1, pans: 3, pinches: 1, rotations: 1),
        "evemu/n-trig_1b96_0f00_0.k3.10.x.ev": .init(taps: 0, presses: 1, swipes: 1, pans: 3, pinches: 2, rotations: 1),
        "evemu/posiflex_0d3a_a000_0.k3.12.x.ev":
            .init(taps: 2, presses: 0, swipes: 2, pans: 2, pinches: 0, rotations: 0),
        "evemu/pqlabs_1ef1_0001_0.k3.10.x.ev": .init(taps: 6, presses: 1, swipes: 1, pans: 3, pinches: 2, rotations: 1),
        "evemu/quanta_0408_3001_0.k3.10.x.ev": .init(taps: 0, presses: 0, swipes: 1, pans: 1, pinches: 0, rotations: 0),
        "evemu/rafi_05bd_0107_0.k3.6.x.ev": .init(taps: 0, presses: 1, swipes: 1, pans: 3, pinches: 1, rotations: 0),
        "evemu/sharp_04dd_9681_0.k3.10.x.ev": .init(taps: 0, presses: 1, swipes: 6, pans: 5, pinches: 3, rotations: 3),
        "evemu/stantum_1f87_0002_0.k3.10.x.ev":
            .init(taps: 0, presses: 0, swipes: 8, pans: 4, pinches: 2, rotations: 1),
        "getevent/galaxy-paint-new.txt":
            .init(taps: 1, presses: 0, swipes: 10, pans: 12, pinches: 0, rotations: 0, cancelled: 1),
        "getevent/galaxys-paint.txt": .init(taps: 15, presses: 0, swipes: 15, pans: 19, pinches: 0, rotations: 0),
        "getevent/phone-single-drag.txt": .init(taps: 0, presses: 0, swipes: 1, pans: 1, pinches: 0, rotations: 0),
        "getevent/phone-three-touches.txt": .init(taps: 3, presses: 0, swipes: 0, pans: 0, pinches: 0, rotations: 0),
        "getevent/phone-two-finger-drag.txt": .init(taps: 0, presses: 0, swipes: 0, pans: 1, pinches: 1, rotations: 1),
        "getevent/tablet-two-finger-drag.txt": .init(taps: 0, presses: 0, swipes: 0, pans: 1, pinches: 1, rotations: 1),
        "libinput/flatfrog_25b5_0002.yml": .init(taps: 0, presses: 0, swipes: 2, pans: 3, pinches: 1, rotations: 1),
        "libinput/lumio_202e_0006.yml": .init(taps: 0, presses: 0, swipes: 7, pans: 3, pinches: 2, rotations: 2),
        "libinput/sitronix_1403_5001.yml": .init(taps: 0, presses: 0, swipes: 7, pans: 10, pinches: 1, rotations: 0),
        "ntrig-dell-xt2": .init(taps: 1, presses: 0, swipes: 0, pans: 0, pinches: 0, rotations: 0),
        "raw-evdev/elan_04f3_000a_0.syn_dropped.evdev64":
            .init(taps: 0, presses: 0, swipes: 0, pans: 0, pinches: 0, rotations: 0),
        "wetab": .init(taps: 11, presses: 0, swipes: 0, pans: 0, pinches: 0, rotations: 0),
    ]
}
