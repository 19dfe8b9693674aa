internal import ResponderCore
internal import ResponderTouchInput

/// The view of an alert: takes all touches, and shows a panel in the middle.
final class AlertView: View {
    private let panel = AlertPanel(frame: .zero)
    private let titleLabel = Label(frame: .zero)
    private let messageLabel = Label(frame: .zero)
    private(set) var buttons: [Button] = []

    override init(frame: Rect) {
        super.init(frame: frame)
        backgroundColor = Color(white: 0, alpha: 0.3)
        panel.backgroundColor = .white
        for label in [titleLabel, messageLabel] {
            label.alignment = .center
            label.numberOfLines = 0
            panel.addSubview(label)
        }
        addSubview(panel)
    }

    /// What the alert asks.
    var alertTitle: String? { titleLabel.text }

    func setTexts(_ title: String?, _ message: String?) {
        titleLabel.text = title
        messageLabel.text = message
        setNeedsLayout()
    }

    func addButton(for index: Int, of alert: AlertController) {
        let button = Button(title: alert.answers[index].title)
        button.isDestructive = alert.answers[index].style == .destructive
        button.addAction(for: .touchUpInside) { [weak alert] _ in alert?.answer(index) }
        buttons.append(button)
        panel.addSubview(button)
        setNeedsLayout()
    }

    override func layoutSubviews() {
        let appearance = resolvedControlAppearance
        panel.backgroundColor = appearance.background
        var bold = appearance.textStyle
        bold.isBold = true
        titleLabel.style = bold
        let bounds = bounds.standardized
        let gap = Self.gap
        let width = max(0, min(Self.width, bounds.width - 2 * gap))
        let room = width - 2 * gap
        for button in buttons { button.sizeToFit() }
        let across = buttons.reduce(0) { $0 + $1.bounds.width } + gap * Double(max(0, buttons.count - 1))
        let isRow = across <= room
        let rows = isRow ? min(1, buttons.count) : buttons.count
        let buttonsHeight = Double(rows) * appearance.height
        // The height that is left for the texts, since the buttons come first.
        var left = max(0, bounds.height - buttonsHeight - 3 * gap)
        var y = gap
        for label in [titleLabel, messageLabel] {
            let isEmpty = label.text?.isEmpty ?? true
            let height = isEmpty ? 0 : min(left, label.sizeThatFits(Size(max(room, 1), 0)).height)
            label.frame = Rect(gap, y, max(0, room), height)
            if height > 0 { y += height + gap }
            left = max(0, left - height - gap)
        }
        let height = y + buttonsHeight + gap
        panel.frame = Rect(
            Self.cell(bounds.midX - width / 2, 8),
            Self.cell(max(bounds.minY, bounds.midY - height / 2), 16),
            width,
            height
        )
        var x = Self.cell((width - across) / 2, 8)
        for button in buttons {
            if isRow {
                button.frame.origin = Point(x, y)
                x += button.bounds.width + gap
            } else {
                button.frame = Rect(gap, y, max(0, room), appearance.height)
                y += appearance.height
            }
        }
    }

    /// Rounds a place to the grid of a terminal's cells, so that text stands in cells.
    private static func cell(_ place: Double, _ extent: Double) -> Double { (place / extent).rounded() * extent }

    private static let width = 304.0
    private static let gap = 16.0
}

/// The panel of an alert, with a frame.
private final class AlertPanel: View {
    override func draw(_ rect: Rect, in canvas: any Canvas) {
        let appearance = resolvedControlAppearance
        canvas.stroke(bounds.standardized.insetBy(dx: 0.5, dy: 0.5), with: appearance.line, width: 1)
    }
}
