import ResponderKit

/// A responder that counts the calls of its touch methods.
@MainActor
protocol CallCounting: Responder {
    var handled: Int { get }
}

/// The tree that the C floor has too: a window, a root view with its controller, and eight levels of four children, the
/// hit child the backmost of each.
@MainActor
final class BenchTree {
    let application: CountingApplication
    let sender: TouchPort.Sender
    let window: Window
    private(set) var hitView: View
    private let controller: ViewController
    private let root: PlainView

    /// An active application on `loop` with a window of that size, and nothing in its root view.
    private init(size: Double, loop: MainRunLoop) {
        let whole = Rect(0, 0, size, size)
        application = CountingApplication(runLoop: loop)
        window = Window(frame: whole, application: application)
        controller = ViewController()
        root = PlainView(frame: whole)
        hitView = root
        controller.view = root
        window.rootViewController = controller
        window.makeKeyAndVisible()
        application.launch()
        sender = application.touchPort.makeSender()
    }

    /// A tree with `wrappers` views between the root view and the eight levels, each filling the one it is in.
    ///
    /// The chain from the hit view to the application has 12 responders, and one more for each of these.
    convenience init(loop: MainRunLoop, wrappers: Int = 0, leaf: (Rect) -> View) {
        self.init(size: 1024, loop: loop)
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

    /// The same in virtual time, where its loop never sleeps.
    convenience init(wrappers: Int = 0, leaf: (Rect) -> View) throws {
        self.init(loop: try MainRunLoop(clock: VirtualClock()), wrappers: wrappers, leaf: leaf)
    }

    /// A window with a root view that has `count` children in rows of 100; the hit child is the backmost.
    convenience init(flat count: Int) throws {
        self.init(size: 1000, loop: try MainRunLoop(clock: VirtualClock()))
        for index in 0..<count {
            root.addSubview(PlainView(frame: Rect(10 * Double(index % 100), 10 * Double(index / 100), 10, 10)))
        }
        hitView = root.subviews.first ?? root
    }

    /// How many calls the handler got.
    var handled: Int {
        (hitView as? any CallCounting ?? application).handled
    }

    /// Sends frames of one sample each, as a source does: they wait in the port.
    func send(_ contacts: [TouchContact]) {
        for contact in contacts { sender.send(contact, at: .zero) }
    }

    /// The port's receive side: dispatches all that waits, each frame as an event of its own.
    func receive() {
        _ = application.touchPort.serve(limit: .max)
    }
}

/// A view that handles nothing.
final class PlainView: View {}

/// A view that counts the calls of its touch methods.
final class CountingView: View, CallCounting {
    private(set) var handled = 0

    override func touchesBegan(_ touches: TouchSet, with event: Event) { handled &+= 1 }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { handled &+= 1 }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { handled &+= 1 }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { handled &+= 1 }
}

/// A view that also reads what most handlers read.
final class ReadingView: View, CallCounting {
    private(set) var handled = 0
    private(set) var sum = 0.0

    override func touchesBegan(_ touches: TouchSet, with event: Event) { read(touches, event) }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { read(touches, event) }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { read(touches, event) }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { read(touches, event) }

    private func read(_ touches: TouchSet, _ event: Event) {
        handled &+= 1
        if let touch = touches.first {
            sum += touch.location(in: self).x + Double(event.timestamp.nanoseconds)
        }
    }
}

/// An application that counts what comes up the chain to it.
final class CountingApplication: Application, CallCounting {
    private(set) var handled = 0

    override func touchesBegan(_ touches: TouchSet, with event: Event) { handled &+= 1 }
    override func touchesMoved(_ touches: TouchSet, with event: Event) { handled &+= 1 }
    override func touchesEnded(_ touches: TouchSet, with event: Event) { handled &+= 1 }
    override func touchesCancelled(_ touches: TouchSet, with event: Event) { handled &+= 1 }
}
