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
    private var background = BarBackground()

    /// The color of the bar; nil, as at first, for ``ControlAppearance/barBackground``.
    ///
    /// Texts whose color could not be read on it are black or white. (`barTintColor`)
    ///
    /// - Complexity: O(1); no allocation.
    public var barTintColor: Color? {
        get { background.tint }
        set {
            background.tint = newValue
            background.apply(to: self)
            setNeedsLayout()
        }
    }

    init() {
        super.init(frame: .zero)
        background.apply(to: self)
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

    /// Takes the texts from the items, and the colors from the appearance.
    ///
    /// The button has a third of the width, and the title stands in the middle; a longer title takes the room that the
    /// button does not need.
    ///
    /// - Complexity: Linear in the texts; allocates what measuring needs.
    public override func layoutSubviews() {
        update()
        background.apply(to: self)
        let appearance = resolvedControlAppearance
        var style = appearance.textStyle
        style.color = BarBackground.readable(appearance.tint, on: self)
        backButton.label.style = style
        style.color = BarBackground.readable(appearance.textStyle.color, on: self)
        style.isBold = true
        titleLabel.style = style
        let (width, height) = (bounds.size.width, bounds.size.height)
        guard !backButton.isHidden else {
            titleLabel.frame = Rect(0, 0, width, height)
            return
        }
        let third = width / 3
        let isLong = titleLabel.fittingWidth > third
        let back = isLong ? min(backButton.label.fittingWidth, third) : third
        backButton.frame = Rect(0, 0, back, height)
        titleLabel.frame = isLong ? Rect(back, 0, width - back, height) : Rect(third, 0, third, height)
    }
}

extension NavigationBar: AppearanceFollowing {}
