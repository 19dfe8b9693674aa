internal import ResponderKit

/// Touches of one panel and of two, from the kernel to a view.
@MainActor
func panelChecks(_ harness: Harness) async {
    // Rules: T1, T3, T20.
    await harness.check("taps on a panel begin and end where the finger is") {
        let panel = try await harness.plugIn("Left")
        for tap in 0..<20 {
            try panel.tap(contact: tap, x: 10 + 30 * tap, y: 100)
            try await harness.wait(for: "tap \(tap)") { harness.pad.log.ended == tap + 1 }
        }
        for (tap, place) in harness.pad.log.begins.enumerated() {
            // Half of the distance between two of the panel's units.
            guard abs(place.x - Double(10 + 30 * tap)) < 1, abs(place.y - 100) < 1 else {
                throw Harness.Failure(reason: "tap \(tap) began at \(place)")
            }
        }
    }
    await harness.check("a drag moves one touch") {
        let panel = try await harness.plugIn("Left")
        try panel.down(contact: 1, x: 0, y: 0)
        try panel.frame()
        for step in 1...200 {
            try panel.move(x: step * 3, y: step * 2)
            try panel.frame()
            if step % 20 == 0 {
                let moves = harness.pad.log.moved
                try await harness.wait(for: "a move") { harness.pad.log.moved > moves }
            }
        }
        try panel.up()
        try panel.frame()
        try await harness.wait(for: "the end") { harness.pad.log.ended == 1 }
        try harness.expect("touches", harness.pad.log.began, 1)
        guard let end = harness.pad.log.ends.first, abs(end.x - 600) < 2, abs(end.y - 400) < 2 else {
            throw Harness.Failure(reason: "the drag ended at \(harness.pad.log.ends)")
        }
    }
    await harness.check("ten fingers are down at once and are lifted one by one") {
        let panel = try await harness.plugIn("Left")
        for slot in 0..<10 { try panel.down(slot: slot, contact: slot, x: 40 + 70 * slot, y: 200) }
        try panel.frame()
        try await harness.wait(for: "ten begans") { harness.pad.log.began == 10 }
        for slot in 0..<10 {
            try panel.up(slot: slot, isLast: slot == 9)
            try panel.frame()
            try await harness.wait(for: "the end of finger \(slot)") { harness.pad.log.ended == slot + 1 }
        }
        try harness.expect("the most fingers", harness.pad.log.mostDown, 10)
    }
    await harness.check("two panels have a half of the screen each, and their fingers do not mix") {
        let left = try await harness.plugIn("Left")
        let right = try await harness.plugIn("Right")
        // The same slot and the same number on both.
        for panel in [left, right] {
            try panel.down(contact: 7, x: 400, y: 240)
            try panel.frame()
        }
        try await harness.wait(for: "two begans") { harness.pad.log.began == 2 }
        let xs = harness.pad.log.begins.map { Int($0.x / 100) }.sorted()
        try harness.expect("the hundreds of points where the fingers are", xs, [4, 12])
        left.unplug()
        try await harness.wait(for: "the cancel of the left finger") { harness.pad.log.cancelled == 1 }
        try right.up()
        try right.frame()
        try await harness.wait(for: "the end of the right finger") { harness.pad.log.ended == 1 }
    }
}
