/// The report descriptor of a touchscreen, after the HID specification (6.2.2) and its usage tables (page 0x0d).
struct ReportDescriptor {
    /// The numbers of the reports.
    enum Report {
        static let input: UInt8 = 1
        static let mostContacts: UInt8 = 2
    }

    private(set) var bytes: [UInt8] = []

    /// A screen with a range of 0 to `extent` on each axis, whose input report has room for `fingers` fingers.
    ///
    /// The report: for each finger a byte of flags (bit 0 the tip, bit 1 the confidence), the contact's number, x and y
    /// of two bytes each; then the time of the scan in two bytes, and the number of contacts.
    init(fingers: Int, extent: Int) {
        item(.usagePage, 0x0d)
        item(.usage, 0x04)  // touch screen
        item(.collection, 1)
        item(.reportID, Int(Report.input))
        for _ in 0..<fingers { finger(extent: extent) }
        item(.usagePage, 0x0d)
        field(usage: 0x56, bits: 16, most: 0x7fff)  // scan time
        field(usage: 0x54, bits: 8, most: 127)  // contact count
        item(.reportID, Int(Report.mostContacts))
        field(usage: 0x55, bits: 8, most: 127, as: .feature)  // the most contacts
        item(.endCollection)
    }

    private mutating func finger(extent: Int) {
        item(.usagePage, 0x0d)
        item(.usage, 0x22)  // finger
        item(.collection, 2)
        field(usage: 0x42, bits: 1, most: 1)  // tip switch
        field(usage: 0x47, bits: 1, most: 1)  // confidence
        item(.reportSize, 6)
        item(.reportCount, 1)
        item(.input, 3)  // filled up to a byte
        field(usage: 0x51, bits: 8, most: 127)  // contact identifier
        item(.usagePage, 0x01)
        field(usage: 0x30, bits: 16, most: extent)  // x
        field(usage: 0x31, bits: 16, most: extent)  // y
        item(.endCollection)
    }

    /// A variable of `bits` bits, from 0 to `most`.
    private mutating func field(usage: Int, bits: Int, most: Int, as kind: Item = .input) {
        item(.usage, usage)
        item(.logicalMinimum, 0)
        item(.logicalMaximum, most)
        item(.reportSize, bits)
        item(.reportCount, 1)
        item(kind, 2)
    }

    /// The items' tags and types, without the two bits of the size.
    private enum Item: UInt8 {
        case usagePage = 0x04
        case usage = 0x08
        case logicalMinimum = 0x14
        case logicalMaximum = 0x24
        case reportSize = 0x74
        case input = 0x80
        case reportID = 0x84
        case reportCount = 0x94
        case collection = 0xa0
        case feature = 0xb0
        case endCollection = 0xc0
    }

    private mutating func item(_ item: Item) { bytes.append(item.rawValue) }

    /// An item with a value; those that are signed have room for the sign.
    private mutating func item(_ item: Item, _ value: Int) {
        if value < 0x80 {
            bytes += [item.rawValue | 1, UInt8(value)]
        } else {
            bytes += [item.rawValue | 2, UInt8(value & 0xff), UInt8(value >> 8)]
        }
    }
}
