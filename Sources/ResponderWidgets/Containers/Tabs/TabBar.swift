public import ResponderCore
internal import ResponderTouchInput

/// The bar of a tab bar controller, with a tab for each controller; all tabs are equally wide.
///
/// A finger that is lifted inside a tab chooses the tab.
public final class TabBar: View {
    /// The bar's height in points.
    static let height = 49.0

    weak var controller: TabBarController?
    /// The tabs, from left to right.
    public private(set) var items: [TabBarItem] = []
    /// The place of the selected tab among ``items``; -1 if there is none.
    private var selectedIndex = -1
    /// A view for each item.
    private(set) var tabs: [TabView] = []
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
    }

    /// Draws the line above the bar.
    ///
    /// - Complexity: O(1); allocates what the canvas keeps.
    public override func draw(_ rect: Rect, in canvas: any Canvas) {
        BarBackground.drawLine(above: 1, of: self, in: canvas)
    }

    /// Shows the tabs of these controllers.
    func show(_ controllers: [ViewController]) {
        items = controllers.map { $0.tabBarItem }
        select(-1)
        // Items that stay keep their views, so that fingers on them stay, too.
        var former: [ObjectIdentifier: TabView] = [:]
        for tab in tabs { former[ObjectIdentifier(tab.item)] = tab }
        let left = tabs
        tabs = items.map { former.removeValue(forKey: ObjectIdentifier($0)) ?? TabView(for: $0, in: self) }
        for tab in left.reversed() where former[ObjectIdentifier(tab.item)] != nil { tab.removeFromSuperview() }
        for tab in tabs where tab.superview == nil { addSubview(tab) }
        setNeedsLayout()
    }

    /// Marks the tab at a place as the selected one; -1 for none.
    func select(_ index: Int) {
        if tabs.indices.contains(selectedIndex) { tabs[selectedIndex].isSelected = false }
        selectedIndex = index
        if tabs.indices.contains(index) { tabs[index].isSelected = true }
    }

    /// The item of the selected tab; nil if there is none.
    public var selectedItem: TabBarItem? { items.indices.contains(selectedIndex) ? items[selectedIndex] : nil }

    /// Takes the texts from the items and the colors from the appearance, and divides the width among the tabs.
    ///
    /// - Complexity: Linear in the tabs; no allocation of its own.
    public override func layoutSubviews() {
        background.apply(to: self)
        let width = tabs.isEmpty ? 0 : bounds.size.width / Double(tabs.count)
        for (index, tab) in tabs.enumerated() {
            tab.frame = Rect(Double(index) * width, 0, width, bounds.size.height)
            tab.update(on: self)
        }
    }
}

extension TabBar: AppearanceFollowing {}

/// A tab in a tab bar.
final class TabView: BarButton {
    let item: TabBarItem
    let badge = BadgeView()
    private weak var bar: TabBar?
    var isSelected = false {
        didSet { if isSelected != oldValue { updateStyle() } }
    }

    init(for item: TabBarItem, in bar: TabBar) {
        self.item = item
        self.bar = bar
        super.init()
        addSubview(badge)
        onTap = { [weak bar, unowned item] in
            if let controller = item.controller { bar?.controller?.tabWasTapped(of: controller) }
        }
    }

    /// Takes the texts from the item, and the colors from the appearance.
    func update(on bar: TabBar) {
        label.text = item.title
        updateStyle()
        badge.show(item.badgeValue)
        setNeedsLayout()
    }

    private func updateStyle() {
        guard let bar else { return }
        let appearance = bar.resolvedControlAppearance
        var style = appearance.textStyle
        style.color = BarBackground.readable(isSelected ? appearance.tint : appearance.secondaryText, on: bar)
        label.style = style
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        let size = badge.fittingSize
        // Beside the upper right corner of the title, within the tab.
        let x = min(bounds.midX + label.fittingWidth / 2 - 8, bounds.maxX - size.width - 2)
        badge.frame = Rect(max(bounds.minX, x.rounded()), 2, min(size.width, bounds.width), size.height)
    }
}

/// A short text in a bubble.
final class BadgeView: View {
    private(set) var text: String?

    init() {
        super.init(frame: .zero)
        isUserInteractionEnabled = false
    }

    func show(_ text: String?) {
        isHidden = text == nil
        if text != self.text { setNeedsDisplay() }
        self.text = text
    }

    /// As wide as the text needs, and at least a circle.
    var fittingSize: Size {
        let extent = textMeasurer.extentInEitherWeight(of: text ?? "", in: style)
        let height = max(18, extent.height + 2)
        return Size(max(height, extent.width + 10), height)
    }

    private var style: TextStyle {
        let appearance = resolvedControlAppearance
        var style = appearance.textStyle
        (style.fontSize, style.isBold, style.color) = (12, true, appearance.badgeText)
        return style
    }

    override func draw(_ rect: Rect, in canvas: any Canvas) {
        guard let text else { return }
        let bounds = bounds.standardized
        let path = Path(roundedRect: bounds, cornerRadius: min(bounds.height, bounds.width) / 2)
        canvas.fill(path, with: resolvedControlAppearance.badge)
        canvas.draw(text, in: bounds, style: style, measurer: textMeasurer, alignment: .center, limit: 1)
    }
}
