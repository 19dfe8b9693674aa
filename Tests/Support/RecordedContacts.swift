/// How many contacts of a recording began, ended and were cancelled.
package struct RecordedContacts: Hashable, Sendable {
    package let began: Int
    package let ended: Int
    package let cancelled: Int

    package init(_ began: Int, _ ended: Int, _ cancelled: Int) {
        (self.began, self.ended, self.cancelled) = (began, ended, cancelled)
    }
}

extension TouchData {
    /// The contacts of each recording; how many began is also what EXPECTED.tsv and libinput say, where these count.
    package static let contacts = [
        "3m": RecordedContacts(34, 32, 2),
        "evemu/3m_0596_0500_0.k3.10.x.ev": RecordedContacts(13, 13, 0),
        "evemu/actionstar_2101_1011_0.k3.10.x.ev": RecordedContacts(3, 3, 0),
        "evemu/advanced-silicon_2149_231c_0.k3.10.x.ev": RecordedContacts(947, 947, 0),
        "evemu/cando_2087_0a02_0.k3.6.x.ev": RecordedContacts(13, 11, 2),
        "evemu/elan_04f3_016f_0.k3.10.x.ev": RecordedContacts(14, 14, 0),
        "evemu/flatfrog_25b5_0002_0.k3.10.x.ev": RecordedContacts(17, 17, 0),
        "evemu/n-trig_1b96_0f00_0.k3.10.x.ev": RecordedContacts(18, 18, 0),
        "evemu/posiflex_0d3a_a000_0.k3.12.x.ev": RecordedContacts(4, 4, 0),
        "evemu/pqlabs_1ef1_0001_0.k3.10.x.ev": RecordedContacts(32, 32, 0),
        "evemu/quanta_0408_3001_0.k3.10.x.ev": RecordedContacts(1, 1, 0),
        "evemu/rafi_05bd_0107_0.k3.6.x.ev": RecordedContacts(13, 13, 0),
        "evemu/sharp_04dd_9681_0.k3.10.x.ev": RecordedContacts(80, 80, 0),
        "evemu/stantum_1f87_0002_0.k3.10.x.ev": RecordedContacts(20, 20, 0),
        "getevent/galaxy-paint-new.txt": RecordedContacts(14, 13, 1),
        "getevent/galaxys-paint.txt": RecordedContacts(34, 34, 0),
        "getevent/phone-single-drag.txt": RecordedContacts(1, 1, 0),
        "getevent/phone-three-touches.txt": RecordedContacts(3, 3, 0),
        "getevent/phone-two-finger-drag.txt": RecordedContacts(2, 2, 0),
        "getevent/tablet-two-finger-drag.txt": RecordedContacts(2, 2, 0),
        "libinput/flatfrog_25b5_0002.yml": RecordedContacts(17, 17, 0),
        "libinput/lumio_202e_0006.yml": RecordedContacts(11, 11, 0),
        "libinput/sitronix_1403_5001.yml": RecordedContacts(32, 32, 0),
        "ntrig-dell-xt2": RecordedContacts(4, 4, 0),
        "wetab": RecordedContacts(11, 11, 0),
    ]
}
