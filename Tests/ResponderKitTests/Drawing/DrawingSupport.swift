import ResponderKit
import ResponderKitTesting
import TestSupport

/// A view that notes in the log what it is asked to draw.
@MainActor
final class DrawnView: View {
    private let name: String
    private let log: ResponderLog
    /// What the view draws; at first a rectangle over the part.
    var body: ((Rect, any Canvas) -> Void)?
    var onLayout: (() -> Void)?

    init(_ name: String, _ log: ResponderLog, frame: Rect = Rect(0, 0, 100, 100)) {
        self.name = name
        self.log = log
        super.init(frame: frame)
    }

    override func layoutSubviews() { onLayout?() }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        log.note("\(name) \(rect.line)")
        if let body { body(rect, canvas) } else { canvas.fill(rect, with: .red) }
    }
}

/// A canvas that notes each call in a line.
@MainActor
final class LineCanvas: Canvas {
    private(set) var lines: [String] = []

    func saveState() { lines.append("save") }
    func restoreState() { lines.append("restore") }
    func concatenate(_ transform: Transform) { lines.append("move \(number(transform.tx)),\(number(transform.ty))") }
    func clip(to path: Path) { lines.append("clip \(path.line)") }
    func beginTransparencyLayer(alpha: Double) { lines.append("layer \(number(alpha))") }
    func endTransparencyLayer() { lines.append("end") }
    func fill(_ path: Path, with color: Color) { lines.append("fill \(path.line)") }
    func stroke(_ path: Path, with color: Color, style: StrokeStyle) { lines.append("stroke \(path.line)") }
    func draw(_ image: Image, in rect: Rect) { lines.append("image \(image.name) \(rect.line)") }
    func draw(_ text: String, at point: Point, style: TextStyle) { lines.append("text \(text)") }

    /// The lines that fill something.
    var fills: [String] { lines.filter { $0.hasPrefix("fill") } }
}

extension Path {
    fileprivate var line: String {
        switch shape {
        case .rect(let rect): rect.line
        case .rects(let rects): rects.map(\.line).joined(separator: "+")
        default: "path"
        }
    }
}

extension Rect {
    /// The rectangle as `x,y,width,height`.
    var line: String { [minX, minY, width, height].map(number).joined(separator: ",") }
}

private func number(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
