import ResponderEnvironment
import ResponderEventLoop
import TestSupport
import Testing

@MainActor
@Suite("Memory that is short")
struct MemoryMonitorTests {
    private static let cgroup = "sys/fs/cgroup/system.slice/kiosk.service"

    /// The files of a unit with its cgroup.
    private static func unit(_ files: [String: String] = [:]) -> [String: String] {
        var all = ["proc/self/cgroup": "1:name=systemd:/x\n0::/system.slice/kiosk.service\n"]
        all["\(cgroup)/cgroup.procs"] = "1\n"
        for (name, text) in files { all["\(cgroup)/\(name)"] = text }
        return all
    }

    private static func memory(available: Int) -> [String: String] {
        ["proc/meminfo": "MemTotal:        1000 kB\nMemFree: 5 kB\nMemAvailable:   \(available) kB\n"]
    }

    // Rules: P6.
    @Test("The pressure of the unit's own cgroup becomes a warning, at most every 10 seconds")
    func cgroupPressure() throws {
        let (machine, own, whole) = (try FakeMachine(Self.unit()), FakeTrigger(), FakeTrigger())
        machine.triggers = ["kiosk.service/memory.pressure": own, "/proc/pressure/memory": whole]
        #expect(machine.monitor(.memory) == [])
        #expect(machine.conditions == ["some 200000 2000000"])
        #expect(machine.turn() == [])
        own.press()
        #expect(machine.turn() == ["memory"])
        own.clear()
        #expect(machine.pass(.seconds(9)) == [])
        own.press()
        #expect(machine.turn() == [])
        own.clear()
        #expect(machine.pass(.seconds(1)) == [])
        own.press()
        #expect(machine.turn() == ["memory"])
        machine.monitor([])
        own.clear()
        own.press()
        #expect(machine.pass(.seconds(60)) == [])
    }

    // Rules: P6.
    @Test("Where the unit has no cgroup of its own, the pressure of the whole machine counts, without a message")
    func wholePressure() throws {
        let (machine, whole) = (try FakeMachine(), FakeTrigger())
        machine.triggers = ["/proc/pressure/memory": whole]
        #expect(machine.monitor(.memory) == [])
        whole.press()
        #expect(machine.turn() == ["memory"])
    }

    // Rules: P6, P11.
    @Test("A cgroup whose pressure ends is followed by the next best means, and a message says so")
    func endedPressure() throws {
        let files = Self.unit().merging(Self.memory(available: 500)) { $1 }
        let (machine, own) = (try FakeMachine(files), FakeTrigger())
        machine.triggers = ["kiosk.service/memory.pressure": own]
        #expect(machine.monitor(.memory) == [])
        own.end()
        let said = machine.turn()
        #expect(said.count == 1)
        #expect(said.first?.contains("so shortage is looked for every 10 seconds") == true, "\(said)")
        #expect(said.first?.contains("memory.pressure\": the kernel has ended it") == true, "\(said)")
    }

    // Rules: P6, P11.
    @Test("Without pressure, the counters of a cgroup with a limit tell, and one message gives the reasons")
    func limits() throws {
        func events(_ high: Int, low: Int = 0) -> String { "low \(low)\nhigh \(high)\nmax 1\noom 0\n" }
        let files = Self.unit(["memory.high": "1000000\n", "memory.max": "max\n", "memory.events": events(3)])
        let machine = try FakeMachine(files)
        let said = machine.monitor(.memory)
        #expect(said.count == 1)
        #expect(said.first?.contains("kiosk.service/memory.pressure\": No such file or directory; ") == true, "\(said)")
        #expect(said.first?.contains("so shortage is counted by \"/sys/fs/cgroup/") == true, "\(said)")
        #expect(machine.turn() == [])
        try machine.tree.folder.write(events(3, low: 1), to: "\(Self.cgroup)/memory.events")
        #expect(machine.turn() == [])
        try machine.tree.folder.write(events(4), to: "\(Self.cgroup)/memory.events")
        #expect(machine.turn() == ["memory"])
    }

    // Rules: P6.
    @Test("Without pressure and limits, memory is short when less than a tenth of it is left")
    func remainder() throws {
        let files = Self.unit(["memory.high": "max\n"]).merging(Self.memory(available: 100)) { $1 }
        let machine = try FakeMachine(files)
        let said = machine.monitor(.memory)
        #expect(said.count == 1)
        #expect(said.first?.contains("its memory has no limit") == true, "\(said)")
        #expect(machine.pass(.seconds(60)) == [])
        try machine.tree.folder.write(Self.memory(available: 99)["proc/meminfo"] ?? "", to: "proc/meminfo")
        // It is looked for every 10 seconds with a tolerance, and told at most every 10 seconds.
        let warnings = machine.pass(.seconds(60))
        #expect(Set(warnings) == ["memory"] && (3...6).contains(warnings.count), "\(warnings)")
        // What cannot be read any more, or holds anything, is no shortage.
        for text in ["", "MemAvailable: x kB", "MemTotal: 1\nMemAvailable:", "\u{1b}[31m"] {
            try machine.tree.folder.write(text, to: "proc/meminfo")
            #expect(machine.pass(.seconds(20)) == [])
        }
    }

    // Rules: P11.
    @Test("A machine that tells nothing of its memory is reported once")
    func nothing() throws {
        let machine = try FakeMachine(["proc/self/cgroup": "0::/../x\n"])
        let said = machine.monitor(.memory)
        #expect(said.count == 1)
        #expect(said.first?.contains("so shortage is not told: \"/proc/pressure/memory\": No such") == true, "\(said)")
        #expect(machine.pass(.seconds(60)) == [])
    }

    // Rules: P6, P11.
    @Test("A trigger that is no descriptor to wait for is passed over")
    func plainFile() throws {
        let pressure = ["proc/pressure/memory": "some avg10=0.00\n"]
        let machine = try FakeMachine(pressure.merging(Self.memory(available: 1)) { $1 })
        let system = MachineSystem(tree: SystemTree(root: machine.tree.folder.path))
        let monitor = MachineMonitor(system, on: machine.loop, telling: machine.listener)
        monitor.monitor(.memory)
        let said = machine.take()
        #expect(said.count == 1)
        #expect(said.first?.contains("every 10 seconds: \"/proc/pressure/memory\": ") == true, "\(said)")
        #expect(machine.pass(.seconds(12)) == ["memory"])
        monitor.monitor([])
        #expect(machine.pass(.seconds(60)) == [])
    }
}
