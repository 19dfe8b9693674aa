import ResponderKit
import Testing

@testable import ResponderDemo

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

    /// The colours of a row's cells: a letter for each, capital where the cell is filled, and `.` for the terminal's
    /// own colour.
    private func colors(ofRow row: Int) -> String {
        var text = ""
        for column in 0..<grid.extent.columns {
            let style = grid.style(column: column, row: row)
            let hue = style.color.map { ["R", "G", "Y", "B", "M", "C"][$0.rawValue - 31] } ?? "."
            text += style == .plain ? " " : style.isReversed ? hue : hue.lowercased()
        }
        return text
    }

    @Test("Controls in a terminal are drawn with lines and texts: normal, highlighted, selected, disabled")
    func lines() {
        let expected = """
                        ┌──────┐                                           ┌──────┐
            Button      │ Save │           Save             Save           │ Save │
                        └──────┘                                           └──────┘

            low           Save             Save             Save             Save


            Switch



            Slider        ────────────── ─────  ───────── ─────────  ───── ──────────────


            low           ────────────── ─────  ───────── ─────────  ───── ──────────────

                        ┌──────────┐     ┌──────────┐     ┌──────────┐     ┌──────────┐
            Stepper     │  −     + │     │  −     + │     │  −     + │     │  −     + │
                        └──────────┘     └──────────┘     └──────────┘     └──────────┘

                        ┌──────────────┐ ┌──────────────┐ ┌──────────────┐ ┌──────────────┐
            Segments    │ A    Bc    D │ │ A    Bc    D │ │ A    Bc    D │ │ A    Bc    D │
                        └──────────────┘ └──────────────┘ └──────────────┘ └──────────────┘

            Pages

            Progress

                        Some words that                    Some words that Some words that
            Label       have no room he… Some words that… have no room he… have no room he…

                             ┌logo┐      │              │ ┌logo──────────┐      ┌─logo
            Image            │    │      │              │ │              │      │    │
                             └────┘      │              │ └──────────────┘      └────┘
            """
        #expect(Self.trimmed(shownLines(of: grid)) == expected)
    }

    @Test("Controls in a terminal are drawn with colours, which tell a switch, a page control and a progress view")
    func colors() {
        let expected = """
                        bbbbbbbb         BBBBBBBB         BBBBBBBB         ........
                        b bbbb b         BBBBBBBB         BBBBBBBB         . .... .
                        bbbbbbbb         BBBBBBBB         BBBBBBBB         ........

                        BBBBBBBB           bbbb             bbbb           ........


                        BBB                 ...           BBB                 ...



                        BB.............. bbbbbBB......... bbbbbbbbbBB..... ................


                        BB.............. bbbbbBB......... bbbbbbbbbBB..... ................

                        bbbbbbbbbbbb     bbbbbbbbbbbb     bbbbbbbbbbbb     ............
                        b  .     b b     b  b     b b     b  b     b b     .  .     . .
                        bbbbbbbbbbbb     bbbbbbbbbbbb     bbbbbbbbbbbb     ............

                        bbbbbbbbbbbbbbbb bbbbbbbbbbbbbbbb bbbbbbbbbbbbbbbb ................
                        bBBBB  bb    b b b b  BBBBBB  b b b b    bb  BBBBb . .    ..    . .
                        bbbbbbbbbbbbbbbb bbbbbbbbbbbbbbbb bbbbbbbbbbbbbbbb ................

                           B  .  .  .       .  B  .  .       .  .  B  .       .  .  .  .

                        ................ BBBBB........... BBBBBBBBBBB..... BBBBBBBBBBBBBBBB




                             .    .      .              . .    ...........      ..
                             .    .      .              . .              .      .    .
                             ......      .              . ................      ......
            """
        #expect(Self.trimmed((0..<grid.extent.rows).map(colors(ofRow:))) == expected)
    }

    /// The rows down to the last one that is not empty, without blanks at their ends.
    private static func trimmed(_ rows: [String]) -> String {
        var rows = rows.map { row in String(row.reversed().drop { $0 == " " }.reversed()) }
        while rows.last == "" { rows.removeLast() }
        return rows.joined(separator: "\n")
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
