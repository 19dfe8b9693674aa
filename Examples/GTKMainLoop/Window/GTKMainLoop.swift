// Swift's main actor and DispatchQueue.main in a window of GTK 4, whose loop waits; nothing is polled:
//
//     apt-get install libgtk-4-dev
//     swift run --traits GTK GTKMainLoop
#if GTK
import CGTK
import Dispatch
import ResponderEventLoop

@main
final class GTKMainLoop {
    private let loop: MainRunLoop
    private let label: UnsafeMutablePointer<GtkWidget>?

    /// `main` is synchronous: after the first `await` of an async one, GTK's loop would not block the first thread.
    static func main() throws {
        guard gtk_init_check() != 0 else { return print("no display: GTKMainLoop takes a Wayland or an X server") }
        let program = GTKMainLoop(loop: try MainRunLoop())
        let hostLoop = g_main_loop_new(nil, 0)
        guard let descriptor = program.loop.pollableDescriptor else { return print("no descriptor is left") }
        // GLib watches the loop's descriptor, level-triggered, and calls this when a turn is due.
        g_unix_fd_add(
            descriptor,
            G_IO_IN,
            { _, _, context in
                GTKMainLoop.call(context) { _ = $0.loop.turn() }
                return 1
            },
            Unmanaged.passUnretained(program).toOpaque()
        )
        program.show(until: hostLoop)
        // GTK's calls do not keep the program.
        withExtendedLifetime(program) { g_main_loop_run(hostLoop) }
        g_main_loop_unref(hostLoop)
    }

    private init(loop: MainRunLoop) {
        self.loop = loop
        label = gtk_label_new("Press the button")
    }

    private func show(until hostLoop: OpaquePointer?) {
        let window = gtk_window_new()
        let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 20)
        let button = gtk_button_new_with_label("Greet")
        gtk_box_append(Self.cast(box), label)
        gtk_box_append(Self.cast(box), button)
        gtk_window_set_title(Self.cast(window), "GTKMainLoop")
        gtk_window_set_default_size(Self.cast(window), 320, 200)
        gtk_window_set_child(Self.cast(window), box)
        connect(button, "clicked", Unmanaged.passUnretained(self).toOpaque()) { _, context in
            GTKMainLoop.call(context) { $0.greet() }
        }
        connect(window, "destroy", .init(hostLoop)) { _, context in g_main_loop_quit(OpaquePointer(context)) }
        gtk_window_present(Self.cast(window))
    }

    /// Awaits off the main actor and on it, as any Swift code does.
    private func greet() {
        Task {
            gtk_label_set_text(Self.cast(label), "Working")
            try await Task.sleep(for: .milliseconds(100))
            let answer = await Self.compute()
            gtk_label_set_text(Self.cast(label), "The answer is \(answer)")
            print("answer \(answer)")
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) {
            let sent = ContinuousClock.now
            DispatchQueue.main.async { print("block of the main queue after \(ContinuousClock.now - sent)") }
        }
    }

    @concurrent private nonisolated static func compute() async -> Int { 6 * 7 }

    // MARK: Calls by GTK

    private typealias Callback = @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void

    private func connect(
        _ widget: UnsafeMutablePointer<GtkWidget>?,
        _ signal: String,
        _ context: UnsafeMutableRawPointer?,
        _ callback: Callback
    ) {
        g_signal_connect_data(widget, signal, unsafeBitCast(callback, to: GCallback.self), context, nil, .init(0))
    }

    /// Enters the main actor: GTK calls on the process's first thread.
    private nonisolated static func call(
        _ context: UnsafeMutableRawPointer?,
        _ body: @MainActor (GTKMainLoop) -> Void
    ) {
        let address = UInt(bitPattern: context)
        MainActor.assumeIsolated {
            guard let context = UnsafeRawPointer(bitPattern: address) else { return }
            body(Unmanaged<GTKMainLoop>.fromOpaque(context).takeUnretainedValue())
        }
    }

    /// A widget as one of the classes that it inherits from, which C's macros do.
    private static func cast<Class>(_ widget: UnsafeMutablePointer<GtkWidget>?) -> UnsafeMutablePointer<Class>? {
        UnsafeMutableRawPointer(widget)?.assumingMemoryBound(to: Class.self)
    }

    private static func cast(_ widget: UnsafeMutablePointer<GtkWidget>?) -> OpaquePointer? { OpaquePointer(widget) }
}
#else
@main
enum GTKMainLoop {
    static func main() {
        print("GTKMainLoop was built without its trait; use: swift run --traits GTK GTKMainLoop")
    }
}
#endif
