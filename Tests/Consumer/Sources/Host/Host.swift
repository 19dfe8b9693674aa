import DynamicKit
import Glibc

/// What was called: the place of a plugin's view, or -1 for the ground under it, and the message.
@MainActor private var calls: [String] = []
private let messages = ["began", "moved", "ended", "cancelled"]

/// Handles what the plugin's views pass on.
private final class Ground: View {
    override func touchesBegan(_ touches: TouchSet, with event: Event) { calls.append("ground.began") }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { calls.append("ground.moved") }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { calls.append("ground.ended") }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { calls.append("ground.cancelled") }
}

private typealias Note = @convention(c) @Sendable (Int32, Int32) -> Void
private typealias PluginView = @convention(c) (Int32, Note) -> UnsafeMutableRawPointer?

/// Which messages the class at each place handles itself, and which the ground under it gets.
private let expected: [(own: String, ground: String)] = [
    ("", "began moved ended began cancelled"),
    ("moved", "began ended began cancelled"),
    ("moved ended", "began began cancelled"),
    ("began began", "moved ended cancelled"),
    ("began moved ended began cancelled", "began moved ended began cancelled"),
    ("", "began moved ended began cancelled"),
    ("cancelled", "began moved ended began"),
]

@main
@MainActor
struct Host {
    static func main() throws {
        // Before the library: classes that come later are as good as those that were there.
        let clock = VirtualClock()
        let application = Application(runLoop: try MainRunLoop(clock: clock))
        let window = Window(frame: Rect(0, 0, 500, 500), application: application)
        let ground = Ground(frame: Rect(0, 0, 100, 100))
        window.addSubview(ground)
        window.makeKeyAndVisible()
        application.launch()

        guard CommandLine.arguments.count == 2, let library = dlopen(CommandLine.arguments[1], RTLD_NOW),
            let symbol = dlsym(library, "plugin_view")
        else { fail("cannot open the library: \(String(cString: dlerror()))") }
        let make = unsafeBitCast(symbol, to: PluginView.self)
        let sender = application.touchPort.makeSender()

        for (place, answer) in expected.enumerated() {
            let note: Note = { place, message in
                MainActor.assumeIsolated { calls.append("own.\(messages[Int(message)])") }
            }
            guard let address = make(Int32(place), note) else { fail("the library has no view at \(place)") }
            let view = Unmanaged<View>.fromOpaque(address).takeRetainedValue()
            ground.addSubview(view)
            // Twice: what was seen of a class at the first time is relied on at the second.
            for round in 1...2 {
                calls = []
                let phases: [TouchContact.Phase] = [.began, .moved, .ended, .began, .cancelled]
                for phase in phases {
                    sender.send(TouchContact(1, phase, at: Point(10, 10)), at: clock.now)
                    application.runLoop.run(until: clock.now)
                }
                let (own, others) = (heard(by: "own"), heard(by: "ground"))
                print("\(place), \(type(of: view)), round \(round): own [\(own)], ground [\(others)]")
                if own != answer.own || others != answer.ground { fail("expected [\(answer.own)], [\(answer.ground)]") }
            }
            view.removeFromSuperview()
        }
        if make(Int32(expected.count), { _, _ in }) != nil { fail("the library has more views than are checked") }
    }

    private static func heard(by name: String) -> String {
        calls.filter { $0.hasPrefix("\(name).") }.map { String($0.dropFirst(name.count + 1)) }.joined(separator: " ")
    }

    private static func fail(_ message: String) -> Never {
        let text = "error: \(message)\n"
        write(STDERR_FILENO, text, text.utf8.count)
        exit(1)
    }
}
