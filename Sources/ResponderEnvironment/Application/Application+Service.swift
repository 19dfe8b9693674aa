internal import Logging
public import ResponderKit

extension Application {
    /// Has the application tell the service manager that started its process, as systemd does by a unit of
    /// `Type=notify-reload` or `Type=notify`, what it does (rules U1 to U7).
    ///
    /// The manager is told
    /// - that the service is ready, once the application is active, has made its views up to date, and, where its host
    ///   tells of pictures (`ApplicationHost.tellsPresentedFrames`), has shown one;
    /// - a status for people: `serviceStatus`;
    /// - at half of the unit's `WatchdogSec=` each time, by a timer of the application's loop, that the main thread is
    ///   not stuck. The timer fires in every mode and while the application is suspended, and keeps no run alive. The
    ///   first sign of life follows the loop's first update pass, so a launch may take longer than `WatchdogSec=`;
    /// - that the service reloads, at a SIGHUP, and when `onReload` has returned;
    /// - that the service stops, when the end begins (`terminate(status:)`, SIGTERM).
    ///
    /// What the manager's socket has no room for is kept, the newest of each kind, and sent when there is room. Where
    /// the socket cannot be used, or a variable cannot be read, one line goes to the log, and the app goes on.
    ///
    /// Call this method once, in the launch. It takes the variables `NOTIFY_SOCKET`, `WATCHDOG_USEC` and
    /// `WATCHDOG_PID` out of the environment, so that programs which the app starts do not speak for it; no other
    /// thread may read the environment meanwhile. A child that fork(2) makes sends nothing. Without `NOTIFY_SOCKET`,
    /// on a simulated device, and after the first call, this method does nothing, and SIGHUP keeps its effect.
    ///
    /// - Parameter onReload: Reads the settings of the service again. Called on the main actor at each SIGHUP, and once
    ///   for several that come together; not while the application is suspended, but at its resume. Nil leaves SIGHUP
    ///   its effect, which is to end the process; otherwise the calling thread no longer blocks the signal.
    /// - Complexity: O(1), with a few calls of the system; allocates the socket, the timer and the signal's source.
    public final func followServiceManager(onReload: (@MainActor () -> Void)? = nil) {
        guard !parts.isSimulated, parts.follower == nil, endReason == nil else { return }
        guard let variables = ServiceVariables.take() else { return }
        follow(variables, onReload: onReload) { problem in
            Logger(label: "responderkit.ResponderEnvironment").warning("\(problem)")
        }
    }

    /// A line for people, which the service manager shows, as `systemctl status` does; empty at first.
    ///
    /// It is kept until the manager is followed (`followServiceManager(onReload:)`), and told when it has changed.
    /// Characters that end a line are escaped, and what is beyond the 300th character is left out.
    public final var serviceStatus: String {
        get { parts.serviceStatus }
        set {
            guard newValue != parts.serviceStatus else { return }
            parts.serviceStatus = newValue
            parts.follower?.tell(status: newValue)
        }
    }

    /// Follows the manager that the variables name.
    final func follow(
        _ variables: ServiceVariables,
        onReload: (@MainActor () -> Void)?,
        report: @escaping @MainActor (ServiceProblem) -> Void
    ) {
        do throws(ServiceProblem) {
            let follower = try ServiceFollower(self, variables, reload: onReload, report: report)
            parts.follower = follower
            if !serviceStatus.isEmpty { follower.tell(status: serviceStatus) }
        } catch {
            for problem in variables.problems + [error] { report(problem) }
        }
    }
}
