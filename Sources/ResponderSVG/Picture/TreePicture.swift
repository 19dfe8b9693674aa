internal import ResponderKit

/// Draws a tree of views with its touches.
@MainActor
struct TreePicture {
    private let root: View
    private let title: String
    private let routes: [TouchRoute]
    private let outlines: TreeOutlines
    private let measurer: any TextMeasurer
    /// The size of a point of the picture's own lines and texts: greater for large trees, which are shown smaller.
    private let unit: Double
    /// From the view's coordinates to those of the picture.
    private let transform: Transform
    /// The view's place in the picture.
    private let area: Rect
    /// Where something is to be read.
    private var occupied: OccupiedPlaces
    /// Where the numbers of touches stand, by the touch's number.
    private var numbers: [Int: Point] = [:]
    private var canvas: SVGCanvas

    private static let margin = 16.0
    /// Of those that tell several ways apart.
    private static let colors = [
        Color(0x6d28d9), Color(0xb91c1c), Color(0x15803d), Color(0xc2410c), Color(0x1d4ed8), Color(0xbe185d),
        Color(0x854d0e), Color(0x111827),
    ]

    init(of root: View, title: String, trails: [TouchTrail]) {
        self.root = root
        self.title = title
        routes = TouchRoute.routes(of: trails)
        measurer = root.textMeasurer
        let bounds = root.bounds
        unit = max(1, max(bounds.width, bounds.height) / 1000)
        let margin = Self.margin * unit
        area = Rect(margin, margin + 28 * unit, bounds.width, bounds.height)
        transform = Transform(translationX: area.minX - bounds.minX, y: area.minY - bounds.minY)
        outlines = TreeOutlines(of: root, transform: transform)
        occupied = OccupiedPlaces(grid: 4 * unit)
        canvas = SVGCanvas(size: .zero)
    }

    mutating func draw() -> String {
        var legend = RouteLegend(routes, colors: Self.colors, unit: unit)
        legend.lay(at: Point(area.maxX + 24 * unit, area.minY), height: max(area.height, 320 * unit))
        let margin = Self.margin * unit
        let titleStyle = TextStyle(fontSize: 14 * unit, isBold: true, color: Self.ink)
        let titleWidth = FixedWidthTextMeasurer().size(of: title, in: titleStyle).width
        let size = Size(
            max(legend.isEmpty ? area.maxX : legend.box.maxX, area.minX + titleWidth) + margin,
            max(area.maxY + 14 * unit, legend.box.maxY) + margin
        )
        canvas = SVGCanvas(size: size)
        canvas.fill(Rect(origin: .zero, size: size), with: .white)
        canvas.draw(title, at: Point(area.minX, margin - 2 * unit), style: titleStyle)
        drawViews()
        drawRoutes()
        placeNumbers()
        drawLabels()
        drawTouches()
        legend.draw(in: canvas)
        return canvas.svg
    }

    // MARK: Views

    private mutating func drawViews() {
        // The texts of the views are as wide as their measurer says.
        canvas.textMeasurer = measurer
        canvas.saveState()
        canvas.concatenate(transform)
        canvas.clip(to: root.bounds)
        root.render(in: canvas)
        canvas.restoreState()
        canvas.textMeasurer = FixedWidthTextMeasurer()
        let finder = TextFinder(measurer, transform: transform)
        root.render(in: finder)
        finder.places.forEach { occupied.occupy($0) }
        for outline in outlines.outlines {
            let style = StrokeStyle(width: unit, dash: outline.isHidden ? [3 * unit, 3 * unit] : [])
            canvas.stroke(outline.path(inset: 0), with: outline.isHidden ? Self.faint : Self.line, style: style)
        }
    }

    /// The views of each way: the hit view dotted, those whose methods were called in a full line.
    private func drawRoutes() {
        var lines: [ObjectIdentifier: Int] = [:]
        for (index, route) in routes.enumerated() {
            for (place, link) in route.chain.enumerated() {
                let isCalled = !route.calls(at: place).isEmpty
                guard place == 0 || isCalled, let view = link.view, let outline = outlines.outline(of: view) else {
                    continue
                }
                // Several ways through a view have their lines side by side.
                let number = lines[link.identity, default: 0]
                lines[link.identity] = number + 1
                canvas.stroke(
                    outline.path(inset: (1.5 + 2.5 * Double(number)) * unit),
                    with: Self.colors[index % Self.colors.count],
                    style: StrokeStyle(width: 2 * unit, dash: isCalled ? [] : [2 * unit, 4 * unit])
                )
            }
        }
    }

    // MARK: Labels

    private mutating func drawLabels() {
        for outline in outlines.outlines {
            let name = outline.names.joined(separator: " > ") + (outline.isHidden ? " (hidden)" : "")
            let style = TextStyle(fontSize: 8.5 * unit, color: outline.isHidden ? Self.faint : Self.line)
            let size = FixedWidthTextMeasurer().size(of: name, in: style)
            guard let place = place(for: Size(size.width + 4 * unit, size.height), at: outline.box) else { continue }
            occupied.occupy(place)
            canvas.fill(Path(roundedRect: place, cornerRadius: 2 * unit), with: Color.white.withAlpha(0.85))
            canvas.draw(name, at: Point(place.minX + 2 * unit, place.minY), style: style)
        }
    }

    /// A free place for a label at an edge of the box, the upper one first.
    private func place(for size: Size, at box: Rect) -> Rect? {
        let (gap, right) = (2 * unit, max(box.minX, box.maxX - size.width))
        let inside = size.width <= box.width && 2 * size.height <= box.height
        let above = (box.minY - size.height - gap / 2, box.maxY + gap / 2)
        var places = [Point(box.minX, above.0), Point(right, above.0)]
        if inside {
            places.insert(Point(box.minX + gap, box.minY + gap), at: 0)
            places.append(Point(right - gap, box.minY + gap))
            places.append(Point(box.minX + gap, box.maxY - size.height - gap))
            places.append(Point(right - gap, box.maxY - size.height - gap))
        }
        places += [Point(box.minX, above.1), Point(right, above.1)]
        return places.lazy.map { Rect(origin: $0, size: size) }.first { occupied.isFree($0) && isShown($0) }
    }

    /// Whether the place is in the part of the picture that belongs to the tree.
    private func isShown(_ place: Rect) -> Bool {
        area.insetBy(dx: -12 * unit, dy: -13 * unit).contains(place)
    }

    // MARK: Touches

    private func drawTouches() {
        for (index, route) in routes.enumerated() {
            let color = Self.colors[index % Self.colors.count]
            for trail in route.trails { drawPath(of: trail, color) }
        }
        // Above all paths.
        for (index, route) in routes.enumerated() {
            let color = Self.colors[index % Self.colors.count]
            for trail in route.trails {
                guard let center = numbers[trail.number] else { continue }
                TouchMark(trail, color: color, unit: unit).draw(in: canvas, at: center)
            }
        }
    }

    private func drawPath(of trail: TouchTrail, _ color: Color) {
        let toPicture = fromWindow.concatenating(transform)
        let points = trail.path.map { $0.applying(toPicture) }
        guard let first = points.first else { return }
        if points.count > 1 {
            var path = Path()
            path.move(to: first)
            points.dropFirst().forEach { path.addLine(to: $0) }
            canvas.stroke(path, with: color.withAlpha(0.8), style: StrokeStyle(width: 1.5 * unit, join: .round))
        }
        canvas.stroke(Path(circleAt: first, radius: 3 * unit), with: color, width: 1.5 * unit)
        // A number that has no room at the end of the path stands beside it.
        if let last = points.last, let number = numbers[trail.number], number != last {
            canvas.stroke(Path(from: last, to: number), with: color, width: 0.75 * unit)
            canvas.fill(Path(circleAt: last, radius: 1.5 * unit), with: color)
        }
    }

    /// Finds places for the numbers of touches, before those for names: a view without a name is missed less.
    private mutating func placeNumbers() {
        var others = OccupiedPlaces(grid: 4 * unit)
        for trail in routes.flatMap(\.trails) {
            let point = lastPlace(of: trail)
            guard point.isFinite else { continue }
            let center =
                freePlace(at: point, rings: 3) { occupied.isFree($0) }
                ?? freePlace(at: point, rings: 6) { others.isFree($0) } ?? point
            numbers[trail.number] = center
            occupied.occupy(dot(at: center))
            others.occupy(dot(at: center))
        }
    }

    /// The nearest place to the point that is free for a number.
    private func freePlace(at point: Point, rings: Int, isFree: (Rect) -> Bool) -> Point? {
        if isFree(dot(at: point)) { return point }
        for ring in 1...rings {
            let distance = 13 * unit * Double(ring)
            for (x, y) in [(0.0, 1.0), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)] {
                let place = Point(point.x + x * distance, point.y + y * distance)
                if isFree(dot(at: place)), area.contains(dot(at: place)) { return place }
            }
        }
        return nil
    }

    private func dot(at point: Point) -> Rect {
        let radius = TouchMark.radius * unit
        return Rect(point.x - radius, point.y - radius, 2 * radius, 2 * radius)
    }

    /// Where the touch was last, in the picture.
    private func lastPlace(of trail: TouchTrail) -> Point {
        (trail.path.last ?? .zero).applying(fromWindow).applying(transform)
    }

    /// From the window's coordinates to the view's.
    private var fromWindow: Transform {
        guard let window = root.window, window !== root else { return .identity }
        let origin = root.convert(Point.zero, from: window)
        let (x, y) = (root.convert(Point(1, 0), from: window), root.convert(Point(0, 1), from: window))
        return Transform(
            a: x.x - origin.x,
            b: x.y - origin.y,
            c: y.x - origin.x,
            d: y.y - origin.y,
            tx: origin.x,
            ty: origin.y
        )
    }
}

/// The number of a touch in a circle.
@MainActor
struct TouchMark {
    static let radius = 7.5

    private let trail: TouchTrail
    private let color: Color
    private let unit: Double

    init(_ trail: TouchTrail, color: Color, unit: Double) {
        self.trail = trail
        self.color = color
        self.unit = unit
    }

    func draw(in canvas: SVGCanvas, at center: Point) {
        let circle = Path(circleAt: center, radius: Self.radius * unit)
        canvas.fill(circle, with: trail.isOver ? .white : color)
        let isCancelled = trail.phase == .cancelled || trail.problem != nil
        let dash = isCancelled ? [3 * unit, 2 * unit] : []
        canvas.stroke(circle, with: color, style: StrokeStyle(width: 1.5 * unit, dash: dash))
        let text = "\(trail.number)"
        let style = TextStyle(
            fontSize: (text.count < 3 ? 9 : 6.5) * unit,
            isBold: true,
            color: trail.isOver ? color : .white
        )
        let size = FixedWidthTextMeasurer().size(of: text, in: style)
        canvas.draw(text, at: Point(center.x - size.width / 2, center.y - size.height / 2), style: style)
    }
}

extension TreePicture {
    /// The color of titles and of what matters.
    static let ink = Color(0x111827)
    /// The color of outlines and their names.
    static let line = Color(0x0e7490)
    /// The color of what is there and not seen.
    static let faint = Color(0x9ca3af)
}

extension Color {
    /// A color by its number in the web's notation.
    fileprivate init(_ number: Int) {
        func part(_ shift: Int) -> Double { Double(number >> shift & 0xff) / 255 }
        self.init(red: part(16), green: part(8), blue: part(0))
    }
}
