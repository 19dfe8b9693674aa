import Foundation
import ResponderKit
import ResponderKitTesting
import TestSupport
import Testing

@testable import ResponderCore
@testable import ResponderWidgets

@Suite("The input devices of an application")
@MainActor
struct InputDevicesOfApplicationTests {
    private let harness: AppHarness
    private let fifo = TemporaryFile(".fifo")
    private let log = Log()

    init() throws { harness = try AppHarness() }

    /// A map by which each key types its number.
    private struct NumberMap: KeyMap {
        func characters(for usage: HIDUsage, modifiers: KeyModifiers) -> String { "<\(usage.identifier)>" }
        func charactersIgnoringModifiers(for usage: HIDUsage, isShifted: Bool) -> String { "" }
    }

    /// Has the application open the FIFO with these options, and types the keys of these codes on it.
    private func type(_ codes: [UInt16], _ options: String = "") throws {
        try #require(mkfifo(fifo.path, 0o600) == 0)
        harness.application.openInputDevices(try InputDevices.Request.parse(fifo.path + options)) { [log] in
            log.write($0)
        }
        let writer = open(fifo.path, O_WRONLY | O_CLOEXEC)
        defer { close(writer) }
        let report = EvdevEvent(time: .zero, type: 0, code: 0, value: 0).bytes
        let bytes = codes.flatMap { code in
            [1, 0].flatMap { EvdevEvent(time: .zero, type: 1, code: code, value: $0).bytes + report }
        }
        try #require(write(writer, bytes, bytes.count) == bytes.count)
        harness.settle()
        harness.application.touchPort.invalidate()
    }

    @Test("Input devices have the application's layout, and send to its first responder")
    func layout() throws {
        harness.application.keyMap = NumberMap()
        harness.application.onPressDelivery = { [log] in log.write("\($0.message) \($0.presses[0].key.characters)") }
        let view = RecordingView("view", log: ResponderLog(), frame: Rect(0, 0, 100, 100))
        harness.add(view)
        let button = harness.add(Button(title: "Key"))
        #expect(button.becomeFirstResponder())
        try type([30])
        #expect(log.entries == ["began <4>", "ended <4>"])
    }

    @Test("Input devices tell the application what a barcode scanner reads, instead of pressing keys")
    func scanner() throws {
        harness.application.onScan = { [log] _, text in log.write("scanned \(text)") }
        harness.application.onPressDelivery = { [log] _ in log.write("press") }
        #expect(harness.add(Button(title: "Key")).becomeFirstResponder())
        try type([6, 10, 11, 28], ", scanner")
        #expect(log.entries == ["scanned 590"])
    }
}
