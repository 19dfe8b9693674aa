/// The description of one absolute axis by a Linux input device: the kernel's `struct input_absinfo`.
///
/// - Complexity: O(1) without allocation, for each member that does not say otherwise.
public struct EvdevAxis: Hashable, Sendable {
    /// The value that the axis had when the device was asked, in device units.
    public var value: Int32
    /// The least value, in device units.
    public var minimum: Int32
    /// The greatest value, in device units.
    public var maximum: Int32
    /// The noise that the kernel filters out, in device units.
    public var fuzz: Int32
    /// The range about the centre that counts as the centre, in device units; 0 on touch panels.
    public var flat: Int32
    /// Device units per millimetre; 0 where the device does not say.
    public var resolution: Int32

    /// An axis from `minimum` to `maximum`, both included; `value` is the minimum unless given.
    public init(
        minimum: Int32,
        maximum: Int32,
        value: Int32? = nil,
        fuzz: Int32 = 0,
        flat: Int32 = 0,
        resolution: Int32 = 0
    ) {
        self.value = value ?? minimum
        self.minimum = minimum
        self.maximum = maximum
        self.fuzz = fuzz
        self.flat = flat
        self.resolution = resolution
    }

    /// Whether `value` lies in the range of the axis.
    public func contains(_ value: Int32) -> Bool {
        minimum <= value && value <= maximum
    }

    /// Where `value` lies on a screen that is `extent` points wide: always in `0 ..< extent`.
    ///
    /// The formula is libinput's, `(value - minimum) / (maximum - minimum + 1) * extent`: each device unit is a cell,
    /// and the result is the cell's first edge, so that the greatest value stays on the screen. A value outside the
    /// range counts as the nearest value inside. 0 for an axis whose maximum is below its minimum.
    public func position(of value: Int32, in extent: Double) -> Double {
        guard minimum <= maximum else { return 0 }
        let clamped = min(max(value, minimum), maximum)
        let cells = Double(Int64(maximum) - Int64(minimum) + 1)
        let position = Double(Int64(clamped) - Int64(minimum)) / cells * extent
        // Where the extent is near the smallest double, the product can round up to the extent.
        return position < extent ? position : extent.nextDown
    }

    /// How far along the axis `value` is: 0 at the minimum, 1 at the maximum, and never outside.
    ///
    /// 0 for an axis that has a single value, or a maximum below its minimum.
    public func fraction(of value: Int32) -> Double {
        guard minimum < maximum else { return 0 }
        let clamped = min(max(value, minimum), maximum)
        return Double(Int64(clamped) - Int64(minimum)) / Double(Int64(maximum) - Int64(minimum))
    }
}
