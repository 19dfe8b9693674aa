import ResponderSimulator
import Testing

@MainActor
@Suite("A device's time")
struct TimeInTwoTasksTests {
    @Test("A device's time that is to pass in two tasks at once stops the process with a message")
    func twoTasks() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
            let device = SimulatedDevice()
            async let one: Void = device.advance(by: .seconds(1))
            async let two: Void = device.advance(by: .seconds(1))
            _ = await (one, two)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("time cannot pass in two tasks at once"), "\(text)")
    }
}
