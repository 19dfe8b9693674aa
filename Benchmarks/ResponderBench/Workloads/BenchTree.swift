import Glibc
import ResponderKit

/// A responder that counts the calls of its touch methods.
@MainActor
protocol CallCounting: Responder {
    var handled: Int { get }
}

/// The tree that the C floor has too: a window, a root view with its controller, and eight levels of four children; the
/// hit child of each level is the backmost.
@MainActor
final class BenchTree {
    let application: Application
    let sender: TouchPort.Sender
    let window: Window
    private(set) var hitView: View
    private let controller: ViewController
    private let root: PlainView
    /// The children of a flat tree, and how often they have moved.
    private var children: [View] = []
    private var moves = 0

    /// An active application on `loop` with a window of that size, and nothing in its root view.
    ///
    /// With `overriding`, application and window override `sendEvent`. Without `coalescing`, each frame is an event, as
    /// when a recording is replayed; with it, a touch moves once a turn, as in an application with default settings.
    ///
    /// With a `recording`, the application is recorded in this file.
    private init(
        size: Double,
        loop: MainRunLoop,
        overriding: Bool = false,
        coalescing: Bool = false,
        recording: String? = nil
    ) {
        let whole = Rect(0, 0, size, size)
        application =
            if overriding {
                OverridingApplication(runLoop: loop)
            } else if coalescing {
                // A plain application: few apps handle touches in the application itself.
                Application(runLoop: loop)
            } else {
                CountingApplication(runLoop: loop)
            }
        application.isTouchCoalescingEnabled = coalescing
        window =
            overriding
            ? OverridingWindow(frame: whole, application: application) : Window(frame: whole, application: application)
        controller = ViewController()
        root = PlainView(frame: whole)
        hitView = root
        controller.view = root
        window.rootViewController = controller
        window.makeKeyAndVisible()
        if let recording {
            do throws(RecorderError) {
                try application.recorder.start(recording)
            } catch {
                fatalError("\(error)")
            }
            // The file lives as long as it is written.
            unlink(recording)
        }
        application.launch()
        sender = application.touchPort.makeSender()
    }

    /// A tree with `wrappers` views between the root view and the eight levels, each filling its superview.
    ///
    /// The chain from the hit view to the application has 12 responders, and one more for each wrapper.
    convenience init(
        loop: MainRunLoop,
        wrappers: Int = 0,
        overriding: Bool = false,
        coalescing: Bool = false,
        recording: String? = nil,
        leaf: (Rect) -> View
    ) {
        self.init(size: 1024, loop: loop, overriding: overriding, coalescing: coalescing, recording: recording)
        var view: View = root
        for _ in 0..<wrappers {
            let wrapper = PlainView(frame: root.frame)
            view.addSubview(wrapper)
            view = wrapper
        }
        var half = 1024.0
        for level in 0..<8 {
            half /= 2
            let frame = Rect(0, 0, half, half)
            let hit = level == 7 ? leaf(frame) : PlainView(frame: frame)
            view.addSubview(hit)
            view.addSubview(PlainView(frame: Rect(half, 0, half, half)))
            view.addSubview(PlainView(frame: Rect(0, half, half, half)))
            view.addSubview(PlainView(frame: Rect(half, half, half, half)))
            view = hit
        }
        hitView = view
    }

    /// The same tree in virtual time, where its loop never sleeps.
    convenience init(wrappers: Int = 0, overriding: Bool = false, leaf: (Rect) -> View) throws {
        let loop = try MainRunLoop(clock: VirtualClock())
        self.init(loop: loop, wrappers: wrappers, overriding: overriding, leaf: leaf)
    }

    /// A window with a root view that has `count` children in rows of 100; the hit child is the backmost.
    convenience init(flat count: Int) throws {
        self.init(size: 1000, loop: try MainRunLoop(clock: VirtualClock()))
        for index in 0..<count {
            root.addSubview(PlainView(frame: Rect(10 * Double(index % 100), 10 * Double(index / 100), 10, 10)))
        }
        children = root.subviews
        hitView = children.first ?? root
    }

    /// Has another view be the one that is hit.
    func setHitView(_ view: View) { hitView = view }

    /// How many calls the handler got.
    var handled: Int {
        (hitView as? any CallCounting ?? application as? any CallCounting)?.handled ?? 0
    }

    /// Gives the root view a recogniser.
    func addGestureRecognizer(_ recognizer: GestureRecognizer) { root.addGestureRecognizer(recognizer) }

    /// Hit-tests the window of a flat tree; before each hit-test another child moves by half its width, or back.
    ///
    /// Returns how often the right child was hit.
    func hitTestMoving(_ point: Point, count: Int) -> Int {
        var hits = 0
        for _ in 0..<count {
            // Any child except the hit child.
            let child = children[1 + moves % (children.count - 1)]
            child.center.x += child.bounds.size.width * (moves / (children.count - 1) % 2 == 0 ? 0.5 : -0.5)
            moves += 1
            if window.hitTest(point, with: nil) === hitView { hits += 1 }
        }
        return hits
    }

    /// Sends frames of one sample each, as a source does: they wait in the port.
    func send(_ contacts: [TouchContact]) {
        for contact in contacts { sender.send(contact, at: .zero) }
    }

    /// Sends frames of several samples, which wait in the port too.
    func send(_ frames: [TouchFrame]) {
        sender.send(frames)
    }

    /// The port's receive side: dispatches all waiting frames, each as an event of its own.
    func receive() {
        _ = application.touchPort.serve(limit: .max)
    }
}

/// A view that handles nothing.
final class PlainView: View {}

/// How often each touch method was called.
///
/// Each method has a count, and so a body, of its own: the compiler would merge methods that are alike.
struct CallCounts {
    var began = 0
    var moved = 0
    var ended = 0
    var cancelled = 0

    var all: Int { began + moved + ended + cancelled }
}

/// A view that counts the calls of its touch methods.
final class CountingView: View, CallCounting {
    private var calls = CallCounts()
    var handled: Int { calls.all }

    override func touchesBegan(_ touches: TouchSet, with event: Event) { calls.began &+= 1 }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { calls.moved &+= 1 }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { calls.ended &+= 1 }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { calls.cancelled &+= 1 }
}

/// A view that takes any number of fingers, and counts the touches that it is called with.
final class FingersView: View, CallCounting {
    private var calls = CallCounts()
    var handled: Int { calls.all }

    override init(frame: Rect) {
        super.init(frame: frame)
        isMultipleTouchEnabled = true
    }

    override func touchesBegan(_ touches: TouchSet, with event: Event) { calls.began &+= touches.count }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { calls.moved &+= touches.count }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { calls.ended &+= touches.count }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { calls.cancelled &+= touches.count }
}

/// A view that also reads the values that most handlers read.
final class ReadingView: View, CallCounting {
    private var calls = CallCounts()
    private(set) var sum = 0.0
    var handled: Int { calls.all }

    override func touchesBegan(_ touches: TouchSet, with event: Event) {
        calls.began &+= 1
        read(touches, event)
    }
    override func touchesMoved(_ touches: TouchSet, with event: Event) {
        calls.moved &+= 1
        read(touches, event)
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event) {
        calls.ended &+= 1
        read(touches, event)
    }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {
        calls.cancelled &+= 1
        read(touches, event)
    }

    @inline(__always)
    private func read(_ touches: TouchSet, _ event: Event) {
        if let touch = touches.first {
            sum += touch.location(in: self).x + Double(event.timestamp.nanoseconds)
        }
    }
}

/// An application that counts the calls that come up the responder chain to it.
class CountingApplication: Application, CallCounting {
    private var calls = CallCounts()
    var handled: Int { calls.all }

    override func touchesBegan(_ touches: TouchSet, with event: Event) { calls.began &+= 1 }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { calls.moved &+= 1 }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { calls.ended &+= 1 }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { calls.cancelled &+= 1 }
}

/// An application that sees each event before it passes it on.
final class OverridingApplication: CountingApplication {
    private var events = 0

    override func sendEvent(_ event: Event) {
        events &+= 1
        super.sendEvent(event)
    }
}

/// A window that sees each event before it passes it on.
final class OverridingWindow: Window {
    private var events = 0

    override func sendEvent(_ event: Event) {
        events &+= 1
        super.sendEvent(event)
    }
}
