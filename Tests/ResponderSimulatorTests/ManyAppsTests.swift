import TestSupport
import Testing

@testable import ResponderSimulator

@MainActor
@Suite("A device with very many apps")
struct ManyAppsTests {
    // Rules: S31.
    @Test("An action takes no longer where thousands of apps are installed or suspended that do nothing")
    func idle() throws {
        func time(installed: Int, suspended: Int) throws -> Double {
            let device = SimulatedDevice()
            device.recordsHistory = false
            for number in 0..<max(installed, suspended + 1) { try device.install(ScriptedApp("app\(number)")) }
            for number in 0...suspended { try device.perform(.launch("app\(number)")) }
            device.settle()
            try #require(device.awake.apps.map(\.identifier) == ["app\(suspended)"])
            return try processorTime {
                for _ in 0..<40 {
                    try device.perform(.openNotificationCenter)
                    device.settle()
                    try device.perform(.closeNotificationCenter)
                    device.advance(by: .seconds(1))
                }
            }
        }
        var factors: [Double] = []
        while factors.allSatisfy({ $0 > 2 }) && factors.count < 3 {
            let few = try time(installed: 1, suspended: 0)
            let most = try max(time(installed: 2_000, suspended: 0), time(installed: 1, suspended: 200))
            factors.append(most / few)
        }
        #expect(factors.contains { $0 <= 2 }, "\(factors) times as long")
    }

    // Rules: S31.
    @Test("A device knows which of its apps run, are suspended, are awake for a while, or have ended")
    func members() throws {
        let device = SimulatedDevice()
        for name in ["a", "b", "c"] { try device.install(ScriptedApp(name)) }
        func members() -> [[String]] {
            [device.running, device.awake, device.ended, device.timed].map { $0.apps.map(\.identifier) }
        }
        for name in ["c", "a", "b"] { try device.perform(.launch(name)) }
        device.settle()
        #expect(members() == [["a", "b", "c"], ["b"], [], []])
        let later = LocalNotification(identifier: "later", fireDate: device.now.advanced(by: .seconds(5)))
        try device.perform(.schedule("b", later))
        try device.perform(.crash("a"))
        #expect(members() == [["b", "c"], ["b"], [], ["b"]])
        // An app that is ended without the device is found all the same.
        try device.application("c")?.receive(.kill)
        #expect(members() == [["b"], ["b"], ["c"], ["b"]])
        device.advance(by: .seconds(6))
        #expect(members() == [["b"], ["b"], [], []])
    }
}
