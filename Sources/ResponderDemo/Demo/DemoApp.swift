import ResponderKit

/// The demo's app without the terminal: its window and its controller.
@MainActor
final class DemoApp {
    /// The extent of the window until the terminal has told its own, in points.
    private static let usualSize = DemoLayout(Terminal.Extent(columns: 100, rows: 30)).size

    let window: Window
    let controller: DemoController
    /// Follows the pointer.
    let hover = HoverGestureRecognizer()
    /// Where the terminal sends the window's extent: not all that comes from outside comes by the touch port.
    private(set) var size: Recorder.Input?

    /// Makes the app's window.
    init(_ application: Application) {
        window = Window(frame: Rect(origin: .zero, size: Self.usualSize), application: application)
        controller = DemoController(size: Self.usualSize)
        window.rootViewController = controller
        window.addGestureRecognizer(hover)
        // A caret is seen where it fills a cell.
        application.controlAppearance.caretWidth = TerminalCanvas.cell.width
        window.makeKeyAndVisible()
        size = application.recorder.input("window size") { [weak self] in self?.resize($0) }
    }

    /// Gives the window another extent.
    func setSize(_ size: Size) { self.size?.send("\(size.width) \(size.height)") }

    private func resize(_ text: String) {
        let numbers = text.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 2, numbers.allSatisfy({ $0.isFinite && $0 >= 0 }) else { return }
        let size = Size(numbers[0], numbers[1])
        window.frame = Rect(origin: .zero, size: size)
        controller.resize(to: size)
    }
}
