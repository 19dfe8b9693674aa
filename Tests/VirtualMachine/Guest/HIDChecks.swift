internal import ResponderKit

/// The panels, each of a kind that the kernel's driver treats in its own way.
private let models = [
    HIDPanel.Model(
        name: "Parallel",
        vendor: 0x1209,
        product: 0x0002,
        fingersPerReport: 10,
        extent: 4095,
        mostContacts: 10
    ),
    // A frame of ten fingers takes five reports.
    HIDPanel.Model(
        name: "Hybrid",
        vendor: 0x1209,
        product: 0x0003,
        fingersPerReport: 2,
        extent: 32767,
        mostContacts: 10
    ),
    // With the numbers of a real panel, for which the driver has a class of its own (MT_CLS_3M).
    HIDPanel.Model(name: "3M", vendor: 0x0596, product: 0x0500, fingersPerReport: 6, extent: 32767, mostContacts: 20),
]

/// Panels that describe themselves by a report descriptor, from hid-multitouch to a view.
@MainActor
func hidChecks(_ harness: Harness) async {
    for model in models {
        // Rules: T1, T3, T20.
        await harness.check("a panel on USB, \(model.name), has taps, drags and ten fingers") {
            let panel = try await harness.plugIn(model)
            let middle = model.extent / 2
            for tap in 0..<5 {
                try panel.send([.init(contact: 3, x: middle, y: middle)])
                try panel.send([.init(contact: 3, x: middle, y: middle, isDown: false)])
                try await harness.wait(for: "tap \(tap)") { harness.pad.log.ended == tap + 1 }
            }
            let center = Point(Harness.size.width / 2, Harness.size.height / 2)
            guard harness.pad.log.begins.allSatisfy({ abs($0.x - center.x) < 2 && abs($0.y - center.y) < 2 }) else {
                throw Harness.Failure(reason: "taps in the middle began at \(harness.pad.log.begins)")
            }
            var fingers = (0..<10).map { HIDPanel.Finger(contact: $0, x: model.extent / 12 * ($0 + 1), y: 100) }
            for step in 0..<50 {
                for place in fingers.indices { fingers[place].y = 100 + step * model.extent / 100 }
                try panel.send(fingers)
                let place = fingers[9].y * Int(Harness.size.height) / model.extent
                try await harness.wait(for: "the fingers of step \(step)") {
                    harness.pad.log.down.count == 10
                        && harness.pad.log.down.allSatisfy { abs(Int($0.location(in: harness.pad).y) - place) <= 2 }
                }
            }
            for place in fingers.indices { fingers[place].isDown = false }
            try panel.send(fingers)
            try await harness.wait(for: "no finger to be down") { harness.pad.log.down.isEmpty }
            try harness.expect("touches", harness.pad.log.began, 15)
            try harness.expect("ends", harness.pad.log.ended, 15)
            // Unplugged in a touch.
            try panel.send([.init(contact: 1, x: middle, y: middle)])
            try await harness.wait(for: "the began") { harness.pad.log.began == 16 }
            panel.unplug()
            try await harness.wait(for: "the cancel") { harness.pad.log.cancelled == 1 }
        }
    }
}
