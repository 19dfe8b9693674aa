import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("Memory")
struct MemoryTests {
    // Rules: A34, SEQ12, SEQ13.
    @Test(
        "of ten apps the suspended ones go first, then those in the background, each time the largest",
        arguments: 1...8
    )
    func tenApps(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let log = DeviceLog()
        let device = log.device
        let names = (0..<10).map { "app\($0)" }
        for name in names {
            try log.install(name, footprint: Int.random(in: 1...8, using: &random) * 10, modes: [.audio])
            try device.perform(.launch(name))
            if Bool.random(using: &random) { try device.perform(.beginActivity(name, .audio)) }
        }
        // What a plain sort says; it is stable, as the order of installing.
        let running = try names.dropLast().map {
            (name: $0, state: try device.state(of: $0), size: try device.footprint(of: $0))
        }
        let bySize = running.enumerated().sorted { ($1.element.size, $0.offset) < ($0.element.size, $1.offset) }.map(
            \.element
        )
        let expected = bySize.filter { $0.state == .suspended } + bySize.filter { $0.state == .background }
        let warned = running.filter { $0.state == .background }.map(\.name) + ["app9"]

        var inUse = device.memoryInUse
        #expect(inUse == running.reduce(0) { $0 + $1.size } + (try device.footprint(of: "app9")))
        for (place, app) in expected.enumerated() {
            // One byte less than there is: exactly one app has to go.
            let lines = try log.perform(.setMemoryCapacity(inUse - 1))
            inUse -= app.size
            #expect(device.memoryInUse == inUse)
            #expect(try device.state(of: app.name) == .notRunning, "\(place): \(app)")
            let alive = warned.filter { name in !expected[..<place].contains { $0.name == name } }
            #expect(lines.filter { $0.contains("D memoryWarning") }.count == alive.count)
            #expect(lines.contains("\(app.name) D willTerminate [background]") == (app.state == .background))
        }
        // The app in front stays, however short memory is.
        try device.perform(.setMemoryCapacity(0))
        #expect(try device.state(of: "app9") == .active)
    }

    @Test("an app that gives memory back when it is warned spares the others")
    func givesBack() throws {
        let log = DeviceLog()
        let device = log.device
        try log.install("mail", footprint: 60)
        try log.install("maps", footprint: 30)
        log.afterNoting = { line, _ in
            if line.hasPrefix("maps D memoryWarning") { _ = try? device.perform(.setFootprint("maps", bytes: 10)) }
        }
        _ = try log.perform(.setMemoryCapacity(100), .launch("mail"), .launch("maps"))
        #expect(try log.states("mail", "maps") == [.suspended, .active])
        try device.perform(.setFootprint("maps", bytes: 50))
        #expect(device.memoryInUse == 70)
        #expect(try log.states("mail", "maps") == [.suspended, .active])
        // What it comes to take inside its code is looked at when that is over.
        log.afterNoting = { line, _ in
            if line.hasPrefix("maps D timeChange") { _ = try? device.perform(.setFootprint("maps", bytes: 90)) }
        }
        try device.perform(.change(.significantTime))
        #expect(try log.states("mail", "maps") == [.notRunning, .active])
    }

    @Test("numbers that are none, or out of their range, are refused")
    func badNumbers() throws {
        let device = SimulatedDevice()
        try device.install(Manifest(identifier: "mail"))
        #expect(throws: DeviceError.self) { try device.perform(.setFootprint("mail", bytes: -1)) }
        #expect(throws: DeviceError.self) { try device.perform(.setMemoryCapacity(-1)) }
        for level in [-0.1, 1.1, .nan] {
            #expect(throws: DeviceError.self) { try device.perform(.change(.batteryLevel(level))) }
        }
        #expect(device.memoryCapacity == nil && device.environment.batteryLevel == nil)
        #expect(try device.footprint(of: "mail") == 0)
    }
}
