// GLib's main loop on the process's first thread, with a loop inside. The recipe is in the guide Embedding.
#if GLib
import CGLib
import EmbeddingScenario
import ResponderEventLoop

@main
@MainActor
final class Program: Host {
    private let hostLoop = g_main_loop_new(nil, 0)

    static func main() throws {
        let (program, loop) = (Program(), try MainRunLoop())
        guard let descriptor = loop.pollableDescriptor else { return print("no descriptor") }
        let scenario = EmbeddedScenario(of: loop, in: program)
        let identifier = g_unix_fd_add(
            descriptor,
            G_IO_IN,
            { _, _, context in
                guard let context else { return 0 }
                let address = UInt(bitPattern: context)
                MainActor.assumeIsolated {
                    guard let context = UnsafeRawPointer(bitPattern: address) else { return }
                    Unmanaged<EmbeddedScenario>.fromOpaque(context).takeUnretainedValue().turn()
                }
                return 1  // go on watching
            },
            Unmanaged.passUnretained(scenario).toOpaque()
        )
        scenario.start()
        g_main_loop_run(program.hostLoop)
        g_source_remove(identifier)
        g_main_loop_unref(program.hostLoop)
    }

    /// A closure in a box, for a C callback.
    private final class Work {
        let body: @MainActor () -> Void

        init(_ body: @escaping @MainActor () -> Void) {
            self.body = body
        }
    }

    func after(milliseconds: Int, _ work: @escaping @MainActor () -> Void) {
        g_timeout_add_full(
            G_PRIORITY_DEFAULT,
            guint(milliseconds),
            { context in
                guard let context else { return 0 }
                let address = UInt(bitPattern: context)
                MainActor.assumeIsolated {
                    guard let context = UnsafeRawPointer(bitPattern: address) else { return }
                    Unmanaged<Work>.fromOpaque(context).takeUnretainedValue().body()
                }
                return 0  // once
            },
            Unmanaged.passRetained(Work(work)).toOpaque(),
            { context in if let context { Unmanaged<Work>.fromOpaque(context).release() } }
        )
    }

    func end() {
        g_main_loop_quit(hostLoop)
    }
}
#else
@main
enum Program {
    static func main() {
        print("built without GLib: Scripts/check-hosts builds it with the package's trait")
    }
}
#endif
