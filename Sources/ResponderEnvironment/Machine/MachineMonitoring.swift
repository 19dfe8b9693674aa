/// The parts of the machine whose changes an application is told: see `Application.machineMonitoring`.
///
/// - Complexity: Each member is O(1) without allocation.
public struct MachineMonitoring: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// The parts with these bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Memory that is short becomes `HostMessage.memoryWarning`, at most every 10 seconds (rule P6).
    public static let memory = MachineMonitoring(rawValue: 1 << 0)
    /// Midnight, summer time, another time zone, and a clock that is set by a second or more become
    /// `DeviceChange.significantTime` (rule P7).
    public static let time = MachineMonitoring(rawValue: 1 << 1)
    /// A machine that was suspended for a second or more is told by `Application.MachineDidWake` (rule
    /// P8).
    public static let sleep = MachineMonitoring(rawValue: 1 << 2)
    /// The batteries become `DeviceChange.batteryLevel(_:)` and `DeviceChange.batteryState(_:)` (rule P9).
    public static let power = MachineMonitoring(rawValue: 1 << 3)
    /// The language of the process, and changes of the system's, become `DeviceChange.locale(_:)` (rule P10).
    public static let locale = MachineMonitoring(rawValue: 1 << 4)
    /// All parts.
    public static let all: MachineMonitoring = [.memory, .time, .sleep, .power, .locale]
}
