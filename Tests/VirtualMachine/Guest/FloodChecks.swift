internal import ResponderKit

/// More events than the kernel keeps, which it drops.
@MainActor
func floodChecks(_ harness: Harness) async {
    // Rules: T20.
    await harness.check("a drag goes on and ends once when the kernel drops its events") {
        let panel = try await harness.plugIn("Left")
        let opened = try harness.openPanel("Left")
        try panel.down(contact: 1, x: 10, y: 10)
        try panel.frame()
        try await harness.wait(for: "the began") { harness.pad.log.began == 1 }
        try flood(panel)
        try await harness.wait(for: "a dropped event") { opened.statistics.droppedResyncs > 0 }
        try panel.up()
        try panel.frame()
        try await harness.wait(for: "the end") { harness.pad.log.ended == 1 }
        try harness.expect("touches", harness.pad.log.began, 1)
        try harness.expect("cancels", harness.pad.log.cancelled, 0)
    }
    await harness.check("a finger that is lifted in what the kernel drops is lifted in the app") {
        let panel = try await harness.plugIn("Left")
        let opened = try harness.openPanel("Left")
        try panel.down(slot: 0, contact: 1, x: 10, y: 10)
        try panel.down(slot: 1, contact: 2, x: 700, y: 400)
        try panel.frame()
        try await harness.wait(for: "two begans") { harness.pad.log.began == 2 }
        try panel.up(slot: 1, isLast: false)
        try panel.frame()
        try flood(panel)
        try await harness.wait(for: "a dropped event") { opened.statistics.droppedResyncs > 0 }
        try await harness.wait(for: "one finger to be down") { harness.pad.log.down.count == 1 }
        try harness.expect("contacts of the panel", opened.liveContacts.count, 1)
        try panel.up(slot: 0)
        try panel.frame()
        try await harness.wait(for: "no finger to be down") { harness.pad.log.down.isEmpty }
        try harness.expect("ends", harness.pad.log.ended + harness.pad.log.cancelled, 2)
    }
    await harness.check("a finger that is another one after what the kernel drops is another touch") {
        let panel = try await harness.plugIn("Left")
        let opened = try harness.openPanel("Left")
        try panel.down(contact: 1, x: 10, y: 10)
        try panel.frame()
        try await harness.wait(for: "the began") { harness.pad.log.began == 1 }
        try panel.up()
        try panel.frame()
        try panel.down(contact: 2, x: 400, y: 400)
        try panel.frame()
        try flood(panel)
        try await harness.wait(for: "a dropped event") { opened.statistics.droppedResyncs > 0 }
        try await harness.wait(for: "the second began") { harness.pad.log.began == 2 }
        try harness.expect("fingers that are down", harness.pad.log.down.count, 1)
        try panel.up()
        try panel.frame()
        try await harness.wait(for: "no finger to be down") { harness.pad.log.down.isEmpty }
        try harness.expect("ends", harness.pad.log.ended + harness.pad.log.cancelled, 2)
    }
    await harness.check("fifty floods leave no finger down") {
        let panel = try await harness.plugIn("Left")
        let opened = try harness.openPanel("Left")
        for round in 0..<50 {
            let before = opened.statistics.droppedResyncs
            for slot in 0..<10 where (round + slot) % 3 != 0 {
                try panel.down(slot: slot, contact: round * 10 + slot, x: 50 * slot, y: 5 * round)
            }
            try panel.frame()
            try flood(panel)
            for slot in 0..<10 { try panel.up(slot: slot, isLast: slot == 9) }
            try panel.frame()
            try await harness.wait(for: "the drops of round \(round)") { opened.statistics.droppedResyncs > before }
            try await harness.wait(for: "no finger to be down after round \(round)") { harness.pad.log.down.isEmpty }
        }
        try harness.expect("ends", harness.pad.log.ended + harness.pad.log.cancelled, harness.pad.log.began)
    }
}

/// Sends more than the kernel keeps for a reader, in a turn of the loop, so that nobody reads meanwhile.
@MainActor
private func flood(_ panel: VirtualPanel) throws {
    for step in 0..<2000 {
        try panel.move(x: step % 799, y: step * 7 % 479)
        try panel.frame()
    }
}
