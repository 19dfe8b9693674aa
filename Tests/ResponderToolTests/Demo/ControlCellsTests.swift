import Foundation
import ResponderKit
import ResponderSVG
import Testing

@testable import responderkit

@Suite("Controls in a terminal's cells")
@MainActor
struct ControlCellsTests {
    private let sheet: ControlSheet
    private let grid: CellGrid

    init() throws {
        sheet = try ControlSheet()
        let extent = Terminal.Extent(columns: Int(sheet.size.width / 8), rows: Int(sheet.size.height / 16))
        let canvas = TerminalCanvas(CellGrid(extent), area: CellGrid(extent).whole)
        sheet.window.render(in: canvas)
        grid = canvas.grid
    }

    @Test("scratch")
    func scratch() throws {
        let svg = SVGCanvas(size: sheet.size)
        sheet.window.render(in: svg)
        try svg.svg.write(toFile: "/tmp/controls.svg", atomically: true, encoding: .utf8)
        try grid.changes(since: nil).write(toFile: "/tmp/controls.ansi", atomically: true, encoding: .utf8)
        for line in shownLines(of: grid) { print("|\(line)|") }
        for row in 0..<grid.extent.rows {
            var text = ""
            for column in 0..<grid.extent.columns {
                let style = grid.style(column: column, row: row)
                let hue = style.color.map { ["R", "G", "Y", "B", "M", "C"][$0.rawValue - 31] } ?? "."
                text += style == .plain ? " " : style.isReversed ? hue : hue.lowercased()
            }
            print("=\(text)=")
        }
    }
}

/// All controls, in several states.
@MainActor
struct ControlSheet {
    let application: Application
    let window: Window
    let size = Size(640, 656)

    init() throws {
        application = Application(runLoop: try MainRunLoop(clock: VirtualClock()))
        window = Window(frame: Rect(origin: .zero, size: size), application: application)
        window.backgroundColor = .white
        window.makeKeyAndVisible()
        var y = 0.0
        func row(_ name: String, _ height: Double, _ make: (Int) -> View) {
            let label = Label(text: name)
            label.frame.origin = Point(0, y + (height - 16) / 2)
            window.addSubview(label)
            for column in 0..<4 {
                let view = make(column)
                view.frame = Rect(
                    96 + Double(column) * 136,
                    y,
                    view.bounds.width == 0 ? 128 : view.bounds.width,
                    height
                )
                if let control = view as? Control {
                    control.isHighlighted = column == 1
                    control.isSelected = column == 2
                    control.isEnabled = column != 3
                }
                window.addSubview(view)
            }
            y += height + 16
        }
        row("Button", 48) { _ in Button(title: "Save") }
        row("low", 16) { _ in Button(title: "Save") }
        row("Switch", 48) { column in
            let view = Switch(frame: .zero)
            view.sizeToFit()
            view.isOn = column % 2 == 0
            return view
        }
        row("Slider", 48) { column in
            let view = Slider(frame: .zero)
            view.value = Double(column) / 3
            return view
        }
        row("low", 16) { column in
            let view = Slider(frame: .zero)
            view.value = Double(column) / 3
            return view
        }
        row("Stepper", 48) { column in
            let view = Stepper(frame: .zero)
            view.sizeToFit()
            view.value = Double(column)
            return view
        }
        row("Segments", 48) { column in
            let view = SegmentedControl(titles: ["A", "Bc", "D"])
            view.frame.size.width = 128
            view.selectedSegmentIndex = column
            return view
        }
        row("Pages", 16) { column in
            let view = PageControl(frame: .zero)
            view.numberOfPages = 4
            view.currentPage = column
            return view
        }
        row("Progress", 16) { column in
            let view = ProgressView(frame: .zero)
            view.progress = Double(column) / 3
            return view
        }
        row("Label", 32) { column in
            let view = Label(frame: Rect(0, 0, 128, 32))
            view.text = "Some words that have no room here"
            view.numberOfLines = column
            view.alignment = [.left, .center, .right, .left][column]
            return view
        }
        row("Image", 48) { column in
            let view = ImageView(image: Image(name: "logo", size: Size(40, 40)))
            view.frame.size.width = 128
            view.scaling = ImageView.Scaling.allCases[column]
            return view
        }
        application.runLoop.run(until: application.runLoop.now)
        window.layoutIfNeeded()
        window.displayIfNeeded()
    }
}
