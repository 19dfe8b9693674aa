public import ResponderKit

extension Application {
    /// The parts of the machine whose changes the application is told, as a host tells them; none at first.
    ///
    ///     application.machineMonitoring = [.memory, .time]
    ///
    /// What Linux says becomes messages of the life cycle, so an app finds it where it finds it on a simulated device.
    /// It is told in the common modes of the loop, also in the background; a suspended application is told at its
    /// resume. What is not monitored costs nothing.
    ///
    /// For an app on a simulated device, or on a virtual clock, the property says what was asked for and has no other
    /// effect: there the device tells what has changed.
    ///
    /// - Complexity: Reading is O(1) without allocation. Setting reads a few short files and opens a few descriptors
    ///   for each part that is new, and allocates their sources.
    public final var machineMonitoring: MachineMonitoring {
        get { parts.machineMonitoring }
        set {
            parts.machineMonitoring = newValue
            guard !parts.isSimulated, !runLoop.isOnVirtualClock else { return }
            if parts.machine == nil, !newValue.isEmpty {
                parts.machine = MachineMonitor(MachineSystem(), telling: self) { [weak self] problem in
                    self?.parts.onMachineProblem?(problem)
                }
            }
            parts.machine?.monitor(newValue)
        }
    }

    /// Called when a part of the machine is not told as it should, once for each problem; nil at first.
    ///
    /// The problem is also logged. The application goes on, with the next best means where there is one.
    ///
    /// - Complexity: O(1); the first use allocates.
    public final var onMachineProblem: (@MainActor (MachineProblem) -> Void)? {
        get { parts.onMachineProblem }
        set { parts.onMachineProblem = newValue }
    }
}
