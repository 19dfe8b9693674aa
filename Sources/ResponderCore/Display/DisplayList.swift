internal import ResponderTouchInput

/// The drawing of a view, which can be replayed into other canvases.
struct DisplayList {
    enum Command {
        case saveState
        case restoreState
        case concatenate(Transform)
        case clip(Path)
        case beginTransparencyLayer(alpha: Double, bounds: Rect?)
        case endTransparencyLayer
        case fill(Path, Color)
        case stroke(Path, Color, StrokeStyle)
        indirect case fillPaint(Path, Paint)
        indirect case strokePaint(Path, Paint, StrokeStyle)
        indirect case shadow(Path, Shadow)
        indirect case image(Image, Rect)
        case text(String, Point, TextStyle)
    }

    var commands: [Command] = []

    var isEmpty: Bool { commands.isEmpty }

    /// Whether a picture with one of these names is drawn.
    func hasImage(named names: Set<String>) -> Bool {
        commands.contains { command in
            switch command {
            case .image(let image, _), .fillPaint(_, .image(let image, _)), .strokePaint(_, .image(let image, _), _):
                image.pixels == nil && names.contains(image.name)
            default: false
            }
        }
    }

    @MainActor
    func replay(in canvas: any Canvas) {
        for command in commands {
            switch command {
            case .saveState: canvas.saveState()
            case .restoreState: canvas.restoreState()
            case .concatenate(let transform): canvas.concatenate(transform)
            case .clip(let path): canvas.clip(to: path)
            case .beginTransparencyLayer(let alpha, let bounds): canvas.beginLayer(alpha: alpha, bounds: bounds)
            case .endTransparencyLayer: canvas.endTransparencyLayer()
            case .fill(let path, let color): canvas.fill(path, with: color)
            case .stroke(let path, let color, let style): canvas.stroke(path, with: color, style: style)
            case .fillPaint(let path, let paint): canvas.fill(path, with: paint)
            case .strokePaint(let path, let paint, let style): canvas.stroke(path, with: paint, style: style)
            case .shadow(let path, let shadow): canvas.drawShadow(of: path, shadow)
            case .image(let image, let rect): canvas.draw(image, in: rect)
            case .text(let text, let point, let style): canvas.draw(text, at: point, style: style)
            }
        }
    }
}

extension Canvas {
    /// Begins a layer, with bounds where they are known.
    func beginLayer(alpha: Double, bounds: Rect?) {
        if let bounds {
            beginTransparencyLayer(alpha: alpha, bounds: bounds)
        } else {
            beginTransparencyLayer(alpha: alpha)
        }
    }
}

/// The canvas that records the drawing of a view.
///
/// States and layers that the view leaves open are closed at the end; a restore or an end without a beginning draws
/// nothing.
@MainActor
final class RecordingCanvas: Canvas {
    private enum Opening {
        case state
        case layer
    }

    private var list = DisplayList()
    private var open: [Opening] = []
    /// Whether the view is still drawing; later drawing into a canvas that the view has kept is ignored.
    private var isRecording = true

    /// Begins the next view's drawing.
    func begin() {
        list = DisplayList()
        open = []
        isRecording = true
    }

    /// Ends the drawing, and returns it.
    func end() -> DisplayList {
        while let opening = open.popLast() {
            list.commands.append(opening == .state ? .restoreState : .endTransparencyLayer)
        }
        isRecording = false
        defer { list = DisplayList() }
        return list
    }

    private func add(_ command: DisplayList.Command) {
        if isRecording { list.commands.append(command) }
    }

    private func close(_ opening: Opening, _ command: DisplayList.Command) {
        guard isRecording, open.last == opening else { return }
        open.removeLast()
        list.commands.append(command)
    }

    func saveState() {
        guard isRecording else { return }
        open.append(.state)
        add(.saveState)
    }

    func restoreState() { close(.state, .restoreState) }

    func concatenate(_ transform: Transform) { add(.concatenate(transform)) }

    func clip(to path: Path) { add(.clip(path)) }

    func beginTransparencyLayer(alpha: Double) { openLayer(alpha, nil) }

    func beginTransparencyLayer(alpha: Double, bounds: Rect) { openLayer(alpha, bounds) }

    private func openLayer(_ alpha: Double, _ bounds: Rect?) {
        guard isRecording else { return }
        open.append(.layer)
        add(.beginTransparencyLayer(alpha: alpha, bounds: bounds))
    }

    func endTransparencyLayer() { close(.layer, .endTransparencyLayer) }

    func fill(_ path: Path, with color: Color) { add(.fill(path, color)) }

    func stroke(_ path: Path, with color: Color, style: StrokeStyle) { add(.stroke(path, color, style)) }

    func fill(_ path: Path, with paint: Paint) { add(.fillPaint(path, paint)) }

    func stroke(_ path: Path, with paint: Paint, style: StrokeStyle) { add(.strokePaint(path, paint, style)) }

    func drawShadow(of path: Path, _ shadow: Shadow) { add(.shadow(path, shadow)) }

    func draw(_ image: Image, in rect: Rect) { add(.image(image, rect)) }

    func draw(_ text: String, at point: Point, style: TextStyle) { add(.text(text, point, style)) }
}
