import Glibc
import ResponderEventLoop
import TestSupport
import Testing

@Suite("The process's memory after a peak of timers")
@MainActor
struct ResidentMemoryTests {
    private static let many = 400_000
    private static let mebibyte = 1 << 20

    /// How many bytes of the process's memory are resident.
    private func resident() throws -> Int {
        let file = try #require(fopen("/proc/self/statm", "r"))
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        _ = try #require(fgets(&line, Int32(line.count), file))
        let fields = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
            separator: " "
        )
        return try #require(Int(fields[1])) * sysconf(Int32(_SC_PAGESIZE))
    }

    @Test("The memory of many timers goes back to the system when they end", arguments: [true, false])
    func manyTimers(isCancelled: Bool) throws {
        let loop = try MainRunLoop(clock: VirtualClock())
        for number in 0..<10 { loop.addTimer(at: .zero.advanced(by: .seconds(number))) { _ in } }
        loop.runNow()
        let unarmed = loop.addTimer(at: .zero) { _ in }
        unarmed.cancel()
        // The handles take memory before the peak as well as afterwards.
        let timers = UnsafeMutablePointer<MainRunLoop.Timer>.allocate(capacity: Self.many)
        defer { timers.deallocate() }
        timers.initialize(repeating: unarmed, count: Self.many)

        let before = try resident()
        for number in 0..<Self.many {
            // In an order other than that of their deadlines.
            let delay = Duration.microseconds(number * 7_919 % Self.many)
            timers[number] = loop.addTimer(at: loop.now.advanced(by: delay)) { _ in }
        }
        let peak = try resident()
        // A slot has 64 bytes, an entry 16, a position 4: some 32 MiB. Much less would mean that nothing is measured.
        #expect(peak - before > 24 * Self.mebibyte)
        if isCancelled {
            for number in 0..<Self.many { timers[number].cancel() }
        } else {
            loop.runNow()
        }
        let after = try resident()
        // An eighth of what the timers took: a mebibyte is kept, and others in the process may take some.
        #expect(after - before < 4 * Self.mebibyte, "before \(before), at the peak \(peak), after \(after)")
        #expect((0..<Self.many).allSatisfy { !timers[$0].isValid })
    }
}
