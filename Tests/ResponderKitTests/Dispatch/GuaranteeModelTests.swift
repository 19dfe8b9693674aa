import Testing

@testable import ResponderKit

@MainActor
@Suite("The touch guarantee, at random")
struct GuaranteeModelTests {
    // Rules: T20, T26, T27.
    // Rules: T32, T33, R14.
    @Test(
        "whatever edits, nested runs and fingers do, each began is followed by one end or cancel",
        arguments: UInt64(1)...10
    )
    func guarantee(seed: UInt64) throws {
        let model = try GuaranteeModel(seed: seed)
        model.run(steps: 5000)
        #expect(model.calls > 200)
    }
}
