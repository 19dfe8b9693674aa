import ResponderKit

/// The picture of one moment: what the app's views have drawn, its touches, and the monitor beside them.
@MainActor
struct DemoScreen {
    let layout: DemoLayout
    let monitor: DemoMonitor
    private(set) var grid: CellGrid

    init(layout: DemoLayout, monitor: DemoMonitor) {
        self.layout = layout
        self.monitor = monitor
        grid = CellGrid(layout.extent)
    }

    mutating func draw(windows: [Window], port: TouchPort.Statistics, isRecording: Bool) {
        let size = layout.size
        bar("ResponderKit demo: a window of \(Int(size.width)) x \(Int(size.height)) points", row: 0)
        if isRecording {
            let style = CellGrid.Style(color: .red, isBold: true, isReversed: true)
            grid.put(" recording ", column: layout.extent.columns - 12, row: 0, style: style)
        }
        guard layout.fits else {
            let (columns, rows) = (max(DemoLayout.least.columns, layout.screen.columns), layout.screen.rows + 2)
            grid.put("Too small: make it \(columns) x \(rows).", column: 1, row: 2)
            return
        }
        bar("drag: a finger   Ctrl-drag: two, mirrored   q: leave", row: layout.extent.rows - 1)
        draw(windows)
        for finger in monitor.fingers { mark(finger) }
        draw(port)
    }

    private mutating func bar(_ text: String, row: Int) {
        let blanks = String(repeating: " ", count: max(0, layout.extent.columns - text.count - 1))
        grid.put(" " + text + blanks, column: 0, row: row, style: .reversed)
    }

    // MARK: The app

    /// Draws what the views of the windows have drawn, back to front.
    private mutating func draw(_ windows: [Window]) {
        // With a second owner, the first change would copy all cells.
        var taken = CellGrid(Terminal.Extent(columns: 0, rows: 0))
        swap(&taken, &grid)
        let canvas = TerminalCanvas(consume taken, area: layout.screen)
        for window in windows {
            canvas.saveState()
            canvas.concatenate(window.screenTransform)
            window.render(in: canvas)
            canvas.restoreState()
        }
        grid = canvas.grid
    }

    private mutating func mark(_ finger: DemoMonitor.Finger) {
        let cell = TerminalCanvas.cell
        let column = Int((finger.location.x / cell.width).rounded(.down))
        let row = Int((finger.location.y / cell.height).rounded(.down))
        // A finger that came down in a larger window may be where the monitor is now.
        guard (0..<layout.screen.columns).contains(column), (0..<layout.screen.rows).contains(row) else { return }
        let style = CellGrid.Style(color: .cyan, isBold: true, isReversed: true)
        let (left, top) = (layout.screen.column, layout.screen.row)
        grid.put("(\(finger.number))", column: left + column - 1, row: top + row, style: style)
    }

    // MARK: The monitor

    private mutating func draw(_ port: TouchPort.Statistics) {
        let area = layout.monitor
        var row = area.row
        func heading(_ text: String, _ grid: inout CellGrid) {
            grid.put(text, column: area.column, row: row, limit: area.columns, style: .bold)
            row += 1
        }
        func line(_ text: String, _ grid: inout CellGrid, style: CellGrid.Style = .plain) {
            grid.put(text, column: area.column + 1, row: row, limit: area.columns - 1, style: style)
            row += 1
        }
        heading("What wakes the loop", &grid)
        line("port    \(port.frames) frames, \(port.contacts) contacts", &grid)
        line("timer   \(monitor.ticks) ticks, one a second", &grid)
        line("notice  \(monitor.lastNotification ?? "none: tap the button")", &grid)
        row += 1
        heading("Touches", &grid)
        let fingers = monitor.fingers.prefix(2)
        for finger in fingers {
            let (x, y) = (Int(finger.location.x), Int(finger.location.y))
            line("(\(finger.number)) at (\(x), \(y)) in \(DemoMonitor.name(of: finger.view))", &grid)
        }
        if fingers.isEmpty { line("no finger is down", &grid, style: .dim) }
        if fingers.count < 2, let (place, view) = monitor.pointer {
            line("pointer at (\(Int(place.x)), \(Int(place.y))) over \(DemoMonitor.name(of: view))", &grid)
        }
        // Always two lines, so that the steps below do not jump.
        row = area.row + 9
        heading("Steps: hit view → handler", &grid)
        let room = area.row + area.rows - row
        for text in lines(of: monitor.steps, columns: area.columns - 1, atMost: room) { line(text, &grid) }
    }

    /// The last steps, each in one line, or in several where one is too short even without blanks at the arrows.
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
                lines.append(head + count.dropFirst())
                lines += wrapped(step.chain, columns: columns - 2).map { "  " + $0 }
            }
        }
        return lines.suffix(max(room, 0))
    }

    /// The names with arrows between them, in lines of at most so many columns where names are not longer.
    private func wrapped(_ chain: [String], columns: Int) -> [String] {
        var lines: [String] = []
        for name in chain {
            if let last = lines.last, last.count + name.count + 3 <= columns {
                lines[lines.count - 1] = "\(last) → \(name)"
            } else {
                lines.append(lines.isEmpty ? name : "→ \(name)")
            }
        }
        return lines
    }
}
