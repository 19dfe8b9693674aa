internal import ResponderKit

/// Panels that go, in the middle of a touch, and come back.
@MainActor
func pluggingChecks(_ harness: Harness) async {
    // Rules: T20, T31, T32.
    await harness.check("a panel that is unplugged in a touch cancels it, and works when it is back") {
        for round in 1...3 {
            let panel = try await harness.plugIn("Left")
            try panel.down(slot: 0, contact: 1, x: 100, y: 100)
            try panel.down(slot: 1, contact: 2, x: 300, y: 300)
            try panel.frame()
            try await harness.wait(for: "two begans in round \(round)") { harness.pad.log.began == 3 * round - 1 }
            panel.unplug()
            try await harness.wait(for: "two cancels in round \(round)") { harness.pad.log.cancelled == 2 * round }
            let again = try await harness.plugIn("Left")
            try again.tap(contact: 3, x: 100, y: 100)
            try await harness.wait(for: "the tap in round \(round)") { harness.pad.log.ended == round }
            again.unplug()
            try await harness.wait(for: "the panel's end") { harness.panels.panels.isEmpty }
        }
        try harness.expect("fingers that are down", harness.pad.log.down.count, 0)
    }
    await harness.check("a panel whose finger is down when it is opened has a touch that ends") {
        let panel = try await harness.plugIn("Left") { panel in
            try panel.down(contact: 1, x: 100, y: 100)
            try panel.frame()
        }
        try await Task.sleep(for: .milliseconds(50))
        try panel.up()
        try panel.frame()
        try panel.tap(contact: 2, x: 200, y: 200)
        try await harness.wait(for: "the tap") { harness.pad.log.ends.contains { abs($0.x - 200) < 1 } }
        try harness.expect("fingers that are down", harness.pad.log.down.count, 0)
    }
    await harness.check("a panel that comes and goes at once twenty times leaves nothing behind") {
        for _ in 0..<20 {
            let panel = try VirtualPanel("Left")
            try panel.down(contact: 1, x: 100, y: 100)
            try panel.frame()
            try await Task.sleep(for: .milliseconds(5))
            panel.unplug()
        }
        let panel = try await harness.plugIn("Left")
        let ended = harness.pad.log.ended
        try panel.tap(contact: 2, x: 100, y: 100)
        try await harness.wait(for: "a tap") { harness.pad.log.ended > ended }
        try harness.expect("fingers that are down", harness.pad.log.down.count, 0)
        try harness.expect("open panels", harness.panels.panels.count, 1)
    }
}
