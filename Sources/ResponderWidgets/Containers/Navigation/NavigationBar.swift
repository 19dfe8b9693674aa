public import ResponderCore
internal import ResponderTouchInput

/// The bar of a navigation controller: the title of the topmost controller, and a button that leads back.
///
/// The button names the controller below, and pops the topmost controller when a finger is lifted inside.
public final class NavigationBar: View {
    /// The bar's height in points.
    static let height = 44.0

    weak var controller: NavigationController?
    /// The texts for the topmost controller; nil without a controller.
    public private(set) weak var topItem: NavigationItem?
    /// The texts for the controller below the topmost one; nil without such a controller.
    public private(set) weak var backItem: NavigationItem?
    let titleLabel = BarLabel()
    let backButton = BarButton(.back)

    init() {
        super.init(frame: .zero)
        BarBackground.apply(to: self)
        titleLabel.style.isBold = true
        addSubview(titleLabel)
        addSubview(backButton)
        backButton.isHidden = true
        backButton.onTap = { [weak self] in _ = self?.controller?.popViewController() }
    }

    /// Shows `item`, and leads back to `below`.
    func show(_ item: NavigationItem?, above below: NavigationItem?) {
        guard item !== topItem || below !== backItem else { return }
        topItem = item
        backItem = below
        // A finger that is down on the button was meant for the former controller.
        backButton.cancelTracking()
        let wasHidden = backButton.isHidden
        update()
        if wasHidden, !backButton.isHidden { backButton.didComeByChangeOfScreen() }
        setNeedsLayout()
    }

    /// Takes the texts from the items.
    private func update() {
        titleLabel.text = topItem?.title
        backButton.isHidden = backItem == nil || topItem?.hidesBackButton == true
        if let backItem { backButton.label.text = backItem.backButtonTitle ?? backItem.title ?? "Back" }
    }

    /// Draws the line below the bar.
    ///
    /// - Complexity: O(1); allocates what the canvas keeps.
    public override func draw(_ rect: Rect, in canvas: any Canvas) {
        BarBackground.drawLine(above: bounds.height, of: self, in: canvas)
    }

    /// Takes the texts from the items, and gives the button a third of the width.
    ///
    /// - Complexity: O(1); no allocation of its own.
    public override func layoutSubviews() {
        update()
        let third = bounds.size.width / 3
        let margin = backButton.isHidden ? 0 : third
        backButton.frame = Rect(0, 0, third, bounds.size.height)
        titleLabel.frame = Rect(margin, 0, bounds.size.width - 2 * margin, bounds.size.height)
    }
}
