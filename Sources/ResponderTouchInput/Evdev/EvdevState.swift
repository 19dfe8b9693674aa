/// The answers of a Linux input device that is asked for its present state, after a loss of events.
///
/// The answers are those of the kernel's ioctls: `EVIOCGMTSLOTS` for each slot, `EVIOCGABS` for each axis, `EVIOCGKEY`
/// for the keys.
public struct EvdevState: Hashable, Sendable {
    /// The values of multi-touch axes by code, one for each slot, for example `ABS_MT_TRACKING_ID` (0x39).
    public var slotValues: [UInt16: [Int32]]
    /// The values of the other axes by code, for example `ABS_MT_SLOT` (0x2f), the slot that the next values belong to.
    public var axisValues: [UInt16: Int32]
    /// The keys that are down, for example `BTN_TOUCH` (0x14a).
    public var keys: Set<UInt16>

    /// A state made of these answers.
    ///
    /// - Complexity: O(1); no allocation.
    public init(slotValues: [UInt16: [Int32]] = [:], axisValues: [UInt16: Int32] = [:], keys: Set<UInt16> = []) {
        self.slotValues = slotValues
        self.axisValues = axisValues
        self.keys = keys
    }
}
