import Glibc
import ResponderKitTesting
import Testing

@testable import ResponderCore

@Suite("Presses without the override table")
struct PressOverrideTests {
    // Rules: R9, R29.
    @Test(
        "Presses are delivered as with the override table when it is switched off, absent, or given up meanwhile",
        arguments: ["on", "off", "absent"]
    )
    func delivery(wish: String) async {
        switch wish {
        case "off":
            await #expect(processExitsWith: .success) {
                setenv("RESPONDERKIT_OVERRIDE_TABLE", "off", 1)
                try await checkPresses(isValid: true, skips: false)
            }
        case "absent":
            await #expect(processExitsWith: .success) {
                setenv("RESPONDERKIT_OVERRIDE_TABLE", "absent", 1)
                try await checkPresses(isValid: false, skips: false)
            }
        default:
            await #expect(processExitsWith: .success) {
                setenv("RESPONDERKIT_OVERRIDE_TABLE", "on", 1)
                try await checkPresses(isValid: true, skips: true)
            }
        }
    }
}

@MainActor
private func checkPresses(isValid: Bool, skips: Bool) throws {
    let scene = try PressScene()
    try #require(OverrideTable.shared.isValid == isValid && OverrideTable.shared.skips == skips)
    let field = PlainField(frame: .zero)
    scene.inner.addSubview(field)
    scene.inner.passesOn = true
    field.becomeFirstResponder()
    for isLast in [false, true] {
        scene.keyboard.press("a").press("b").repeat(.keyboard(4))
        try #require(
            scene.take() == [
                "inner.began(a)", "outer.began(a)", "inner.began(b)", "outer.began(b)", "inner.changed(a)",
                "outer.changed(a)",
            ]
        )
        if isLast { OverrideTable.giveUp(because: View.self) }
        scene.keyboard.release("a")
        try #require(scene.take() == ["inner.ended(a)", "outer.ended(a)"])
        scene.outer.removeFromSuperview()
        try #require(scene.take() == ["inner.cancelled(b)", "outer.cancelled(b)"])
        scene.keyboard.release("b")
        try #require(scene.take() == [])
        scene.harness.add(scene.outer)
        field.becomeFirstResponder()
    }
}
