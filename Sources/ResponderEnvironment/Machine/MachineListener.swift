package import ResponderKit

/// Who is told what has changed in the machine.
@MainActor
package protocol MachineListener: AnyObject {
    /// Memory is short.
    func memoryIsShort()
    /// The time of day has changed other than by passing, or a day has begun.
    func timeDidChange()
    /// The machine has slept.
    func machineDidWake(after sleep: Duration)
    /// The batteries are as full as that, or there are none.
    func batteryDidChange(level: Double?, state: BatteryState)
    /// Nobody tells of the batteries any more.
    func batteryIsUnknown()
    /// The system has another language, or the first one is known.
    func localeDidChange(_ identifier: String)
    /// A means cannot be used.
    func note(_ problem: MachineProblem)
}
