internal import ResponderKit

/// Keyboards, mice and barcode scanners.
@MainActor
func keyChecks(_ harness: Harness) async {
    await harness.check("a keyboard types, and a key that is down is cancelled when it is unplugged") {
        let keyboard = try await harness.plugIn("Keyboard", keys: Array(1...120))
        for code in [KeyCode.h, KeyCode.i] {
            try keyboard.press(code)
            try await harness.wait(for: "the key \(code) to be up again") {
                !harness.pad.log.text.isEmpty && harness.pad.log.keysDown == 0
            }
        }
        try await harness.wait(for: "two characters") { harness.pad.log.text == "hi" }
        try keyboard.send(EvdevCodes.key, KeyCode.h, 1)
        try keyboard.report()
        try await harness.wait(for: "a key to be down") { harness.pad.log.keysDown == 1 }
        keyboard.unplug()
        try await harness.wait(for: "the cancel of the key") { harness.pad.log.keysCancelled == 1 }
        try harness.expect("keys that are down", harness.pad.log.keysDown, 0)
    }
    await harness.check("a mouse clicks, turns its wheel, and a button that is down is cancelled with it") {
        let axes = [EvdevCodes.relativeX, EvdevCodes.relativeY, EvdevCodes.wheel]
        let mouse = try await harness.plugIn("Mouse", keys: Array(0x110...0x112), relativeAxes: axes)
        try mouse.send(EvdevCodes.relative, EvdevCodes.relativeX, 5)
        try mouse.report()
        try mouse.press(EvdevCodes.buttonLeft)
        try await harness.wait(for: "a click") { harness.pad.log.ended == 1 }
        try mouse.send(EvdevCodes.relative, EvdevCodes.wheel, -1)
        try mouse.report()
        try await harness.wait(for: "a turn of the wheel") { harness.pad.log.wheel != .zero }
        try mouse.send(EvdevCodes.key, EvdevCodes.buttonLeft, 1)
        try mouse.report()
        try await harness.wait(for: "the button to be down") { harness.pad.log.began == 2 }
        mouse.unplug()
        try await harness.wait(for: "the cancel of the button") { harness.pad.log.cancelled == 1 }
    }
    await harness.check("a barcode scanner's code is a scan, and types nothing") {
        let scanner = try await harness.plugIn("Scanner", keys: Array(1...120))
        for code in [KeyCode.digit4, KeyCode.digit0, KeyCode.digit0, KeyCode.digit7, KeyCode.enter] {
            try scanner.press(code)
        }
        try await harness.wait(for: "a scan") { harness.scans == ["4007"] }
        try harness.expect("what was typed", harness.pad.log.text, "")
    }
    await harness.check("keys whose release the kernel drops are up in the app") {
        let keyboard = try await harness.plugIn("Keyboard", keys: Array(1...120))
        try keyboard.send(EvdevCodes.key, KeyCode.h, 1)
        try keyboard.report()
        try await harness.wait(for: "a key to be down") { harness.pad.log.keysDown == 1 }
        // In one turn, so that nobody reads meanwhile: the release is among what the kernel drops.
        try keyboard.send(EvdevCodes.key, KeyCode.h, 0)
        try keyboard.report()
        for _ in 0..<1000 { try keyboard.press(KeyCode.i) }
        try await harness.wait(for: "no key to be down") { harness.pad.log.keysDown == 0 }
        try await harness.wait(for: "a dropped event") {
            (harness.device("Keyboard")?.keyStatistics.droppedResyncs ?? 0) > 0
        }
        try harness.expect("keys that are down", harness.pad.log.keysDown, 0)
    }
}

/// The numbers of linux/input-event-codes.h.
private enum KeyCode {
    static let digit4: UInt16 = 5
    static let digit7: UInt16 = 8
    static let digit0: UInt16 = 11
    static let i: UInt16 = 23
    static let enter: UInt16 = 28
    static let h: UInt16 = 35
}

extension VirtualDevice {
    /// Presses a key or a button, and releases it.
    fileprivate func press(_ code: UInt16) throws {
        for value: Int32 in [1, 0] {
            try send(EvdevCodes.key, code, value)
            try report()
        }
    }
}
