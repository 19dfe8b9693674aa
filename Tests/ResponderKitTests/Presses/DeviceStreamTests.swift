import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore

@Suite("Device streams")
@MainActor
struct DeviceStreamTests {
    /// Notes everything that an application might be told.
    private final class NotingApplication: Application {
        nonisolated(unsafe) static var events = 0
        override var next: Responder? {
            Self.events += 1
            return super.next
        }
        override func sendEvent(_ event: Event) {
            Self.events += 1
            super.sendEvent(event)
        }
    }

    // Rules: R35.
    @Test("Device streams hand samples to the objects that asked for their type, past all responders and `sendEvent`")
    func direct() throws {
        struct Humidity: Equatable { var percent: Int }
        NotingApplication.events = 0
        let harness = try AppHarness(NotingApplication.self)
        let (log, streams) = (PressLog(), harness.application.deviceStreams)
        harness.add(KeyView("view", log)).becomeFirstResponder()
        harness.settle()
        let before = NotingApplication.events
        let first = streams.observe(Acceleration.self) { log.add("first \($0.x)") }
        let second = streams.observe(Acceleration.self) { log.add("second \($0.x)") }
        let humidity = streams.observe(Humidity.self) { log.add("\($0.percent) %") }
        for x in [1.0, 2.0] { harness.device.send(Acceleration(time: harness.now, x: x, y: 0, z: 0)) }
        harness.device.send(Humidity(percent: 40))
        harness.device.send(Location(time: harness.now, latitude: 52, longitude: 13))
        harness.settle()
        #expect(log.take() == ["first 1.0", "second 1.0", "first 2.0", "second 2.0", "40 %"])
        first.cancel()
        withExtendedLifetime((second, humidity)) {
            harness.device.send(RotationRate(time: harness.now, x: 0, y: 0, z: 0))
            harness.device.send(Acceleration(time: harness.now, x: 3, y: 0, z: 0))
            harness.settle()
        }
        #expect(log.take() == ["second 3.0"])
        #expect(NotingApplication.events == before)
    }

    // Rules: R35.
    @Test("Device streams are observed very often in time that does not grow with the square")
    func manyObservations() throws {
        let streams = try AppHarness().application.deviceStreams
        let tooFast = try growingTooFast(
            from: 400,
            [
                (
                    "observing",
                    { count in
                        var observations: [StreamObservation] = []
                        return processorTime {
                            for _ in 0..<count { observations.append(streams.observe(Acceleration.self) { _ in }) }
                        }
                    }
                )
            ]
        )
        #expect(tooFast == [])
    }

    // Rules: R35.
    @Test("A device stream releases a handler when its observation is cancelled or released, also inside the handler")
    func releasedHandler() throws {
        final class Token {}
        let harness = try AppHarness()
        let streams = harness.application.deviceStreams
        func observe(_ body: @escaping () -> Void) -> (StreamObservation, () -> Bool) {
            let token = Token()
            let observation = streams.observe(Acceleration.self) { [token] _ in withExtendedLifetime(token, body) }
            return (observation, { [weak token] in token == nil })
        }
        let (first, isFirstGone) = observe {}
        first.cancel()
        #expect(isFirstGone() && first.isCancelled)
        var (second, isSecondGone): (StreamObservation?, () -> Bool) = observe {}
        withExtendedLifetime(second) { #expect(!isSecondGone()) }
        second = nil
        #expect(isSecondGone())
        var own: StreamObservation?
        let (third, isThirdGone) = observe { own?.cancel() }
        own = third
        harness.device.send(Acceleration(time: harness.now, x: 1, y: 0, z: 0))
        harness.settle()
        #expect(isThirdGone())
    }

    // Rules: R35, T34.
    @Test("Device streams go on while the application is inactive")
    func inactive() throws {
        let harness = try AppHarness()
        var samples: [Double] = []
        let observation = harness.application.deviceStreams.observe(Acceleration.self) { samples.append($0.z) }
        try harness.device.perform(.call(from: "Anna"))
        try harness.device.perform(.accelerate(x: 0, y: 0, z: -1))
        harness.settle()
        #expect(harness.application.lifecycleState == .inactive)
        withExtendedLifetime(observation) { #expect(samples == [-1]) }
    }

    @Test("Device streams let a handler cancel, observe, send and run the loop")
    func hostile() throws {
        let harness = try AppHarness()
        let streams = harness.application.deviceStreams
        let sender = streams.makeSender(of: Int.self)
        let log = PressLog()
        var observations: [StreamObservation] = []
        observations.append(
            streams.observe(Int.self) { number in
                log.add("a\(number)")
                guard number == 1 else { return }
                observations[1].cancel()
                observations.append(streams.observe(Int.self) { log.add("c\($0)") })
                sender.send(3)
                harness.loop.runUntilIdle()
                log.add("returns")
            }
        )
        observations.append(streams.observe(Int.self) { log.add("b\($0)") })
        sender.send(1)
        sender.send(2)
        harness.settle()
        #expect(log.take() == ["a1", "a2", "c2", "a3", "c3", "returns"])
        observations = []
        sender.send(4)
        harness.settle()
        #expect(log.take() == [])
    }
}
