import Foundation
import ResponderEventLoop
import ResponderTouchInput
import Testing

/// Of loops with the system's clock.
@Suite("The times of a panel's frames")
@MainActor
struct PanelTimeTests {
    private let loop: MainRunLoop
    private let port: TouchPort
    private final class Times { var all: [MainRunLoop.Instant] = [] }
    private let times = Times()

    init() throws {
        loop = try MainRunLoop()
        port = TouchPort(loop: loop) { [times] frame in
            if frame.contacts.contains(where: { $0.phase == .began }) { times.all.append(frame.time) }
        }
    }

    /// What a panel with this clock makes of a frame stamped so.
    private func time(_ clock: TouchPanel.EventClock, _ stamp: Int64) async throws -> MainRunLoop.Instant {
        let device = ScriptedDevice()
        device.clock = clock
        let panel = try TouchPanel(device, named: "script", port: port, mapping: .init(size: Size(100, 100)))
        let bytes = ([.id(1), .x(5), .y(5), .report] as [PanelEvent]).flatMap {
            $0.bytes(seconds: stamp / 1_000_000_000, microseconds: stamp % 1_000_000_000 / 1000)
        }
        device.writer?.write(bytes: bytes)
        let count = times.all.count
        while times.all.count == count { await loop.run(until: loop.now.advanced(by: .milliseconds(1))) }
        let last = times.all.last
        panel.close()
        return try #require(last)
    }

    private static func now(_ clock: Int32) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    @Test("A panel's frames have the device's times, where the device took the loop's clock")
    func monotonic() async throws {
        let before = loop.now
        let stamp = Self.now(CLOCK_MONOTONIC)
        let found = try await time(.monotonic, stamp)
        #expect(found.nanoseconds / 1000 >= before.nanoseconds / 1000 && found.nanoseconds <= loop.now.nanoseconds)
    }

    @Test("The times of a panel's frames are converted, where the device refused the loop's clock")
    func realtime() async throws {
        let before = loop.now
        let found = try await time(.realtime, Self.now(CLOCK_REALTIME))
        // The clocks are read one after the other, and the system's may be set meanwhile by a little.
        #expect(found.nanoseconds > before.nanoseconds - 1_000_000_000)
        #expect(found <= loop.now)
    }

    @Test("The time of a panel's frame is never ahead of the read, nor before that of the frame before")
    func bounds() async throws {
        #expect(try await time(.monotonic, Self.now(CLOCK_MONOTONIC) + 3_600_000_000_000) <= loop.now)
        let former = loop.now
        #expect(try await time(.monotonic, 5) >= former)
        #expect(try await time(.arrival, 5) >= former)
        #expect(port.statistics.timesAhead == 0)
    }
}
