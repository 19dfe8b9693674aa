import Glibc
import ResponderEnvironment
import ResponderEventLoop
import TestSupport
import Testing

@MainActor
@Suite("The batteries of the machine")
struct PowerMonitorTests {
    private static func battery(_ capacity: String, _ status: String) -> [String: String] {
        let folder = "sys/class/power_supply/BAT0"
        return ["\(folder)/type": "Battery", "\(folder)/capacity": capacity, "\(folder)/status": status]
    }

    private func write(_ files: [String: String], to machine: FakeMachine) throws {
        for (path, text) in files { try machine.tree.folder.write(text, to: path) }
    }

    private static func message(_ subsystem: String) -> [UInt8] {
        Array("change@/devices/BAT0\0ACTION=change\0SUBSYSTEM=\(subsystem)\0SEQNUM=7\0".utf8)
    }

    // Rules: P9.
    @Test("The batteries are told at first, and then once a minute what has changed")
    func minutes() throws {
        let machine = try FakeMachine(Self.battery("42", "Discharging"))
        #expect(machine.monitor(.power) == ["battery 0.42, unplugged"])
        #expect(machine.pass(.seconds(130)) == [])
        try write(Self.battery("41", "Discharging"), to: machine)
        #expect(machine.pass(.seconds(20)) == [])
        #expect(machine.pass(.seconds(50)) == ["battery 0.41, unplugged"])
        #expect(machine.monitor([]) == ["battery unknown"])
        try write(Self.battery("40", "Discharging"), to: machine)
        #expect(machine.pass(.seconds(300)) == [])
    }

    // Rules: P9.
    @Test("A supply that is plugged in is told at once; messages of other devices and broken ones change nothing")
    func messages() throws {
        let machine = try FakeMachine(Self.battery("42", "Discharging"))
        machine.monitor(.power)
        let uevents = try #require(machine.uevents)
        try write(Self.battery("42", "Charging"), to: machine)
        for odd in [Self.message("usb"), [0], [0, 0, 0], Array("SUBSYSTEM=".utf8), Array("SUBSYSTEM=power".utf8)] {
            uevents.write(odd)
            #expect(machine.turn() == [])
        }
        uevents.write(Self.message("power_supply"))
        #expect(machine.turn() == ["battery 0.42, charging"])
    }

    // Rules: P9.
    @Test("A machine without a battery is not woken, and its first battery is told")
    func none() throws {
        let machine = try FakeMachine()
        #expect(machine.monitor(.power) == [])
        #expect(machine.loop.nextDeadline == nil)
        try write(Self.battery("100", "Full"), to: machine)
        machine.uevents?.write(Self.message("power_supply"))
        #expect(machine.turn() == ["battery 1.0, full"])
        try write(["sys/class/power_supply/BAT0/type": "Mains"], to: machine)
        machine.uevents?.write(Self.message("power_supply"))
        #expect(machine.turn() == ["battery none, unknown"])
        #expect(machine.loop.nextDeadline == nil)
    }

    // Rules: P9, P11.
    @Test("Without the kernel's messages a problem is told once, and the batteries once a minute")
    func noMessages() throws {
        let machine = try FakeMachine(Self.battery("7", "Discharging"))
        machine.uevents = nil
        let said = machine.monitor(.power)
        #expect(said.count == 2 && said.last == "battery 0.07, unplugged")
        #expect(
            said.first?.contains("cannot be had: Address family not supported by protocol; allow") == true,
            "\(said)"
        )
        try write(Self.battery("6", "Discharging"), to: machine)
        #expect(machine.pass(.seconds(70)) == ["battery 0.06, unplugged"])
    }
}
