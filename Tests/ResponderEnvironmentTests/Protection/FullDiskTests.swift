import ResponderEnvironment
import TestSupport
import Testing

@Suite struct FullDiskTests {
    @Test(
        "A disk that is full at any step keeps what was there, and the space that is counted",
        arguments: ProtectionClass.allCases
    )
    func everyStep(protection: ProtectionClass) throws {
        var steps = 0
        var isDone = false
        while !isDone {
            let fixture = try ProtectionFixture()
            try fixture.replace("old", [UInt8](repeating: 1, count: 30_000), protection)
            fixture.space.becomeFull(after: steps)
            var hasChanged = false
            do {
                let new = try fixture.open("new", protection)
                try new.write([1, 2, 3], at: 0)
                let old = try fixture.open("old")
                try old.write([UInt8](repeating: 2, count: 10_000), at: 25_000)
                hasChanged = true
                try old.truncate(to: 90_000)
                try fixture.replace("old", [3], protection)
                isDone = true
            } catch FileError.full {}
            #expect(try fixture.sizeOnDisk() == fixture.space.taken, "step \(steps)")
            let old = try fixture.whole("old")
            let expected = hasChanged ? [[35_000, 2], [90_000, 0], [1, 3]] : [[30_000, 1]]
            #expect(expected.contains([old.count, Int(old.last ?? 0)]), "step \(steps)")
            #expect(try fixture.files.names().allSatisfy { !$0.hasPrefix(Folder.draftPrefix) }, "step \(steps)")
            // Changes that need no space go on.
            if old.count > 1 {
                let handle = try fixture.open("old")
                try handle.write([7], at: 100)
                try handle.truncate(to: 101)
                #expect(try fixture.whole("old").suffix(2) == [1, 7])
            }
            #expect(try fixture.sizeOnDisk() == fixture.space.taken, "step \(steps)")
            steps += 1
        }
        #expect(steps > 3)
    }
}
