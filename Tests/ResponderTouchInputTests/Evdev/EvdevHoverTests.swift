import ResponderTouchInput
import TestSupport
import Testing

@Suite("The evdev decoder, of fingers and pens that do not touch the panel")
struct EvdevHoverTests {
    private static let slots = TestPanel.multitouchAxes.merging([
        0x30: EvdevAxis(minimum: 0, maximum: 31),
        0x3a: EvdevAxis(minimum: 0, maximum: 31),
        0x3b: EvdevAxis(minimum: 0, maximum: 1),
    ]) { $1 }
    private static let groups = slots.filter { $0.key >= 0x30 }

    private func distance(_ value: Int32) -> PanelEvent { .axis(0x3b, value) }
    private func pressure(_ value: Int32) -> PanelEvent { .axis(0x3a, value) }
    private func size(_ value: Int32) -> PanelEvent { .axis(0x30, value) }
    private func tool(_ value: Int32) -> PanelEvent { .axis(0x37, value) }

    @Test("A finger that comes near and leaves is no contact, and one that touches in between is one")
    func near() throws {
        var panel = try TestPanel(axes: Self.slots)
        var frames = [
            panel.frame(.id(5), .x(10), distance(1)), panel.frame(.x(11)), panel.frame(.id(-1)),
            // The next lands where the last left: no distance is sent.
            panel.frame(.id(6), .x(20)), panel.frame(distance(0), .x(21)), panel.frame(.x(22)),
            panel.frame(distance(1), .x(23)), panel.frame(.x(24)), panel.frame(distance(0)), panel.frame(.id(-1)),
            // It comes, touches, and goes in one frame; another only comes and goes.
            panel.frame(.id(7), .x(30), .id(-1)), panel.frame(.id(8), distance(1), .id(-1)),
        ]
        #expect(
            frames == [
                [], [], [], [], ["began 2 (21, 0)"], ["moved 2 (22, 0)"], ["ended 2 (23, 0)"], [],
                ["began 3 (24, 0)"], ["ended 3 (24, 0)"], ["began 4 (30, 0)", "ended 4 (30, 0)"], [],
            ]
        )
        // A panel that tells the lift by the distance alone: its id is the same in each report, or is sent once.
        panel = try TestPanel(axes: Self.slots)
        frames = [
            panel.frame(.id(0), distance(0), .x(10)), panel.frame(.id(0), distance(0), .x(11)),
            panel.frame(.id(0), distance(1), .x(11)), panel.frame(.id(0), distance(1)),
            panel.frame(.id(0), distance(0), .x(40)), panel.frame(distance(1)), panel.frame(distance(0), .x(50)),
        ]
        #expect(
            frames == [
                ["began 0 (10, 0)"], ["moved 0 (11, 0)"], ["ended 0 (11, 0)"], [], ["began 1 (40, 0)"],
                ["ended 1 (40, 0)"], ["began 2 (50, 0)"],
            ]
        )
    }

    @Test("A palm stays no contact until it is lifted, also where the distance alone tells of the lift")
    func palm() throws {
        var panel = try TestPanel(axes: Self.slots)
        let frames = [
            panel.frame(.id(0), .x(10)), panel.frame(tool(2)), panel.frame(tool(0)), panel.frame(distance(1), tool(2)),
            panel.frame(distance(0)), panel.frame(distance(1)), panel.frame(distance(0), tool(0)),
        ]
        #expect(frames == [["began 0 (10, 0)"], ["cancelled 0 (10, 0)"], [], [], [], [], ["began 1 (10, 0)"]])
    }

    @Test("After a loss, and on a panel that is opened, a hovering finger begins a contact when it touches")
    func lost() throws {
        var panel = try TestPanel(axes: Self.slots)
        panel.decoder.asksForState = true
        func state(_ distances: Int32...) -> EvdevState {
            EvdevState(slotValues: [0x39: [0, 1, 2, -1, -1], 0x3b: distances + [0, 0]], axisValues: [0x2f: 0])
        }
        panel.decoder.start(from: state(1, 0, 1))
        var frames = [panel.frame(distance(0), .slot(1), .x(9), .slot(2), .x(30)), panel.frame(.dropped)]
        let answer = panel.decoder.resynchronize(with: state(1, 0, 0), at: panel.time)
        frames.append((answer?.contacts ?? []).map(describe))
        frames += [panel.frame(.slot(0), distance(0)), panel.frame(.slot(1), .x(11)), panel.frame(distance(1))]
        frames += [panel.frame(distance(0))]
        #expect(
            frames == [
                ["began 0 (0, 0)"], [], ["ended 0 (0, 0)", "began 1 (30, 0)"], ["began 2 (0, 0)"], [], [],
                ["began 3 (11, 0)"],
            ]
        )
        // A stream has nobody to ask: what hovers after the loss was lifted.
        panel = try TestPanel(axes: Self.slots)
        frames = [
            panel.frame(.id(0), .x(10)), panel.frame(.dropped), panel.frame(.x(11)), panel.frame(distance(1)),
            panel.frame(distance(0)),
        ]
        #expect(frames == [["began 0 (10, 0)"], ["cancelled 0 (10, 0)"], [], [], ["began 1 (11, 0)"]])
        // A recording may begin after the only id that the panel sends.
        panel = try TestPanel(axes: Self.slots)
        frames = [panel.frame(.x(10)), panel.frame(distance(1)), panel.frame(distance(0)), panel.frame(.id(-1))]
        frames += [panel.frame(distance(1)), panel.frame(distance(0))]
        #expect(frames == [[], [], ["began 0 (10, 0)"], ["ended 0 (10, 0)"], [], []])
        // The kernel has a value for each slot of all these axes.
        #expect((0x2f...0x3e).filter { EvdevCodes.axesOfSlots.contains($0) } == Array(0x30...0x3d))
    }

    @Test("A pen without pressure is no contact, but a finger without pressure is one")
    func pen() throws {
        var panel = try TestPanel(axes: Self.slots)
        var frames = [
            panel.frame(.id(1), tool(1), .x(10), pressure(0)), panel.frame(pressure(3)), panel.frame(.x(11)),
            panel.frame(pressure(0)), panel.frame(.id(-1)), panel.frame(.id(2), tool(0), size(0)),
            panel.frame(pressure(1)), panel.frame(pressure(0)),
        ]
        #expect(
            frames == [
                [], ["began 1 (10, 0)"], ["moved 1 (11, 0)"], ["ended 1 (11, 0)"], [], ["began 2 (11, 0)"],
                ["moved 2 (11, 0)"], ["moved 2 (11, 0)"],
            ]
        )
        // A pen on a panel that measures no pressure touches.
        panel = try TestPanel()
        frames = [panel.frame(.id(1), tool(1), .x(10))]
        #expect(frames == [["began 0 (10, 0)"]])
    }

    @Test("In protocol A a lifted finger may come once more, with a size or a pressure of 0, or above the panel")
    func groups() throws {
        for hasID in [true, false] {
            let axes = Self.groups.filter { hasID || $0.key != 0x39 }
            let id: [PanelEvent] = hasID ? [.id(5)] : []
            for lift in [size(0), pressure(0), distance(1)] {
                var panel = try TestPanel(axes: axes)
                let touch = id + [.x(10), .y(20), size(2), pressure(3), .groupEnd]
                let lifted = id + [.x(10), .y(20), size(2), pressure(3), lift, .groupEnd]
                // The device's first frame, too, may lift a finger; and the last may leave the position out.
                var frames = [panel.frame(lifted), panel.frame(touch), panel.frame(lifted), panel.frame(lifted)]
                frames += [panel.frame(touch), panel.frame(id + [lift, .groupEnd])]
                let identifiers = frames.joined().map { $0.split(separator: " ")[0] }
                #expect(identifiers == ["began", "ended", "began", "ended"], "\(lift) \(hasID): \(frames)")
                #expect(panel.decoder.statistics.malformedEvents == 0)
            }
        }
        // A panel that lacks the axes may send anything for them, and one finger does not lift another.
        var panel = try TestPanel(axes: Self.groups.filter { $0.key != 0x30 && $0.key != 0x3a })
        let frames = [
            panel.frame(.id(1), .x(10), .y(0), size(0), pressure(0), .groupEnd, .id(2), .x(20), .y(0), .groupEnd),
            panel.frame(.id(2), .x(20), .y(0), distance(1), .groupEnd, .id(1), .x(11), .y(0), .groupEnd),
        ]
        #expect(frames == [["began 0 (10, 0)", "began 1 (20, 0)"], ["ended 1 (20, 0)", "moved 0 (11, 0)"]])
    }

    @Test("Fingers that hover and touch at random are contacts while they touch")
    func random() throws {
        for seed in UInt64(0)..<20 {
            var generator = SeededGenerator(seed: seed)
            var panel = try TestPanel(axes: Self.slots)
            // What is in each slot: whether it touches, or nil for nothing.
            var touching = [Bool?](repeating: nil, count: 5)
            for _ in 0..<200 {
                var events: [PanelEvent] = []
                for slot in touching.indices where Bool.random(using: &generator) {
                    events.append(.slot(Int32(slot)))
                    switch (touching[slot], Int.random(in: 0..<4, using: &generator)) {
                    case (nil, _):
                        touching[slot] = Bool.random(using: &generator)
                        events += [.id(Int32.random(in: 0..<1000, using: &generator))]
                        events += [distance(touching[slot] == true ? 0 : 1)]
                    case (_, 0):
                        touching[slot] = nil
                        events += [.id(-1)]
                    case (let touches?, 1):
                        touching[slot] = !touches
                        events += [distance(touches ? 1 : 0)]
                    default: events += [.x(Int32.random(in: 0..<100, using: &generator))]
                    }
                }
                _ = panel.frame(events)
                let count = touching.count { $0 == true }
                try #require(panel.decoder.liveContacts.count == count, "seed \(seed): \(events)")
            }
        }
    }
}
