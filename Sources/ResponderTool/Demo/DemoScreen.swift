import ResponderKit

/// The picture of one moment: the app's views as boxes, its touches, and the monitor beside them.
@MainActor
struct DemoScreen {
    let layout: DemoLayout
    let monitor: DemoMonitor
    private(set) var canvas: Canvas

    init(layout: DemoLayout, monitor: DemoMonitor) {
        self.layout = layout
        self.monitor = monitor
        canvas = Canvas(layout.extent)
    }

    mutating func draw(window: Window, port: TouchPort.Statistics, isRecording: Bool) {
        let size = layout.size
        bar("ResponderKit demo: a window of \(Int(size.width)) x \(Int(size.height)) points", row: 0)
        if isRecording {
            let style = Canvas.Style(color: .red, isBold: true, isReversed: true)
            canvas.put(" recording ", column: layout.extent.columns - 12, row: 0, style: style)
        }
        guard layout.fits else {
            let (columns, rows) = (max(DemoLayout.least.columns, layout.screen.columns), layout.screen.rows + 2)
            canvas.put("Too small: make it \(columns) x \(rows).", column: 1, row: 2)
            return
        }
        bar("drag: a finger   Ctrl-drag: two, mirrored   q: leave", row: layout.extent.rows - 1)
        draw(window)
        for finger in monitor.fingers { mark(finger) }
        draw(port)
    }

    private mutating func bar(_ text: String, row: Int) {
        let blanks = String(repeating: " ", count: max(0, layout.extent.columns - text.count - 1))
        canvas.put(" " + text + blanks, column: 0, row: row, style: .reversed)
    }

    // MARK: The app

    /// Draws the window and the views in it, back to front.
    private mutating func draw(_ window: Window) {
        // The window, its controller and the controller's view share one box.
        var names: [String] = []
        var front: Responder? = window.rootViewController?.viewIfLoaded
        while let responder = front, !(responder is Application) {
            names.insert(DemoMonitor.name(of: responder), at: 0)
            front = responder.next
        }
        guard let background = window.rootViewController?.viewIfLoaded else { return }
        canvas.box(area(of: background), title: names.joined(separator: " > "), style: style(of: background))
        background.subviews.forEach { draw($0) }
    }

    private mutating func draw(_ view: View) {
        let area = area(of: view)
        canvas.box(area, title: DemoMonitor.name(of: view), style: style(of: view))
        if let caption = caption(of: view) {
            let text = caption.prefix(max(0, area.columns - 2))
            let row = area.row + area.rows / 2
            let isPressed = (view as? DemoButton)?.isPressed == true
            canvas.put(
                String(text),
                column: area.column + (area.columns - text.count) / 2,
                row: row,
                style: isPressed ? .reversed : .dim
            )
        }
        view.subviews.forEach { draw($0) }
    }

    private func caption(of view: View) -> String? {
        switch view {
        case let button as DemoButton: button.isPressed ? "pressed" : "taps \(button.taps)"
        case is DemoLabel: "passes on"
        case is DemoPad: "takes any number of fingers"
        default: nil
        }
    }

    /// A view is green while a finger is down that hit the view, and yellow while the view handles a finger that hit
    /// another view.
    private func style(of view: View) -> Canvas.Style {
        if monitor.fingers.contains(where: { $0.view === view }) { return Canvas.Style(color: .green, isBold: true) }
        if monitor.fingers.contains(where: { $0.responder === view }) {
            return Canvas.Style(color: .yellow, isBold: true)
        }
        return .plain
    }

    private mutating func mark(_ finger: DemoMonitor.Finger) {
        let cell = DemoBackground.cell
        let column = Int((finger.location.x / cell.width).rounded(.down))
        let row = Int((finger.location.y / cell.height).rounded(.down))
        // A finger that came down in a larger window may be where the monitor is now.
        guard (0..<layout.screen.columns).contains(column), (0..<layout.screen.rows).contains(row) else { return }
        let style = Canvas.Style(color: .cyan, isBold: true, isReversed: true)
        let (left, top) = (layout.screen.column, layout.screen.row)
        canvas.put("(\(finger.number))", column: left + column - 1, row: top + row, style: style)
    }

    private func area(of view: View) -> Canvas.Area {
        let origin = view.convert(view.bounds.origin, to: nil)
        let (size, cell) = (view.bounds.size, DemoBackground.cell)
        return Canvas.Area(
            column: layout.screen.column + Int((origin.x / cell.width).rounded()),
            row: layout.screen.row + Int((origin.y / cell.height).rounded()),
            columns: Int((size.width / cell.width).rounded()),
            rows: Int((size.height / cell.height).rounded())
        )
    }

    // MARK: The monitor

    private mutating func draw(_ port: TouchPort.Statistics) {
        let area = layout.monitor
        var row = area.row
        func heading(_ text: String, _ canvas: inout Canvas) {
            canvas.put(text, column: area.column, row: row, limit: area.columns, style: .bold)
            row += 1
        }
        func line(_ text: String, _ canvas: inout Canvas, style: Canvas.Style = .plain) {
            canvas.put(text, column: area.column + 1, row: row, limit: area.columns - 1, style: style)
            row += 1
        }
        heading("What wakes the loop", &canvas)
        line("port    \(port.frames) frames, \(port.contacts) contacts", &canvas)
        line("timer   \(monitor.ticks) ticks, one a second", &canvas)
        line("notice  \(monitor.lastNotification ?? "none: tap the button")", &canvas)
        row += 1
        heading("Touches", &canvas)
        let fingers = monitor.fingers.prefix(2)
        for finger in fingers {
            let (x, y) = (Int(finger.location.x), Int(finger.location.y))
            line("(\(finger.number)) at (\(x), \(y)) in \(DemoMonitor.name(of: finger.view))", &canvas)
        }
        if fingers.isEmpty { line("no finger is down", &canvas, style: .dim) }
        // Always two lines, so that the steps below do not jump.
        row = area.row + 9
        heading("Steps: hit view → handler", &canvas)
        let room = area.row + area.rows - row
        for text in lines(of: monitor.steps, columns: area.columns - 1, atMost: room) { line(text, &canvas) }
    }

    /// The last steps, each in one line, or in two lines where one line is too short even without blanks at the arrows.
    private func lines(of steps: [DemoMonitor.Step], columns: Int, atMost room: Int) -> [String] {
        var lines: [String] = []
        for step in steps.suffix(max(room, 0)) {
            let what = "\(step.phase) \(step.fingers.map(String.init).joined(separator: "+"))"
            let count = step.count > 1 ? " x\(step.count)" : ""
            let head = what + String(repeating: " ", count: max(1, 10 - what.count))
            let tails = [" → ", "→"].map { step.chain.joined(separator: $0) + count }
            if let tail = tails.first(where: { head.count + $0.count <= columns }) {
                lines.append(head + tail)
            } else {
                lines += [head + count.dropFirst(), "  " + step.chain.joined(separator: " → ")]
            }
        }
        return lines.suffix(max(room, 0))
    }
}
