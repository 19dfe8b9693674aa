import ResponderKit
import ResponderKitTesting
import Testing

@testable import ResponderSVG

/// A view that handles touches.
@MainActor
private final class Panel: View {
    override func touchesBegan(_ touches: TouchSet, with event: Event) {}
    override func touchesMoved(_ touches: TouchSet, with event: Event) {}
    override func touchesEnded(_ touches: TouchSet, with event: Event) {}
    override func touchesCancelled(_ touches: TouchSet, with event: Event) {}
}

/// A view that passes touches on, and that is seen.
@MainActor
private final class Label: View {
    override func draw(_ rect: Rect, in canvas: any Canvas) {
        canvas.draw("what the label says", at: Point(4, 4), style: TextStyle(fontSize: 10))
    }
}

/// A view whose chain is a circle.
@MainActor
private final class Circle: View {
    override var next: Responder? { self }
}

@Suite("The picture of a tree")
@MainActor
struct TreePictureTests {
    private let harness: AppHarness
    private let panel = Panel(frame: Rect(20, 20, 200, 100))
    private let label = Label(frame: Rect(20, 20, 150, 40))
    private let trails = TouchTrails()

    init() throws {
        harness = try AppHarness(screenSize: Size(400, 300))
        panel.addSubview(label)
        harness.add(panel)
        harness.application.onTouchTrace = { [trails] in trails.note($0) }
        harness.settle()
    }

    private func picture(of view: View? = nil) throws -> ReadPicture {
        harness.settle()
        return try ReadPicture((view ?? harness.window).svg(title: "Title", touches: trails))
    }

    @Test("A tree's picture shows what views draw, and the outline and class of each, drawn or not")
    func views() throws {
        let texts = try picture().texts
        #expect(texts == ["Title", "what the label says", "Window", "Panel", "Label"])
        let outlines = try picture().all("rect").filter { $0.attributes["stroke"] == "#0e7490" }
        #expect(outlines.map { $0.number("width") } == [400, 200, 150])
        // The picture has a margin of 16 points, and the title above.
        #expect(outlines.map { $0.number("x") } == [16, 36, 56])
    }

    @Test("A tree's picture names views that lie exactly together, and has a dashed outline for a hidden one")
    func together() throws {
        let cover = View(frame: label.bounds)
        label.addSubview(cover)
        cover.addSubview(View(frame: Rect(0, 0, 1, 1)))
        panel.isHidden = true
        panel.addSubview(View(frame: .zero))
        harness.add(View(frame: Rect(0, 0, 400, 300)))
        let hidden = try picture()
        #expect(hidden.texts == ["Title", "Window > View", "Panel (hidden)"])
        #expect(hidden.all("rect").filter { $0.attributes["stroke-dasharray"] != nil }.count == 1)
        panel.isHidden = false
        #expect(try picture().texts.contains("Label > View"))
    }

    @Test("A tree's picture draws a turned view as it lies, with its outline around it")
    func turned() throws {
        label.transform = Transform(rotationAngle: .pi / 6)
        let outline = try #require(try picture().all("path").first { $0.attributes["stroke"] == "#0e7490" })
        let numbers = (outline.attributes["d"] ?? "").split { !"0123456789.-".contains($0) }.compactMap { Double($0) }
        let corner = harness.window.convert(Point.zero, from: label)
        #expect(abs(numbers[0] - corner.x - 16) < 0.01 && abs(numbers[1] - corner.y - 44) < 0.01)
    }

    @Test("A tree's picture shows touches with their paths, and each way's chain with those that were called")
    func touches() throws {
        let finger = harness.finger()
        finger.down(at: Point(50, 50))
        harness.settle()
        finger.move(to: Point(60, 80))
        harness.settle()
        let down = try picture()
        #expect(down.texts.contains("(50, 50) to (60, 80), down"))
        #expect(down.all("path").contains { $0.attributes["d"] == "M66 94L76 124" })
        let called = down.all("text").filter { $0.attributes["font-weight"] == "bold" }.map(\.text)
        // The heading, the number in the picture, and again in the list with its way.
        #expect(called == ["Title", "1", "1", "Panel"])
        let chain = ["Label", "  hit", "Panel", "  began, moved", "Window", "Application"]
        #expect(Array(down.texts.drop { $0 != "(50, 50) to (60, 80), down" }.dropFirst().prefix(6)) == chain)
        finger.up()
        let over = try picture()
        #expect(over.texts.contains("(50, 50) to (60, 80), ended"))
        #expect(over.texts.contains("  began, moved, ended"))
        // The number is filled while the finger is down, and dashed when it was cancelled.
        #expect(circles(down).map { $0.attributes["fill"] } == ["#6d28d9"])
        #expect(circles(over).map { $0.attributes["fill"] } == ["#fff"])
        harness.finger().down(at: Point(10, 10)).cancel()
        #expect(try picture().texts.contains("(10, 10), cancelled"))
    }

    /// The circles of the numbers in the tree.
    private func circles(_ picture: ReadPicture) -> [ReadPicture.Element] {
        picture.all("circle").filter { $0.number("r") == 7.5 && $0.attributes["fill"] != "none" }
    }

    @Test("A tree's picture has one list for touches that went the same way, and a color for each way")
    func ways() throws {
        for x in [30.0, 50, 55, 130] {
            harness.finger().down(at: Point(x, 50)).up()
            harness.settle()
        }
        let routes = TouchRoute.routes(of: trails.trails)
        #expect(routes.map { $0.trails.map(\.number) } == [[1], [2, 3, 4]])
        #expect(routes[1].calls(at: 1) == [.began, .ended] && routes[1].calls(at: 0).isEmpty)
        let colors = Set(circles(try picture()).map { $0.attributes["fill"] })
        #expect(colors == ["#fff"])
        let handled = try picture().texts.filter { $0 == "  hit  began, ended" || $0 == "  began, ended" }
        #expect(handled == ["  hit  began, ended", "  began, ended"])
    }

    @Test("A tree's picture says why a touch went nowhere")
    func nowhere() throws {
        harness.application.beginIgnoringInteractionEvents()
        harness.finger().down(at: Point(50, 50)).up()
        harness.settle()
        harness.application.endIgnoringInteractionEvents()
        harness.window.isUserInteractionEnabled = false
        harness.finger().down(at: Point(70, 50)).up()
        harness.settle()
        let texts = try picture().texts
        #expect(texts.contains { $0.hasPrefix("refused: ") } && texts.contains { $0.hasPrefix("misses: ") })
        #expect(texts.contains("(50, 50)") && texts.contains("(70, 50)"))
        #expect(!texts.contains("no responder handles it"))
        harness.window.isUserInteractionEnabled = true
        harness.finger().down(at: Point(5, 5)).up()
        #expect(try picture().texts.contains("no responder handles it"))
    }

    @Test("A part of a window has a picture, with the touches where they were")
    func part() throws {
        harness.finger().down(at: Point(50, 50))
        let part = try picture(of: panel)
        #expect(part.texts.prefix(3) == ["Title", "what the label says", "Panel"])
        // (30, 30) in the panel; the margin and the heading come before.
        let ring = try #require(part.all("circle").first { $0.attributes["r"] == "3" })
        #expect(ring.number("cx") == 46 && ring.number("cy") == 74)
        // A view in no window was touched by nothing.
        panel.removeFromSuperview()
        #expect(try !picture(of: panel).texts.contains { $0.hasPrefix("(50, 50)") })
    }

    @Test("A tree's picture puts no text upon another, with as many touches in one place as there are fingers")
    func overlaps() throws {
        for _ in 0..<6 {
            harness.finger().down(at: Point(50, 50)).up()
            harness.settle()
        }
        for x in 0..<5 { panel.addSubview(View(frame: Rect(Double(20 * x), 50, 15, 15))) }
        let texts = try picture().all("text").filter { $0.attributes["transform"] == nil }
        // What the label has drawn stands in a group with another origin.
        let places = texts.filter { $0.text != "what the label says" }.map { text in
            let size = text.number("font-size")
            return (text.text, Rect(text.number("x"), text.number("y") - 0.8 * size, text.number("textLength"), size))
        }
        for (index, one) in places.enumerated() {
            for other in places[(index + 1)...] {
                #expect(!one.1.intersects(other.1), "\(one) and \(other)")
            }
        }
        #expect(places.count > 20)
    }

    @Test("A tree's picture shows the ends of a chain that is long, and knows one that is a circle")
    func longChain() throws {
        var view: View = panel
        for _ in 0..<40 {
            let next = View(frame: Rect(0, 0, 100, 100))
            view.addSubview(next)
            view = next
        }
        harness.finger().down(at: Point(50, 50))
        harness.settle()
        // 41 views, the panel, the window and the application: the first six, the panel among the last six.
        #expect(try picture().texts.contains("... 31 more"))
        #expect(try picture().all("text").contains { $0.text == "Panel" && $0.attributes["font-weight"] == "bold" })
        harness.add(Circle(frame: Rect(300, 200, 50, 50)))
        harness.finger().down(at: Point(310, 210))
        #expect(try picture().texts.contains("Circle"))
    }

    @Test("A picture is drawn of a tree of any depth")
    func deep() throws {
        var view: View = panel
        for index in 0..<20_000 {
            let next = View(frame: Rect(0, 0, 10, Double(10 + index % 2)))
            view.addSubview(next)
            view = next
        }
        let svg = harness.window.svg()
        #expect(svg.hasSuffix("</svg>\n") && svg.count < 5_000_000)
    }

    @Test("Readers of XML take a picture of views that are deep inside each other and all draw")
    func deepDrawing() throws {
        var view: View = panel
        for index in 0..<1000 {
            let next = View(frame: Rect(1, 0, 10, Double(10 + index % 2)))
            next.backgroundColor = Color(red: 1, green: 0, blue: 0)
            view.addSubview(next)
            view = next
        }
        let picture = try picture()
        #expect(picture.all("rect").count { $0.attributes["fill"] == "#f00" } == 1000)
        #expect(picture.depth < 200)
    }

    @Test("A tree's picture shows no touches of a window that is gone, and those that were in none")
    func goneWindow() throws {
        do {
            let other = Window(frame: Rect(0, 0, 40, 40), application: harness.application)
            other.addSubview(View(frame: Rect(0, 0, 40, 40)))
            other.isHidden = false
            harness.settle()
            harness.finger().down(at: Point(33, 34)).up()
            harness.settle()
            #expect(try picture(of: other).texts.contains { $0.hasPrefix("(33, 34)") })
            other.isHidden = true
            harness.settle()
        }
        harness.settle()
        #expect(trails.count == 1 && trails.trails[0].hadWindow && trails.trails[0].window == nil)
        #expect(try !picture().texts.contains { $0.hasPrefix("(33, 34)") })
    }

    @Test("The ways of touches to different views that are gone stay apart, though one may have another's place")
    func goneViews() throws {
        for _ in 0..<8 {
            autoreleased {
                let view = harness.add(View(frame: Rect(300, 200, 20, 20)))
                harness.finger().down(at: Point(310, 210)).up()
                harness.settle()
                view.removeFromSuperview()
            }
            harness.settle()
        }
        #expect(TouchRoute.routes(of: trails.trails).count == 8)
    }

    private func autoreleased(_ body: () -> Void) { body() }
}

@Suite("TouchTrails")
@MainActor
struct TouchTrailsTests {
    @Test("`TouchTrails` keeps the last touches, those that are down before all")
    func limit() throws {
        let harness = try AppHarness()
        harness.add(Panel(frame: Rect(0, 0, 100, 100))).isMultipleTouchEnabled = true
        let trails = TouchTrails(limit: 3)
        harness.application.onTouchTrace = { trails.note($0) }
        harness.finger().down(at: Point(1, 1))
        for _ in 0..<10 {
            harness.finger().down(at: Point(50, 50)).up()
            harness.settle()
        }
        #expect(trails.trails.map(\.number) == [1, 10, 11] && trails.count == 3)
        trails.removeAll()
        #expect(trails.count == 0)
    }

    @Test("`TouchTrails` follows a touch that began before, and keeps no view alive")
    func late() throws {
        let harness = try AppHarness()
        let trails = TouchTrails()
        weak var panel: View?
        do {
            let view = harness.add(Panel(frame: Rect(0, 0, 100, 100)))
            panel = view
            let finger = harness.finger().down(at: Point(1, 1))
            harness.settle()
            harness.application.onTouchTrace = { trails.note($0) }
            finger.move(to: Point(30, 40))
            harness.settle()
            #expect(trails.trails.map(\.path) == [[Point(30, 40)]])
            finger.up()
            harness.settle()
            view.removeFromSuperview()
        }
        harness.settle()
        #expect(panel == nil)
        #expect(try ReadPicture(harness.window.svg(touches: trails)).texts.contains("Panel"))
    }

    @Test("`TouchTrails` keeps a path short that has very many points")
    func path() throws {
        let harness = try AppHarness()
        harness.add(Panel(frame: Rect(0, 0, 1000, 1000)))
        let trails = TouchTrails()
        harness.application.onTouchTrace = { trails.note($0) }
        harness.application.isTouchCoalescingEnabled = false
        let finger = harness.finger().down(at: .zero)
        for index in 1...5000 {
            finger.move(to: Point(Double(index % 900), Double(index % 700)))
            harness.settle()
        }
        let path = try #require(trails.trails.first?.path)
        #expect(path.count <= 2000 && path.first == .zero && path.last == Point(500, 100))
    }
}
