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
        button.role =
            switch alert.answers[index].style {
            case .normal: .normal
            case .cancel: .cancel
            case .destructive: .destructive
            }
        button.addAction(for: .touchUpInside) { [weak alert] _ in alert?.answer(index) }
        buttons.append(button)
        panel.addSubview(button)
        setNeedsLayout()
    }

    override func layoutSubviews() {
        let appearance = resolvedControlAppearance
        backgroundColor = appearance.dimming
        panel.show(appearance)
        var bold = appearance.textStyle
        bold.isBold = true
        titleLabel.style = bold
        let bounds = bounds.standardized
        let gap = Self.gap
        let natural = [titleLabel, messageLabel].map { $0.sizeThatFits(.zero).width }.max() ?? 0
        let wanted = max(Self.leastWidth, min(Self.mostWidth, Self.cell(natural + 2 * gap + 4, 16)))
        let width = max(0, min(wanted, bounds.width - 2 * gap))
        let room = width - 2 * gap
        for button in buttons { button.sizeToFit() }
        let across = buttons.reduce(0) { $0 + $1.bounds.width } + gap * Double(max(0, buttons.count - 1))
        let isRow = across <= room
        let rows = isRow ? min(1, buttons.count) : buttons.count
        let buttonsHeight = Double(rows) * (appearance.height + gap) - gap
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
                y += appearance.height + gap
            }
        }
    }

    /// Rounds a place to the grid of a terminal's cells, so that text stands in cells.
    private static func cell(_ place: Double, _ extent: Double) -> Double { (place / extent).rounded() * extent }

    private static let (leastWidth, mostWidth) = (304.0, 480.0)
    private static let gap = 16.0
}

extension AlertView: AppearanceFollowing {}

/// The panel of an alert.
private final class AlertPanel: View {
    func show(_ appearance: ControlAppearance) {
        backgroundColor = appearance.panel
        cornerRadius = appearance.panelCornerRadius
        borderWidth = 1
        borderColor = appearance.line
        shadow = Shadow(color: Color(white: 0, alpha: 0.25), offset: Point(0, 8), radius: 12)
    }
}
