internal import CResponderEnvironment
internal import ResponderEventLoop
internal import ResponderKit

/// Tells how full the batteries are, and whether they are being charged.
///
/// The kernel tells when a supply is plugged in or taken away. How full a battery is few drivers tell, so as long as
/// there is one it is read once a minute; a machine without a battery is never woken.
@MainActor
final class PowerMonitor: MachinePart {
    private static let interval = Duration.seconds(60)
    /// How many messages one turn takes: others go on meanwhile.
    private static let mostMessages = 64

    private let system: MachineSystem
    private let loop: MainRunLoop
    private let listener: any MachineListener
    private var source: MainRunLoop.DescriptorSource?
    private var timer: MainRunLoop.Timer?
    private var last: (level: Double?, state: BatteryState) = (nil, .unknown)
    /// Whoever is told something may stop the part.
    private var isStopped = false

    init(_ system: MachineSystem, _ loop: MainRunLoop, _ listener: any MachineListener) {
        (self.system, self.loop, self.listener) = (system, loop, listener)
    }

    func start() {
        // First, so that nothing is missed between the look and the messages.
        followMessages()
        look()
    }

    func stop() {
        isStopped = true
        source?.cancel()
        timer?.cancel()
        (source, timer) = (nil, nil)
        if last.level != nil || last.state != .unknown { listener.batteryIsUnknown() }
    }

    private func followMessages() {
        do {
            let socket = Descriptor(try system.openUevents())
            source = try loop.addDescriptorSource(socket.number, for: .read, name: "power supplies") { [weak self] _ in
                self?.take(from: socket)
            }
            source?.keepsRunAlive = false
        } catch {
            listener.note(
                MachineProblem(
                    .power,
                    "a supply that is plugged in is told a minute later, and the first battery not at all: the "
                        + "kernel's messages about devices cannot be had: \(error); allow AF_NETLINK in "
                        + "RestrictAddressFamilies= of the unit"
                )
            )
        }
    }

    private func take(from socket: Descriptor) {
        var concerns = false
        for _ in 0..<Self.mostMessages {
            let found = rse_uevents_take(socket.number, "power_supply")
            if found < 0 { break }
            if found > 0 { concerns = true }
        }
        if concerns { look() }
    }

    private func look() {
        guard !isStopped else { return }
        var charge = LinuxBattery.charge(in: system.tree)
        // In steps of a hundredth, as UIKit tells it: more would be noise of the measurement.
        charge.level = charge.level.map { ($0 * 100).rounded() / 100 }
        let isNew = charge != last
        last = charge
        if isNew { listener.batteryDidChange(level: charge.level, state: charge.state) }
        if isStopped { return }
        if charge.level == nil, charge.state == .unknown {
            timer?.cancel()
            timer = nil
        } else if timer == nil {
            timer = loop.addTimer(
                after: Self.interval,
                every: Self.interval,
                tolerance: .seconds(10),
                name: "batteries"
            ) { [weak self] _ in
                self?.look()
            }
            timer?.keepsRunAlive = false
        }
    }
}
