import ResponderInterface
import ResponderKit

/// A text as a file of an interface: a file that can be read is made into a tree, or refused in a line; the tree is
/// shown, laid out, drawn and touched.
@MainActor
struct InterfaceRun {
    private let text: String

    init(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }

    func run() throws(Violation) {
        let loop = try necessary { try MainRunLoop(clock: VirtualClock()) }
        let application = Application(runLoop: loop)
        let made: Interface
        do throws(InterfaceError) {
            let file = try InterfaceFile(parsing: text, path: "input")
            made = try file.makeInterface(of: .withWidgets, for: application)
        } catch {
            try require(RecordingRun.isOneLine("\(error)"), "an error that is no line: \(error)")
            return
        }
        made.window.makeKeyAndVisible()
        application.launch()
        let finger = application.touchPort.makeSender()
        finger.send(TouchContact(1, .began, at: made.window.frame.center), at: loop.now)
        finger.send(TouchContact(1, .ended, at: made.window.frame.center), at: loop.now)
        loop.run(until: .zero)
        try require(
            made.window.rootViewController?.viewIfLoaded?.window === made.window,
            "the root is not in its window"
        )
        application.terminate()
    }
}
