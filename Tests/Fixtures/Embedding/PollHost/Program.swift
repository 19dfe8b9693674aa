// A loop around poll(2), with a loop inside: all that a host needs, without a library.
import EmbeddingScenario
import Glibc
import ResponderEventLoop

@main
@MainActor
final class Program: Host {
    private var waiting: [(deadline: MainRunLoop.Instant, work: @MainActor () -> Void)] = []
    private var goesOn = true

    static func main() throws {
        let (program, loop) = (Program(), try MainRunLoop())
        guard let descriptor = loop.pollableDescriptor else { return print("no descriptor") }
        let scenario = EmbeddedScenario(of: loop, in: program)
        scenario.start()
        var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        while program.goesOn {
            let count = poll(&descriptors, 1, program.timeout)
            if count > 0 { scenario.turn() }
            program.callWhatIsDue()
        }
    }

    func after(milliseconds: Int, _ work: @escaping @MainActor () -> Void) {
        waiting.append((.now.advanced(by: .milliseconds(milliseconds)), work))
    }

    func end() {
        goesOn = false
    }

    private var timeout: Int32 {
        guard let first = waiting.map(\.deadline).min() else { return -1 }
        return max(0, Int32(first.duration(to: .now) / .milliseconds(-1)) + 1)
    }

    private func callWhatIsDue() {
        let now = MainRunLoop.Instant.now
        let due = waiting.filter { $0.deadline <= now }
        waiting.removeAll { $0.deadline <= now }
        for item in due { item.work() }
    }
}
