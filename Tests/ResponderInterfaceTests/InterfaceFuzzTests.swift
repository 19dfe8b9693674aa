import Foundation
import ResponderInterface
import ResponderKit
import TestSupport
import Testing

/// How many seeds to run; `RESPONDERKIT_MODEL_SEEDS` sets another number.
private let seeds = environment("RESPONDERKIT_MODEL_SEEDS") ?? UInt64(5)

@MainActor
@Suite("A file of an interface that was damaged at random")
struct InterfaceFuzzTests {
    @Test(
        "A damaged file makes an interface, or is refused with a line where Foundation agrees about the syntax",
        arguments: 1...seeds
    )
    func damaged(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        let outlets: [InterfaceOutlet<KioskController>] = [.outlet("clock", \.clock, isRequired: false)]
        let texts = [InterfaceTreeTests.text, InterfaceWidgetTests.text]
        let classes = kioskClasses(.withWidgets, outlets: outlets)
        var made = 0
        for round in 0..<400 {
            let bytes = damage(Array(texts[round % texts.count].utf8), &generator)
            let text = String(decoding: bytes, as: UTF8.self)
            let isJSON = (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil
            do throws(InterfaceError) {
                let interface = try InterfaceFile(parsing: text).makeInterface(of: classes, for: application)
                #expect(interface.window.rootViewController === interface.rootViewController)
                #expect(isJSON, "seed \(seed): Foundation refuses \(text)")
                made += 1
            } catch {
                #expect(error.line.map { $0 >= 1 && $0 <= text.utf8.count { $0 == 0x0A } + 1 } == true, "seed \(seed)")
                #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 }, "seed \(seed): \(error)")
                // Foundation takes a comma before a closing bracket, which JSON does not have.
                let isSyntax =
                    error.problem.contains("is expected, and there is")
                    && !["there is ']'", "there is '}'"].contains { error.problem.hasSuffix($0) }
                #expect(!isSyntax || !isJSON, "seed \(seed): Foundation reads \(text), and \(error)")
            }
        }
        #expect(made > 0)
    }

    /// Changes, removes, repeats or inserts a few bytes.
    private func damage(_ bytes: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        let interesting = Array("{}[]\",:\\0123456789-+.eEtrufalsn \n\u{1}x".utf8) + [0xC3, 0xFF]
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            let end = min(bytes.count, place + Int.random(in: 0...12, using: &generator))
            let byte = interesting.randomElement(using: &generator) ?? 0
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes[place] = byte
            case 1: bytes.insert(byte, at: place)
            case 2: bytes.removeSubrange(place..<end)
            default: bytes.insert(contentsOf: bytes[place..<end], at: place)
            }
            if bytes.isEmpty { bytes = [byte] }
        }
        return bytes
    }
}
