import ResponderEnvironment
import TestSupport
import Testing

/// How many seeds to run for each class; `RESPONDERKIT_MODEL_SEEDS` sets another number.
private let seeds = environment("RESPONDERKIT_MODEL_SEEDS") ?? UInt64(2)

@Suite struct ProtectedFileModelTests {
    /// Places near the borders of chunks as often as others.
    private func place(_ generator: inout SeededGenerator) -> Int {
        let border = 16_384 * Int.random(in: 0...4, using: &generator)
        return Bool.random(using: &generator)
            ? max(0, border + Int.random(in: -3...3, using: &generator)) : Int.random(in: 0...70_000, using: &generator)
    }

    @Test(
        "Random changes through two handles hold against a plain list of bytes",
        arguments: ProtectionClass.allCases,
        1...seeds
    )
    func random(protection: ProtectionClass, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let fixture = try ProtectionFixture()
        var model: [UInt8] = []
        var handles = [try fixture.open("file", protection), try fixture.open("file")]
        for step in 0..<150 {
            let index = Int.random(in: 0...1, using: &generator)
            let handle = handles[index]
            let start = place(&generator)
            switch Int.random(in: 0..<10, using: &generator) {
            case 0...4:
                let count = Bool.random(using: &generator) ? Int.random(in: 0...40, using: &generator) : 20_000
                let bytes = [UInt8](repeating: UInt8(step + 1), count: count)
                try handle.write(bytes, at: start)
                if count > 0, model.count < start + count {
                    model += [UInt8](repeating: 0, count: start + count - model.count)
                }
                if count > 0 { model.replaceSubrange(start..<start + count, with: bytes) }
            case 5:
                try handle.truncate(to: start)
                model = model.prefix(start) + [UInt8](repeating: 0, count: max(0, start - model.count))
            case 6:
                handle.close()
                handles[index] = try fixture.open("file")
            default:
                let count = Int.random(in: 0...30_000, using: &generator)
                let isSame = try handle.read(count, at: start) == Array(model.dropFirst(start).prefix(count))
                #expect(isSame, "step \(step)")
            }
            #expect(try handles[index].size == model.count, "step \(step)")
            #expect(try fixture.sizeOnDisk() == fixture.space.taken, "step \(step)")
        }
        let isSame = try fixture.whole() == model
        #expect(isSame)
    }
}
