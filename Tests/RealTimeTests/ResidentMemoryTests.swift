import Glibc
import ResponderEventLoop
import TestSupport
import Testing

@Suite(
    "The process's memory after a peak of timers",
    .disabled(if: isUnderSanitizer, "it keeps memory of its own for each page, also for those that went back")
)
@MainActor
struct ResidentMemoryTests {
    // In a process of their own: in the tests' process other tests take and free memory meanwhile.
    @Test("The memory of many timers goes back to the system when they are cancelled")
    func cancelledTimers() async {
        await #expect(processExitsWith: .success) { @MainActor in try checkMemory(isCancelled: true) }
    }

    @Test("The memory of many timers goes back to the system when they have fired")
    func firedTimers() async {
        await #expect(processExitsWith: .success) { @MainActor in try checkMemory(isCancelled: false) }
    }
}

private let many = 400_000
private let mebibyte = 1 << 20

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

/// Arms many timers, ends them, and looks at the process's memory before, meanwhile and afterwards.
@MainActor
private func checkMemory(isCancelled: Bool) throws {
    let loop = try MainRunLoop(clock: VirtualClock())
    for number in 0..<10 { loop.addTimer(at: .zero.advanced(by: .seconds(number))) { _ in } }
    loop.runNow()
    let unarmed = loop.addTimer(at: .zero) { _ in }
    unarmed.cancel()
    // The handles take memory before the peak as well as afterwards.
    let timers = UnsafeMutablePointer<MainRunLoop.Timer>.allocate(capacity: many)
    defer { timers.deallocate() }
    timers.initialize(repeating: unarmed, count: many)

    let before = try resident()
    for number in 0..<many {
        // In an order other than that of their deadlines.
        let delay = Duration.microseconds(number * 7_919 % many)
        timers[number] = loop.addTimer(at: loop.now.advanced(by: delay)) { _ in }
    }
    let peak = try resident()
    // A slot has 64 bytes, an entry 16, a position 4: some 32 MiB. Much less would mean that nothing is measured.
    #expect(peak - before > 24 * mebibyte)
    if isCancelled {
        for number in 0..<many { timers[number].cancel() }
    } else {
        loop.runNow()
    }
    let after = try resident()
    // An eighth of what the timers took: a mebibyte is kept, and others in the process may take some.
    #expect(after - before < 4 * mebibyte, "before \(before), at the peak \(peak), after \(after)")
    #expect((0..<many).allSatisfy { !timers[$0].isValid })
}
