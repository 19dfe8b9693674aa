public import ResponderKit
public import ResponderNotifications

extension Application {
    /// The machine was suspended, and goes on: see ``MachineMonitoring/sleep``.
    ///
    /// Posted in the first turn after the machine has woken. If a day has begun meanwhile, the significant time change
    /// follows.
    public struct MachineDidWake: TypedNotification {
        /// The notification's name.
        public static let name = "ResponderMachineDidWakeNotification"
        /// The application.
        public let subject: AnyObject?
        /// How long the machine was suspended.
        public let sleep: Duration
    }
}
