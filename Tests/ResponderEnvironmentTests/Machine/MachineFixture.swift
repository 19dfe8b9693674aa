import Glibc
import ResponderEnvironment
import ResponderEventLoop
import ResponderKit
import TestSupport

/// A machine of files, clocks and descriptors that a test moves, a loop on a virtual clock, and what was told.
@MainActor
final class FakeMachine {
    let tree: FakeTree
    let clock = FakeClock()
    let loop: MainRunLoop
    var variables: [String: String] = [:]
    /// The triggers by the ends of their paths; any other path does not exist.
    var triggers: [String: FakeTrigger] = [:]
    /// The near end is the socket of the kernel's messages; nil where there are none to be had.
    var uevents: SocketPair? = SocketPair()
    let listener = MachineLog()
    private(set) var conditions: [String] = []
    private var monitor: MachineMonitor?

    init(_ files: [String: String] = ["etc/localtime": "rules of UTC"]) throws {
        tree = try FakeTree(files)
        loop = try makeLoop()
    }

    var system: MachineSystem {
        var system = MachineSystem(tree: SystemTree(root: tree.folder.path), clock: clock)
        system.variable = { [unowned self] in variables[$0] }
        system.openTrigger = { [unowned self] (path, condition) throws(SystemFailure) in
            conditions.append(condition)
            guard let trigger = triggers.first(where: { path.hasSuffix($0.key) })?.value else {
                throw SystemFailure(ENOENT)
            }
            return dup(trigger.near)
        }
        system.openUevents = { [unowned self] () throws(SystemFailure) in
            guard let uevents else { throw SystemFailure(EAFNOSUPPORT) }
            return dup(uevents.near)
        }
        return system
    }

    /// Monitors these parts, and returns what was told at once.
    @discardableResult
    func monitor(_ parts: MachineMonitoring) -> [String] {
        if monitor == nil { monitor = MachineMonitor(system, on: loop, telling: listener) }
        monitor?.monitor(parts)
        return take()
    }

    /// One turn, and what was told in it.
    func turn() -> [String] {
        loop.turn()
        return take()
    }

    /// The virtual time passes, and what was told meanwhile.
    func pass(_ time: Duration) -> [String] {
        loop.advance(by: time)
        return take()
    }

    /// What was told since the last call.
    func take() -> [String] { listener.take() }
}

/// Writes down what is told.
@MainActor
final class MachineLog: MachineListener {
    private var told: [String] = []

    func take() -> [String] {
        defer { told = [] }
        return told
    }

    func memoryIsShort() { told.append("memory") }
    func timeDidChange() { told.append("time") }
    func machineDidWake(after sleep: Duration) { told.append("woke after \(sleep.components.seconds) s") }
    func batteryDidChange(level: Double?, state: BatteryState) {
        told.append("battery \(level.map { "\($0)" } ?? "none"), \(state)")
    }
    func batteryIsUnknown() { told.append("battery unknown") }
    func localeDidChange(_ identifier: String) { told.append("locale \(identifier)") }
    func note(_ problem: MachineProblem) { told.append("problem: \(problem)") }
}

/// Clocks that a test moves, in a time zone without summer time.
@MainActor
final class FakeClock: MachineClock {
    /// Noon of the first day, an hour after the start.
    var times = MachineTimes(wall: .seconds(43_200), boot: .seconds(3_600), awake: .seconds(3_600))
    /// The seconds by which the zone is ahead of UTC.
    var zone: Int64 = 0
    var newZone: Int64?
    private(set) var alarm: Int64?
    /// By how much the clock is set while the alarm is set the next time, of which the alarm then tells nothing.
    var stepDuringAlarm: Duration?
    private var perform: (@MainActor () -> Void)?

    func nextTurn(after seconds: Int64) -> Int64 {
        let local = seconds + zone
        return local - ((local % 86_400) + 86_400) % 86_400 + 86_400 - zone
    }

    func zoneDidChange() { zone = newZone ?? zone }

    func startAlarm(on loop: MainRunLoop, perform: @escaping @MainActor () -> Void) throws(MachineProblem) {
        self.perform = perform
    }

    func setAlarm(_ seconds: Int64) -> Bool {
        alarm = seconds
        guard let step = stepDuringAlarm else { return true }
        stepDuringAlarm = nil
        times.wall += step
        return false
    }

    func stopAlarm() { (perform, alarm) = (nil, nil) }

    /// The machine runs for a time.
    func run(_ time: Duration) {
        times.awake += time
        sleep(time)
    }

    /// The machine sleeps, or at least its clocks go on.
    func sleep(_ time: Duration) {
        times.boot += time
        times.wall += time
    }

    /// The kernel lets the alarm go off: its time has come, or the clock was set.
    func ring() { perform?() }
}

/// A descriptor that reports urgent data as a trigger of pressure does: a TCP socket.
final class FakeTrigger: Sendable {
    let near: Int32
    private let far: Int32

    init() {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let listener = socket(AF_INET, type, 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let far = socket(AF_INET, type, 0)
        let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 1) == 0 && getsockname(listener, $0, &length) == 0
                    && connect(far, $0, length) == 0
            }
        }
        precondition(isConnected, "no socket: \(String(cString: strerror(errno)))")
        self.far = far
        near = accept(listener, nil, nil)
    }

    deinit {
        close(near)
        close(far)
    }

    /// There is pressure.
    func press() {
        var byte: UInt8 = 1
        precondition(send(far, &byte, 1, Int32(MSG_OOB)) == 1)
    }

    /// The event was taken, as the kernel does by itself.
    func clear() {
        var byte: UInt8 = 0
        _ = recv(near, &byte, 1, Int32(MSG_OOB))
    }

    /// The cgroup is removed: the trigger has an error from now on.
    func end() {
        // To connect to nothing ends the connection at once, which the near end is told as an error.
        var nothing = sockaddr()
        nothing.sa_family = sa_family_t(AF_UNSPEC)
        precondition(connect(far, &nothing, socklen_t(MemoryLayout<sockaddr>.size)) == 0)
    }
}
