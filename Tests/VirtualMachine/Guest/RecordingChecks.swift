internal import ResponderKit
internal import ResponderRecordings
internal import ResponderSupport

/// What real panels sent, from the kernel to a view; the recordings stand in the machine where the host has them.
@MainActor
func recordingChecks(_ harness: Harness) async {
    let folder = "/touchdata/"
    let rows: [[Substring]]
    do {
        let bytes = try TextFile.read(folder + "EXPECTED.tsv", as: "a table of what the recordings have")
        rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().map {
            $0.split(separator: "\t")
        }
    } catch {
        return harness.fail("the recordings of real panels", because: "\(error)")
    }
    for row in rows {
        // Rules: T1, T20.
        await harness.check("the recording \(row[0]) has as many touches as an independent decoder counted") {
            let recording = try EvdevRecording(path: folder + row[0])
            let device = try await harness.plugIn(recording)
            let opened = try harness.openPanel("Recorded")
            var frames = 0
            for event in recording.events where event.isOfDevice {
                try device.send(event.type, event.code, event.value)
                guard event.type == EvdevCodes.synchronization else { continue }
                frames += 1
                // The kernel keeps some ten frames of ten fingers for a reader.
                if frames % 3 == 0 { try await Task.sleep(for: .milliseconds(1)) }
            }
            try await harness.wait(for: "touches like \(row[5]), not \(harness.pad.log.began)") {
                String(harness.pad.log.began) == row[5]
            }
            try harness.expect("the most fingers", String(harness.pad.log.mostDown), String(row[6]))
            try harness.expect("events that the kernel dropped", opened.statistics.droppedResyncs, 0)
            device.unplug()
            try await harness.wait(for: "no finger to be down") { harness.pad.log.down.isEmpty }
            try harness.expect("ends", harness.pad.log.ended + harness.pad.log.cancelled, harness.pad.log.began)
        }
    }
}

extension EvdevEvent {
    /// Whether a device sends the event: keys, axes and the ends of frames; the kernel makes the others.
    fileprivate var isOfDevice: Bool {
        switch type {
        case EvdevCodes.synchronization: code == EvdevCodes.report
        case EvdevCodes.key, EvdevCodes.absolute: true
        default: false
        }
    }
}
