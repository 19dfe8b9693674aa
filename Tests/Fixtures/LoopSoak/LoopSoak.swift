// Random work on a loop of the system's clock, from its own callbacks and from other threads, for a given time: what
// the loop promises is checked all the while, and that its memory does not grow.
//
//     LoopSoak [--seconds 60 | --turns 10000000] [--seed 1]
import Glibc
import LoopChurn
import ResponderEventLoop

@main
@MainActor
enum LoopSoak {
    /// By how much the process may have grown since it was warm.
    static let mostGrowth = 8 << 20

    static func main() throws {
        var (seconds, turns, seed) = (Int64?.none, Int?.none, UInt64(1))
        var arguments = CommandLine.arguments.dropFirst().makeIterator()
        while let option = arguments.next() {
            guard let value = arguments.next().flatMap({ Int64($0) }), value > 0 else { fail("what is \(option)?") }
            switch option {
            case "--seconds": seconds = value
            case "--turns": turns = Int(value)
            case "--seed": seed = UInt64(value)
            default: fail("what is \(option)?")
            }
        }
        if seconds == nil && turns == nil { seconds = 60 }
        let loop = try MainRunLoop()
        let witness = SoakWitness(loop)
        let churn = Churn(
            loop,
            seed: seed,
            steps: .max,
            longestNestedRun: 10,
            goesOnByItself: false,
            witness: witness
        )
        let threads = SoakThreads(loop, witness)
        let begin = loop.now
        var warm: (memory: Int, turns: Int)?
        func share() -> Double {
            let passed = Double(begin.duration(to: loop.now).components.seconds)
            return turns.map { Double(witness.turns) / Double($0) } ?? passed / Double(seconds ?? 1)
        }
        while share() < 1 {
            for round in 0..<100 {
                // Most runs only look; some wait.
                let limit = round % 50 == 0 ? loop.now.advanced(by: .microseconds(200)) : loop.now
                loop.run(until: limit, returnAfterSource: round % 3 == 0)
                churn.act()
                if round == 0 { threads.replaceSources() }
            }
            if warm == nil, share() > 0.1 { warm = (residentMemory(), witness.turns) }
        }
        threads.end()
        // The threads' posts first: their order is checked by what the churn's observer tells.
        for _ in 0..<50 { loop.run(until: loop.now) }
        churn.end()
        // With every mode run nothing is left.
        for _ in 0..<50 { for mode in churn.modes { loop.run(mode: mode, until: loop.now) } }
        threads.expectNothingLeft()
        witness.expectNothingLeft()
        let memory = residentMemory()
        let growth = memory - (warm?.memory ?? memory)
        print(
            "soak: \(witness.turns) turns, \(witness.calls) callbacks of the churn, \(churn.nestedRuns) nested runs, "
                + "\(churn.trackings) trackings, "
                + "\(threads.posted) posts and \(threads.signalled) signals from \(SoakThreads.count) threads, "
                + "\(threads.performs) performs, \(begin.duration(to: loop.now).components.seconds) s; memory "
                + "\(memory >> 10) KiB, \(growth >> 10) KiB more than after \(warm?.turns ?? 0) turns "
                + "(bound \(mostGrowth >> 10) KiB)"
        )
        if growth > mostGrowth { fail("the memory has grown by \(growth >> 10) KiB, which is beyond the bound") }
    }

    /// What the process has in memory, in bytes (VmRSS).
    private static func residentMemory() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { fail("no /proc/self/statm") }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, 128, file) != nil else { fail("/proc/self/statm is empty") }
        let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let fields = text.split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else { fail("/proc/self/statm says \(text)") }
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}

/// Says what was wrong and ends the process.
func fail(_ message: String) -> Never {
    let line = "soak: \(message)\n"
    _ = line.withCString { write(2, $0, strlen($0)) }
    exit(1)
}
