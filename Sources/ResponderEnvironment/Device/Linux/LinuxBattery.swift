internal import ResponderKit

/// The batteries that a machine runs on; those of mice and other devices do not count.
enum LinuxBattery {
    /// How full they are together, and whether they are being charged.
    static func charge(in tree: SystemTree) -> (level: Double?, state: BatteryState) {
        let folder = "/sys/class/power_supply"
        let batteries = tree.names(folder).map { "\(folder)/\($0)" }.filter { battery in
            tree.text("\(battery)/type") == "Battery" && tree.text("\(battery)/scope") != "Device"
                && tree.number("\(battery)/present") != 0
        }
        let levels = batteries.compactMap { level($0, in: tree) }
        let mean = levels.isEmpty ? nil : levels.reduce(0, +) / Double(levels.count)
        return (mean, state(of: batteries.compactMap { tree.text("\($0)/status") }, mean))
    }

    private static func level(_ battery: String, in tree: SystemTree) -> Double? {
        if let percent = tree.number("\(battery)/capacity") {
            return (0...100).contains(percent) ? Double(percent) / 100 : nil
        }
        for kind in ["energy", "charge"] {
            guard let now = tree.number("\(battery)/\(kind)_now"), let full = tree.number("\(battery)/\(kind)_full")
            else { continue }
            return now >= 0 && full > 0 ? min(1, Double(now) / Double(full)) : nil
        }
        return nil
    }

    /// A machine whose battery is at rest is plugged in: as UIKit says it, it is charging until the battery is full.
    private static func state(of statuses: [String], _ level: Double?) -> BatteryState {
        if statuses.contains("Discharging") { return .unplugged }
        if statuses.contains("Charging") { return .charging }
        if !statuses.isEmpty, statuses.allSatisfy({ $0 == "Full" }) { return .full }
        guard statuses.contains("Not charging") || statuses.contains("Full") else { return .unknown }
        return level == 1 ? .full : .charging
    }
}
