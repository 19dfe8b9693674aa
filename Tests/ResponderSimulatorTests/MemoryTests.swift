import ResponderKit
import ResponderSimulator
import TestSupport
import Testing

@MainActor
@Suite("Memory")
struct MemoryTests {
    // Rules: A34, SEQ12, SEQ13.
    @Test(
        "Short memory ends suspended apps first, then those in the background, each time the largest",
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
        // What a plain sort says; it is stable: apps were suspended in the order of installing.
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
        // The app in front stays for now, however short memory is.
        try device.perform(.setMemoryCapacity(0))
        #expect(try device.state(of: "app9") == .active)
    }

    @Test("An app that gives memory back when it is warned spares the others")
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

    // Rules: S42, A34.
    @Test("Of equally large apps the one that has been suspended, or in the background, for longest goes first")
    func equalFootprints() throws {
        let log = DeviceLog()
        let device = log.device
        let names = ["a", "b", "c", "d"]
        for name in names + ["front"] { try log.install(name, footprint: 10, modes: [.audio]) }
        // Launched in the order of installing, but suspended, or left, in another one.
        for name in names { try device.perform(.launch(name)) }
        for name in ["b", "d"] { _ = try log.perform(.launch(name), .beginActivity(name, .audio)) }
        for name in ["c", "a", "d", "b", "front"] { try device.perform(.launch(name)) }
        #expect(try log.states("a", "b", "c", "d") == [.suspended, .background, .suspended, .background])
        var gone: [String] = []
        for left in (1...4).reversed() {
            try device.perform(.setMemoryCapacity(left * 10))
            gone += names.filter { device.application($0) == nil && !gone.contains($0) }
        }
        #expect(gone == ["c", "a", "d", "b"])
    }

    // Rules: S40, S41.
    @Test("While memory is short all apps are warned repeatedly, and an app in front that frees too little is ended")
    func repeatedWarnings() throws {
        let log = DeviceLog()
        let device = log.device
        try log.install("mail", footprint: 50)
        try log.install("maps", footprint: 60)
        _ = try log.perform(.launch("mail"), .launch("maps"))
        // What is suspended keeps its memory.
        #expect(device.memoryInUse == 110)
        let warning = Sequence.memoryWarning("maps", "active")
        #expect(try log.perform(.setMemoryCapacity(40)) == warning)
        #expect(try log.states("mail", "maps") == [.notRunning, .active])
        for _ in 0..<2 {
            device.advance(by: .milliseconds(999))
            #expect(log.log.take().isEmpty)
            device.advance(by: .milliseconds(1))
            #expect(log.log.take() == warning)
        }
        device.advance(by: .seconds(1))
        // It is ended outright: nothing is called.
        #expect(log.log.take().isEmpty && device.frontmost == nil && device.memoryInUse == 0)
        let last = device.history.entries(of: "maps").suffix(3).map { "\($0)" }
        #expect(last == ["ended outright: it takes 60B after 3 warnings", "-> not running", "ended: killed"])
    }

    // Rules: S41.
    @Test("An app whose answer to a warning changes nothing is not warned again for that")
    func emptyAnswer() throws {
        let log = DeviceLog()
        let device = log.device
        try log.install("maps", footprint: 60)
        var warnings = 0
        log.afterNoting = { line, _ in
            guard line.hasPrefix("maps D memoryWarning") else { return }
            warnings += 1
            _ = try? device.perform(.setFootprint("maps", bytes: 60))
        }
        _ = try log.perform(.launch("maps"), .setMemoryCapacity(40))
        device.settle()
        device.advance(by: .milliseconds(999))
        #expect(warnings == 1)
        device.advance(by: .seconds(5))
        #expect(warnings == 3)
    }

    // Rules: S41.
    @Test("An app that frees enough at a later warning stays, and is warned no more")
    func freesLater() throws {
        let log = DeviceLog()
        let device = log.device
        try log.install("maps", footprint: 60)
        _ = try log.perform(.launch("maps"), .setMemoryCapacity(40))
        log.afterNoting = { line, _ in
            if line.hasPrefix("maps D memoryWarning") { _ = try? device.perform(.setFootprint("maps", bytes: 40)) }
        }
        device.advance(by: .seconds(1))
        #expect(log.log.take() == Sequence.memoryWarning("maps", "active"))
        device.advance(by: .seconds(10))
        #expect(log.log.take().isEmpty)
        #expect(try log.states("maps") == [.active])
        // The next shortage begins anew.
        _ = try log.perform(.setMemoryCapacity(39))
        log.afterNoting = nil
        device.advance(by: .milliseconds(2999))
        #expect(try log.states("maps") == [.active])
        device.advance(by: .milliseconds(1))
        #expect(try log.states("maps") == [.notRunning])
    }

    // Rules: S41.
    @Test("Above the level of warnings apps are warned, as often as patience says, and nothing is ended")
    func level() throws {
        let log = DeviceLog()
        let device = log.device
        try log.install("mail", footprint: 50)
        try log.install("maps", footprint: 60)
        device.memoryPatience = MemoryPatience(warnings: 2, interval: .seconds(5))
        _ = try log.perform(.setMemoryCapacity(200), .setMemoryWarningLevel(100), .launch("mail"))
        let warning = Sequence.memoryWarning("maps", "active")
        #expect(try log.perform(.launch("maps")) == Sequence.leave("mail") + Sequence.launch("maps") + warning)
        device.advance(by: .seconds(60))
        #expect(log.log.take().suffix(2) == warning)
        #expect(device.history.entries(of: "maps").count { "\($0)".contains("D didReceiveMemory") } == 2)
        #expect(try log.states("mail", "maps") == [.suspended, .active])
        // Without patience there is one warning, however short memory is.
        device.memoryPatience = nil
        #expect(try log.perform(.setMemoryCapacity(10)) == warning)
        device.advance(by: .seconds(60))
        #expect(log.log.take().isEmpty && device.frontmost != nil)
        // A device that is switched off has forgotten what it warned of.
        device.memoryPatience = MemoryPatience()
        _ = try log.perform(.setFootprint("maps", bytes: 70), .switchOff, .switchOn, .unlock, .setMemoryCapacity(nil))
        #expect(try log.perform(.setMemoryWarningLevel(nil), .launch("maps")) == Sequence.launch("maps"))
        device.advance(by: .seconds(60))
        #expect(log.log.take().isEmpty)
    }

    @Test("Footprints that no number can sum up are the largest number")
    func overflow() throws {
        let device = SimulatedDevice()
        for name in ["a", "b"] {
            try device.install(Manifest(identifier: name), footprint: .max)
            try device.perform(.launch(name))
        }
        #expect(device.memoryInUse == .max)
    }

    @Test("Sizes of memory and levels of a battery out of their range are refused")
    func badNumbers() throws {
        let device = SimulatedDevice()
        try device.install(Manifest(identifier: "mail"))
        #expect(throws: DeviceError.self) { try device.perform(.setFootprint("mail", bytes: -1)) }
        #expect(throws: DeviceError.self) { try device.perform(.setMemoryCapacity(-1)) }
        #expect(throws: DeviceError.self) { try device.perform(.setMemoryWarningLevel(-1)) }
        for level in [-0.1, 1.1, .nan] {
            #expect(throws: DeviceError.self) { try device.perform(.change(.batteryLevel(level))) }
        }
        #expect(device.memoryCapacity == nil && device.environment.batteryLevel == nil)
        #expect(try device.footprint(of: "mail") == 0)
    }
}
